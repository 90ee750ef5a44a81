/**
 * The API as types, for programs. Generated from the OpenAPI document by `npm run generate:api`: change the contracts, not this file.
 */
export interface paths {
  "/api/chat": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask, and read the answer as it comes
     * @description The run is tied to this stream: closing it cancels the run. Use POST /api/runs for a run that goes on by itself.
     *
     *     Permission: runs.ask (operator, administrator).
     */
    post: operations["postChat"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List runs, newest first
     * @description Permission: runs.read (viewer, operator, administrator).
     */
    get: operations["getRuns"];
    put?: never;
    /**
     * Ask, and leave the run to itself
     * @description Permission: runs.ask (operator, administrator).
     */
    post: operations["postRuns"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs/counts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the runs that a filter matches, by axis
     * @description Permission: runs.read (viewer, operator, administrator).
     */
    get: operations["getRunsCounts"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a run
     * @description Permission: runs.read (viewer, operator, administrator).
     */
    get: operations["getRunsById"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs/{id}/trace": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what happened in a run
     * @description Permission: runs.read (viewer, operator, administrator).
     */
    get: operations["getRunsByIdTrace"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs/{id}/tools": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the tool records of a run
     * @description Permission: runs.read (viewer, operator, administrator).
     */
    get: operations["getRunsByIdTools"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs/{id}/ledger": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the movements of a run's budgets
     * @description Permission: runs.read (viewer, operator, administrator).
     */
    get: operations["getRunsByIdLedger"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Watch a run
     * @description A snapshot, then every event in order. Leaving the stream never cancels the run.
     *
     *     Permission: runs.read (viewer, operator, administrator).
     */
    get: operations["getRunsByIdEvents"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs/{id}/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the whole of a run
     * @description Permission: runs.read (viewer, operator, administrator).
     */
    get: operations["getRunsByIdExport"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs/{id}/public-stream": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what the caller of a run was sent
     * @description Permission: runs.read (viewer, operator, administrator).
     */
    get: operations["getRunsByIdPublicStream"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs/{id}/reruns": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the runs that ask the question of a run again
     * @description Permission: runs.read (viewer, operator, administrator).
     */
    get: operations["getRunsByIdReruns"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs/{id}/rerun": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask the question of a run again
     * @description Permission: runs.ask (operator, administrator).
     */
    post: operations["postRunsByIdRerun"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a run
     * @description Accepted at once. With wait, the answer waits that many ms for the calls in flight to stop.
     *
     *     Permission: runs.cancel (operator, administrator).
     */
    post: operations["postRunsByIdCancel"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/runs/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel several runs
     * @description Permission: runs.cancel (operator, administrator).
     */
    post: operations["postRunsCancel"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/triage/groups": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List triage groups
     * @description Permission: triage.read (viewer, operator, administrator).
     */
    get: operations["getTriageGroups"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/triage/groups/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a triage group and its history
     * @description Permission: triage.read (viewer, operator, administrator).
     */
    get: operations["getTriageGroupsById"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a triage group
     * @description Permission: triage.write (operator, administrator).
     */
    patch: operations["patchTriageGroupsById"];
    trace?: never;
  };
  "/api/triage/groups/{id}/runs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the runs of a triage group
     * @description Permission: triage.read (viewer, operator, administrator).
     */
    get: operations["getTriageGroupsByIdRuns"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/triage/counts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count triage groups by status
     * @description Permission: triage.read (viewer, operator, administrator).
     */
    get: operations["getTriageCounts"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/triage/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export triage groups, or their runs
     * @description Permission: triage.read (viewer, operator, administrator).
     */
    get: operations["getTriageExport"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/triage/bulk/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * See what a bulk change would change
     * @description Permission: triage.write (operator, administrator).
     */
    post: operations["postTriageBulkPreview"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/triage/bulk": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change several triage groups
     * @description Permission: triage.write (operator, administrator).
     */
    post: operations["postTriageBulk"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/triage/cases": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List regression cases
     * @description Permission: triage.read (viewer, operator, administrator).
     */
    get: operations["getTriageCases"];
    put?: never;
    /**
     * Make a case of a run
     * @description Permission: triage.write (operator, administrator).
     */
    post: operations["postTriageCases"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/triage/cases/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a regression case
     * @description Permission: triage.read (viewer, operator, administrator).
     */
    get: operations["getTriageCasesById"];
    put?: never;
    post?: never;
    /**
     * Remove a regression case
     * @description Permission: triage.write (operator, administrator).
     */
    delete: operations["deleteTriageCasesById"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/triage/replays": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List replays
     * @description Permission: triage.read (viewer, operator, administrator).
     */
    get: operations["getTriageReplays"];
    put?: never;
    /**
     * Replay cases
     * @description Permission: triage.write (operator, administrator).
     */
    post: operations["postTriageReplays"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/triage/replays/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a replay
     * @description Permission: triage.read (viewer, operator, administrator).
     */
    get: operations["getTriageReplaysById"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/triage/replays/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a replay
     * @description Permission: triage.write (operator, administrator).
     */
    post: operations["postTriageReplaysByIdCancel"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/stats": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read how runs went over time
     * @description Permission: runs.read (viewer, operator, administrator).
     */
    get: operations["getStats"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/knowledge": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List playbooks and documents
     * @description Permission: knowledge.read (viewer, operator, administrator).
     */
    get: operations["getKnowledge"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/knowledge/entry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a playbook or document
     * @description Permission: knowledge.read (viewer, operator, administrator).
     */
    get: operations["getKnowledgeEntry"];
    put?: never;
    /**
     * Save a playbook or document
     * @description Permission: knowledge.write (administrator).
     */
    post: operations["postKnowledgeEntry"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/knowledge/version": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an earlier text of a playbook or document
     * @description Permission: knowledge.read (viewer, operator, administrator).
     */
    get: operations["getKnowledgeVersion"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/knowledge/runs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List runs that used a playbook or document
     * @description Permission: knowledge.read (viewer, operator, administrator).
     */
    get: operations["getKnowledgeRuns"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/knowledge/retrieval": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See what a question would find
     * @description Permission: knowledge.read (viewer, operator, administrator).
     */
    get: operations["getKnowledgeRetrieval"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/knowledge/check": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a text without saving it
     * @description Permission: knowledge.write (administrator).
     */
    post: operations["postKnowledgeCheck"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/knowledge/change": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Disable, enable or set back a playbook or document
     * @description Permission: knowledge.write (administrator).
     */
    post: operations["postKnowledgeChange"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/settings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read data sources, model and limits
     * @description Permission: settings.read (administrator).
     */
    get: operations["getSettings"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/settings/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask a data source or the model whether it can be used
     * @description Permission: settings.read (administrator).
     */
    post: operations["postSettingsTest"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/settings/limits": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change the limits of runs that begin from now on
     * @description Permission: settings.write (administrator).
     */
    post: operations["postSettingsLimits"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/saved-views": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List saved views: one's own and the shared ones
     * @description Permission: views.own (viewer, operator, administrator).
     */
    get: operations["getSavedViews"];
    put?: never;
    /**
     * Save a view of the run list
     * @description Permission: views.own (viewer, operator, administrator).
     */
    post: operations["postSavedViews"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/saved-views/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a saved view
     * @description Permission: views.own (viewer, operator, administrator).
     */
    delete: operations["deleteSavedViewsById"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/session": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read who one is
     * @description Permission: account.own (viewer, operator, administrator).
     */
    get: operations["getSession"];
    put?: never;
    /**
     * Sign in, and get a session cookie
     * @description Open: no token is needed.
     */
    post: operations["postSession"];
    /**
     * Sign out
     * @description Permission: account.own (viewer, operator, administrator).
     */
    delete: operations["deleteSession"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/session/password": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change one's own password
     * @description Permission: account.own (viewer, operator, administrator).
     */
    post: operations["postSessionPassword"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List users
     * @description Permission: users.manage (administrator).
     */
    get: operations["getUsers"];
    put?: never;
    /**
     * Create a user with a one-time password
     * @description Permission: users.manage (administrator).
     */
    post: operations["postUsers"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/users/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a user's role, or disable the user
     * @description Permission: users.manage (administrator).
     */
    patch: operations["patchUsersById"];
    trace?: never;
  };
  "/api/users/{id}/reset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a user a new one-time password
     * @description Permission: users.manage (administrator).
     */
    post: operations["postUsersByIdReset"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tokens": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List API tokens
     * @description Permission: tokens.manage (administrator).
     */
    get: operations["getTokens"];
    put?: never;
    /**
     * Create an API token; its secret is shown once
     * @description Permission: tokens.manage (administrator).
     */
    post: operations["postTokens"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/tokens/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an API token
     * @description Permission: tokens.manage (administrator).
     */
    delete: operations["deleteTokensById"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/audit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List who did what, newest first
     * @description Permission: audit.read (administrator).
     */
    get: operations["getAudit"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhooks
     * @description Permission: settings.read (administrator).
     */
    get: operations["getWebhooks"];
    put?: never;
    /**
     * Create a webhook; its secret is shown once
     * @description Permission: settings.write (administrator).
     */
    post: operations["postWebhooks"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a webhook with its deliveries
     * @description Permission: settings.write (administrator).
     */
    delete: operations["deleteWebhooksById"];
    options?: never;
    head?: never;
    /**
     * Change, enable or disable a webhook
     * @description Permission: settings.write (administrator).
     */
    patch: operations["patchWebhooksById"];
    trace?: never;
  };
  "/api/webhooks/{id}/secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a webhook a new secret; it is shown once
     * @description Permission: settings.write (administrator).
     */
    post: operations["postWebhooksByIdSecret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks/{id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a webhook a message of type webhook.test
     * @description Permission: settings.write (administrator).
     */
    post: operations["postWebhooksByIdTest"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/webhooks/{id}/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries of a webhook and their attempts, newest first
     * @description Permission: settings.read (administrator).
     */
    get: operations["getWebhooksByIdDeliveries"];
    put?: never;
    /**
     * Send a message again, with the same id
     * @description Permission: settings.write (administrator).
     */
    post: operations["postWebhooksByIdDeliveries"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/metrics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Metrics in the text format of Prometheus
     * @description Permission: status.read (viewer, operator, administrator).
     */
    get: operations["getMetrics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/openapi.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * This document
     * @description Permission: status.read (viewer, operator, administrator).
     */
    get: operations["getOpenapiJson"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether the process is up
     * @description Open: no token is needed.
     */
    get: operations["getHealth"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/ready": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether every part answers
     * @description Open: no token is needed.
     */
    get: operations["getReady"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  "run.finished": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run finished
     * @description A run has ended, however it ended, and its outcome is stored. Signed by the scheme of Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["WebhookMessage"];
        };
      };
      responses: {
        /** @description Taken. Anything else is sent again. */
        "2XX": {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "run.fallback": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run fell back
     * @description A run has ended with a fallback instead of a conclusion. Signed by the scheme of Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["WebhookMessage"];
        };
      };
      responses: {
        /** @description Taken. Anything else is sent again. */
        "2XX": {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "triage.reopened": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Triage reopened
     * @description A triage group is open again, by an operator or by a run of its kind. Signed by the scheme of Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature.
     */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["WebhookMessage"];
        };
      };
      responses: {
        /** @description Taken. Anything else is sent again. */
        "2XX": {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    StartRunRequest: {
      query: string;
      sessionId?: string;
      budget?: {
        modelCalls?: number;
        toolCalls?: number;
        tokens?: number;
        bytes?: number;
        wallTimeMs?: number;
      };
    };
    RerunRequest: {
      budget?: {
        modelCalls?: number;
        toolCalls?: number;
        tokens?: number;
        bytes?: number;
        wallTimeMs?: number;
      };
    };
    CancelRunRequest: {
      note?: string;
    };
    BulkCancelRequest: {
      ids?: string[];
      filter?: {
        [key: string]: string;
      };
      expectedCount?: number;
      note?: string;
    };
    ChangeTriageRequest: {
      version: number;
      change:
        | {
            /** @constant */
            action: "acknowledge";
          }
        | {
            /** @constant */
            action: "resolve";
            /** @enum {string} */
            reason:
              "KNOWLEDGE_GAP" | "MISSING_CONTEXT" | "TOOL_BROKEN" | "MODEL_WRONG" | "WORKING_AS_INTENDED";
            /** @default null */
            note: string | null;
          }
        | {
            /** @constant */
            action: "reopen";
            /** @default null */
            note: string | null;
          }
        | {
            /** @constant */
            action: "assign";
            assignee: string | null;
          }
        | {
            /** @constant */
            action: "label";
            /** @default [] */
            add: string[];
            /** @default [] */
            remove: string[];
          }
        | {
            /** @constant */
            action: "note";
            text: string;
          };
    };
    PreviewBulkRequest: {
      groupIds?: string[];
      filter?: {
        status?: string;
        outcome?: string;
        fallback?: string;
        failure?: string;
        assignee?: string;
        /** @enum {string} */
        assigned?: "none" | "any";
        label?: string;
        text?: string;
      };
    };
    BulkChangeRequest: {
      selection: {
        groupId: string;
        version: number;
      }[];
      change:
        | {
            /** @constant */
            action: "acknowledge";
          }
        | {
            /** @constant */
            action: "resolve";
            /** @enum {string} */
            reason:
              "KNOWLEDGE_GAP" | "MISSING_CONTEXT" | "TOOL_BROKEN" | "MODEL_WRONG" | "WORKING_AS_INTENDED";
            /** @default null */
            note: string | null;
          }
        | {
            /** @constant */
            action: "reopen";
            /** @default null */
            note: string | null;
          }
        | {
            /** @constant */
            action: "assign";
            assignee: string | null;
          }
        | {
            /** @constant */
            action: "label";
            /** @default [] */
            add: string[];
            /** @default [] */
            remove: string[];
          }
        | {
            /** @constant */
            action: "note";
            text: string;
          };
    };
    MakeCaseRequest: {
      runId: string;
      expected?: {
        /** @enum {string} */
        runState: "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
        /** @enum {string} */
        releaseOutcome: "SUCCESS" | "FALLBACK" | "FAILED" | "CANCELLED";
        fallbackType:
          | (
              | "MISSING_REQUIRED_CONTEXT"
              | "INSUFFICIENT_EVIDENCE"
              | "EVIDENCE_VALIDATION_FAILED"
              | "SEMANTIC_UNSUPPORTED"
              | "SEMANTIC_UNAVAILABLE"
            )
          | null;
      };
    };
    StartReplayRequest: {
      caseIds: string[];
    };
    CheckKnowledgeRequest: {
      /** @enum {string} */
      kind: "playbook" | "document";
      name: string | null;
      text: string;
    };
    SaveKnowledgeRequest: {
      /** @enum {string} */
      kind: "playbook" | "document";
      name: string | null;
      text: string;
      version: number | null;
    };
    ChangeKnowledgeRequest: {
      /** @enum {string} */
      kind: "playbook" | "document";
      name: string;
      version: number;
      /** @enum {string} */
      action: "disable" | "enable" | "revert";
    };
    TestRequest:
      | {
          /** @constant */
          what: "source";
          name: string;
        }
      | {
          /** @constant */
          what: "model";
        };
    ChangeLimitsRequest: {
      version: number;
      limits: {
        budget: {
          modelCalls?: number;
          toolCalls?: number;
          tokens?: number;
          bytes?: number;
          wallTimeMs?: number;
        };
        maxRuns: number | null;
      };
    };
    SaveViewRequest: {
      name: string;
      search: string;
      shared: boolean;
    };
    SignInRequest: {
      email: string;
      password: string;
    };
    ChangePasswordRequest: {
      current: string;
      next: string;
    };
    CreateUserRequest: {
      name: string;
      email: string;
      /** @enum {string} */
      role: "viewer" | "operator" | "administrator";
    };
    ChangeUserRequest: {
      /** @enum {string} */
      role?: "viewer" | "operator" | "administrator";
      disabled?: boolean;
    };
    CreateTokenRequest: {
      name: string;
      /** @enum {string} */
      role: "viewer" | "operator" | "administrator";
      days: number;
    };
    CreateWebhookRequest: {
      url: string;
      events: ("run.finished" | "run.fallback" | "triage.reopened")[];
      /** @default  */
      description: string;
    };
    ChangeWebhookRequest: {
      url?: string;
      events?: ("run.finished" | "run.fallback" | "triage.reopened")[];
      description?: string;
      enabled?: boolean;
    };
    RedeliverRequest: {
      messageId: string;
    };
    Problem: {
      type: string;
      title: string;
      status: number;
      code: string;
      detail: string;
      fields?: {
        path: string;
        message: string;
      }[];
    } & {
      [key: string]: unknown;
    };
    /** @enum {string} */
    RunState: "RUNNING" | "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
    /** @enum {string} */
    TerminalRunState: "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
    /** @enum {string} */
    ReleaseOutcome: "SUCCESS" | "FALLBACK" | "FAILED" | "CANCELLED";
    /** @enum {string} */
    FallbackType:
      | "MISSING_REQUIRED_CONTEXT"
      | "INSUFFICIENT_EVIDENCE"
      | "EVIDENCE_VALIDATION_FAILED"
      | "SEMANTIC_UNSUPPORTED"
      | "SEMANTIC_UNAVAILABLE";
    /** @enum {string} */
    DiagnosisStopReason: "INFORMATION_SATURATED" | "PROGRESS_PROTOCOL_VIOLATED" | "BUDGET_LIMIT_REACHED";
    /** @enum {string} */
    IntentType: "SYSTEM_CHAT" | "KNOWLEDGE_QUERY" | "DIAGNOSIS";
    /** @enum {string} */
    SemanticVerdict: "SUPPORTED" | "UNSUPPORTED";
    /** @enum {string} */
    CancellationReason:
      | "CLIENT_DISCONNECTED"
      | "USER_REQUESTED"
      | "DEADLINE_EXCEEDED"
      | "BUDGET_EXHAUSTED"
      | "INTERNAL_FAILURE";
    /** @enum {string} */
    FailureCode:
      | "RUN_CANCELLED"
      | "RUN_TIMED_OUT"
      | "BUDGET_EXHAUSTED"
      | "ROUTING_FAILED"
      | "MODEL_FAILED"
      | "DRAFT_REJECTED"
      | "NO_SAFE_CONTENT"
      | "STORE_UNAVAILABLE"
      | "OWNER_LOST"
      | "SERVER_STOPPED"
      | "INTERNAL_FAILURE";
    /** @enum {string} */
    ToolErrorCode:
      | "EXECUTION_FAILED"
      | "QUERY_TIMEOUT"
      | "RUN_ENDED"
      | "VALUES_ALTERED"
      | "CONNECTION_FAILED"
      | "FEATURE_UNAVAILABLE"
      | "PROJECTION_FAILED"
      | "RESULT_TOO_LARGE"
      | "BUDGET_EXCEEDED"
      | "STORE_FAILED"
      | "PROCESS_LOST";
    RunAxes: {
      runState: components["schemas"]["RunState"];
      releaseOutcome: components["schemas"]["ReleaseOutcome"] | null;
      fallbackType: components["schemas"]["FallbackType"] | null;
      phase:
        | (
            | "ROUTING"
            | "SYSTEM_RESPONDING"
            | "KNOWLEDGE_SEARCHING"
            | "KNOWLEDGE_ANSWERING"
            | "DIAGNOSIS_RUNNING"
            | "SAFETY_VALIDATING"
          )
        | null;
      intent: components["schemas"]["IntentType"] | null;
      collectionState: ("COLLECTING" | "SATURATED") | null;
      stopReason: components["schemas"]["DiagnosisStopReason"] | null;
      semanticVerdict: components["schemas"]["SemanticVerdict"] | null;
      streamState: ("NEW" | "OPEN" | "TERMINAL" | "DISCONNECTED") | null;
      /** @enum {string} */
      status: "RUNNING" | "SUCCESS" | "FAILED" | "CANCELLED";
    };
    RunTermination: {
      state: components["schemas"]["TerminalRunState"];
      reason: string;
      completedAt: number;
    };
    CancellationReceipt: {
      reason: components["schemas"]["CancellationReason"];
      requestedBy: string;
      requestedAt: number;
      note: string | null;
      lost: {
        reason: components["schemas"]["CancellationReason"];
        requestedBy: string;
        requestedAt: number;
        note: string | null;
      }[];
      handles: {
        /** @enum {string} */
        kind: "model" | "guard" | "mysql_query" | "mcp_call" | "prometheus_query";
        id: string;
        what: string;
        /** @enum {string} */
        stop: "pending" | "confirmed" | "unconfirmed";
        afterMs: number | null;
        detail: string | null;
      }[];
      stateSetAt: number | null;
      storedAt: number | null;
    };
    BudgetSnapshot: {
      modelCalls: {
        used: number;
        limit: number;
      };
      toolCalls: {
        used: number;
        limit: number;
      };
      tokens: {
        used: number;
        limit: number;
      };
      bytes: {
        used: number;
        limit: number;
      };
      wallTimeMs: {
        used: number;
        limit: number;
      };
    };
    CanonicalEvidence: {
      columns: {
        name: string;
        /** @enum {string} */
        type: "number" | "text" | "time" | "binary";
        /** @constant */
        asked?: true;
        written?: string[];
        /** @constant */
        counts?: true;
      }[];
      rows: (string | null)[][];
      truncated: {
        rows: boolean;
        columns: boolean;
        cells: number;
      };
    };
    SafeAnswer:
      | {
          /** @constant */
          contentType: "diagnosis_report";
          conclusion: string;
          claims: {
            text: string;
            /** @enum {string} */
            kind: "presence" | "absence";
            invocationIds: string[];
            scope: string;
          }[];
          missingInfo: string[];
          recommendedActions: string[];
        }
      | {
          /** @constant */
          contentType: "fallback";
          fallbackType: components["schemas"]["FallbackType"];
          message: string;
          checked: {
            invocationId: string;
            label: string;
            scope: string;
            /** @enum {string} */
            evidenceStatus: "EVIDENCE_FOUND" | "NO_EVIDENCE";
            statement: string;
          }[];
          missingInfo: string[];
          nextSteps: string[];
        }
      | {
          /** @constant */
          contentType: "system_answer";
          text: string;
        }
      | {
          /** @constant */
          contentType: "knowledge_answer";
          text: string;
          citations: {
            documentId: string;
            title: string;
            heading: string;
            score: number;
          }[];
        };
    StartRunReply: {
      runId: string;
      sessionId: string;
    };
    RunSummary: {
      runState: components["schemas"]["RunState"];
      releaseOutcome: components["schemas"]["ReleaseOutcome"] | null;
      fallbackType: components["schemas"]["FallbackType"] | null;
      phase:
        | (
            | "ROUTING"
            | "SYSTEM_RESPONDING"
            | "KNOWLEDGE_SEARCHING"
            | "KNOWLEDGE_ANSWERING"
            | "DIAGNOSIS_RUNNING"
            | "SAFETY_VALIDATING"
          )
        | null;
      intent: components["schemas"]["IntentType"] | null;
      collectionState: ("COLLECTING" | "SATURATED") | null;
      stopReason: components["schemas"]["DiagnosisStopReason"] | null;
      semanticVerdict: components["schemas"]["SemanticVerdict"] | null;
      streamState: ("NEW" | "OPEN" | "TERMINAL" | "DISCONNECTED") | null;
      /** @enum {string} */
      status: "RUNNING" | "SUCCESS" | "FAILED" | "CANCELLED";
      runId: string;
      sessionId: string;
      originRunId: string | null;
      query: string;
      /** @enum {string} */
      mode: "attached" | "detached";
      model: string;
      conclusion: string | null;
      failureCode: string | null;
      durationMs: number | null;
      toolCalls: number;
      agentSteps: number;
      budgetShare: number;
      stoppingCalls: number;
      createdAt: number;
      completedAt: number | null;
    };
    RunPage: {
      items: components["schemas"]["RunSummary"][];
      nextCursor: string | null;
      /** @default null */
      searchedTo: number | null;
    };
    RunDetail: {
      runState: components["schemas"]["RunState"];
      releaseOutcome: components["schemas"]["ReleaseOutcome"] | null;
      fallbackType: components["schemas"]["FallbackType"] | null;
      phase:
        | (
            | "ROUTING"
            | "SYSTEM_RESPONDING"
            | "KNOWLEDGE_SEARCHING"
            | "KNOWLEDGE_ANSWERING"
            | "DIAGNOSIS_RUNNING"
            | "SAFETY_VALIDATING"
          )
        | null;
      intent: components["schemas"]["IntentType"] | null;
      collectionState: ("COLLECTING" | "SATURATED") | null;
      stopReason: components["schemas"]["DiagnosisStopReason"] | null;
      semanticVerdict: components["schemas"]["SemanticVerdict"] | null;
      streamState: ("NEW" | "OPEN" | "TERMINAL" | "DISCONNECTED") | null;
      /** @enum {string} */
      status: "RUNNING" | "SUCCESS" | "FAILED" | "CANCELLED";
      runId: string;
      sessionId: string;
      originRunId: string | null;
      query: string;
      /** @enum {string} */
      mode: "attached" | "detached";
      model: string;
      conclusion: string | null;
      failureCode: string | null;
      durationMs: number | null;
      toolCalls: number;
      agentSteps: number;
      budgetShare: number;
      stoppingCalls: number;
      createdAt: number;
      completedAt: number | null;
      deadlineAt: number;
      termination: components["schemas"]["RunTermination"] | null;
      cancellation: components["schemas"]["CancellationReceipt"] | null;
      budget: components["schemas"]["BudgetSnapshot"];
      tokens: {
        input: number;
        output: number;
      };
      answer: components["schemas"]["SafeAnswer"] | null;
      failure: {
        code: string;
        message: string;
      } | null;
      publishedResult: boolean;
      lateArrivals: {
        /** @enum {string} */
        what: "model_result" | "tool_result" | "completion" | "content" | "delta";
        callId: string;
        at: number;
        lateByMs: number;
      }[];
      exitRecord: {
        bodySettled: number | null;
        outputSealed: number | null;
        acceptancesDrained: number | null;
        workClosed: number | null;
        contextTerminal: number | null;
        delivered: number | null;
        runnerSettled: number | null;
        /** @enum {string} */
        context: "running" | "succeeded" | "failed" | "cancelled";
        failureOrigin: string | null;
      } | null;
      resumes: number;
      storedAt: {
        termination: number | null;
        outcome: number | null;
      };
    };
    RunCounts: {
      total: number;
      isExact: boolean;
      countedTo: number | null;
      facets: {
        state: {
          [key: string]: number;
        };
        outcome: {
          [key: string]: number;
        };
        fallback: {
          [key: string]: number;
        };
        intent: {
          [key: string]: number;
        };
        stopReason: {
          [key: string]: number;
        };
      };
    };
    TraceEvent: {
      /** @enum {string} */
      name:
        | "RUN_STARTED"
        | "ROUTING_ATTEMPT"
        | "ROUTING_DECISION"
        | "SYSTEM_ANSWER"
        | "KNOWLEDGE_SEARCH"
        | "KNOWLEDGE_ANSWER"
        | "AGENT_MODEL_STEP"
        | "MODEL_RETRY"
        | "TOOL_INVOCATION"
        | "TOOL_PROGRESS"
        | "TOOL_REQUEST_REJECTED"
        | "COLLECTION_STOP"
        | "DRAFT_RECEIVED"
        | "DRAFT_REJECTED"
        | "EVIDENCE_GUARD_INITIAL"
        | "EVIDENCE_REPAIR"
        | "EVIDENCE_GUARD_RECHECK"
        | "SEMANTIC_GUARD_ATTEMPT"
        | "SEMANTIC_GUARD_DECISION"
        | "RELEASE_DECISION"
        | "CANCEL_REQUESTED"
        | "HANDLE_STOPPED"
        | "LATE_ARRIVAL"
        | "BUDGET_EXHAUSTED"
        | "RUN_HANDED_OVER"
        | "RUN_RESUMED"
        | "CHECKPOINT_FAILED"
        | "RUN_FINISHED";
      /** @enum {string} */
      phase: "run" | "routing" | "answer" | "agent" | "tool" | "guard" | "release" | "control";
      /** @enum {string} */
      status: "started" | "ok" | "refused" | "failed" | "info";
      at: number;
      durationMs: number | null;
      callId: string | null;
      detail: {
        [key: string]: components["schemas"]["JsonValue"];
      };
      seq: number;
    };
    TracePage: {
      items: components["schemas"]["TraceEvent"][];
      nextCursor: string | null;
    };
    ToolRecord:
      | {
          invocationId: string;
          runId: string;
          ordinal: number;
          tool: string;
          source: string;
          label: string;
          statement: string;
          params: (string | number | null)[];
          scope: string;
          normalizedScope: string;
          startedAt: number;
          /** @constant */
          status: "PROJECTING";
          evidenceStatus: null;
          completedAt: null;
          evidence: null;
          contentHash: null;
          bytes: null;
          gain: null;
          errorCode: null;
          errorMessage: null;
        }
      | {
          invocationId: string;
          runId: string;
          ordinal: number;
          tool: string;
          source: string;
          label: string;
          statement: string;
          params: (string | number | null)[];
          scope: string;
          normalizedScope: string;
          startedAt: number;
          /** @constant */
          status: "READY";
          /** @enum {string} */
          evidenceStatus: "EVIDENCE_FOUND" | "NO_EVIDENCE";
          completedAt: number;
          evidence: components["schemas"]["CanonicalEvidence"];
          contentHash: string;
          bytes: number;
          gain: ("GAINED" | "NO_GAIN") | null;
          errorCode: null;
          errorMessage: null;
        }
      | {
          invocationId: string;
          runId: string;
          ordinal: number;
          tool: string;
          source: string;
          label: string;
          statement: string;
          params: (string | number | null)[];
          scope: string;
          normalizedScope: string;
          startedAt: number;
          /** @constant */
          status: "ERROR";
          /** @constant */
          evidenceStatus: "ERROR";
          completedAt: number;
          evidence: null;
          contentHash: null;
          bytes: null;
          gain: null;
          errorCode: components["schemas"]["ToolErrorCode"];
          errorMessage: string;
        };
    ToolPage: {
      items: components["schemas"]["ToolRecord"][];
      nextCursor: string | null;
    };
    LedgerLine: {
      seq: number;
      at: number;
      /** @enum {string} */
      resource: "modelCalls" | "toolCalls" | "tokens" | "bytes" | "wallTimeMs";
      /** @enum {string} */
      movement: "reserve" | "charge" | "refund" | "refuse";
      amount: number;
      callId: string;
      what: string;
      balance: number;
    };
    LedgerPage: {
      items: components["schemas"]["LedgerLine"][];
      nextCursor: string | null;
    };
    CancelRunReply: {
      /** @constant */
      accepted: true;
      receipt: components["schemas"]["CancellationReceipt"];
    };
    BulkCancelReply: {
      results: (
        | {
            /** @constant */
            result: "accepted";
            runId: string;
            receipt: components["schemas"]["CancellationReceipt"];
          }
        | {
            /** @constant */
            result: "already_terminated";
            runId: string;
            termination: components["schemas"]["RunTermination"];
            receipt: components["schemas"]["CancellationReceipt"] | null;
          }
        | {
            /** @constant */
            result: "not_held";
            runId: string;
          }
        | {
            /** @constant */
            result: "not_found";
            runId: string;
          }
        | {
            /** @constant */
            result: "unknown";
            runId: string;
          }
      )[];
    };
    PublicFrame:
      | {
          /** @constant */
          event: "metadata";
          data: {
            sessionId: string;
            runId: string;
          };
        }
      | {
          /** @constant */
          event: "status";
          data: {
            /** @enum {string} */
            status:
              | "ROUTING"
              | "SYSTEM_RESPONDING"
              | "KNOWLEDGE_SEARCHING"
              | "KNOWLEDGE_ANSWERING"
              | "DIAGNOSIS_RUNNING"
              | "SAFETY_VALIDATING";
          };
        }
      | {
          /** @constant */
          event: "content";
          data: {
            sessionId: string;
            runId: string;
            contentType: string;
            fallbackType: components["schemas"]["FallbackType"] | null;
            answer: components["schemas"]["SafeAnswer"];
          };
        }
      | {
          /** @constant */
          event: "failure";
          data: {
            sessionId: string;
            runId: string;
            code: components["schemas"]["FailureCode"];
            message: string;
          };
        }
      | {
          /** @constant */
          event: "done";
          data: {
            /** @enum {string} */
            outcome: "SUCCESS" | "FALLBACK" | "FAILED";
          };
        };
    PublicStreamReply:
      | {
          /** @constant */
          kind: "none";
        }
      | {
          /** @constant */
          kind: "sent";
          frames: {
            id: number;
            at: number;
            frame: components["schemas"]["PublicFrame"];
          }[];
          /** @enum {string} */
          ending: "open" | "complete" | "left";
        };
    WatchFrame:
      | {
          /** @constant */
          event: "snapshot";
          data: {
            seq: number;
            run: components["schemas"]["RunDetail"];
          };
        }
      | {
          /** @constant */
          event: "trace";
          data: components["schemas"]["TraceEvent"];
        }
      | {
          /** @constant */
          event: "state";
          data: components["schemas"]["RunAxes"];
        }
      | {
          /** @constant */
          event: "budget";
          data: components["schemas"]["BudgetSnapshot"];
        }
      | {
          /** @constant */
          event: "tool";
          data: components["schemas"]["ToolRecord"];
        }
      | {
          /** @constant */
          event: "end";
          data: {
            runId: string;
          };
        };
    RunExport: {
      /** @constant */
      version: 1;
      exportedAt: number;
      run: components["schemas"]["RunDetail"];
      trace: components["schemas"]["TraceEvent"][];
      tools: components["schemas"]["ToolRecord"][];
      ledger: components["schemas"]["LedgerLine"][];
    };
    StatsReply: {
      from: number;
      to: number;
      bucketMs: number;
      runs: number;
      outcomes: {
        [key: string]: number;
      };
      buckets: {
        at: number;
        runs: number;
        outcomes: {
          [key: string]: number;
        };
        tokens: {
          input: number;
          output: number;
        };
        durationP50Ms: number | null;
        durationP95Ms: number | null;
      }[];
      states: {
        [key: string]: number;
      };
      fallbackTypes: {
        [key: string]: number;
      };
      byIntent: {
        runs: number;
        fallbacks: number;
        failures: number;
        intent: components["schemas"]["IntentType"] | null;
      }[];
      byModel: {
        runs: number;
        fallbacks: number;
        failures: number;
        model: string;
      }[];
      stopReasons: {
        [key: string]: number;
      };
      duration: {
        bins: {
          upTo: number | null;
          runs: number;
        }[];
        count: number;
        mean: number | null;
        p50: number | null;
        p95: number | null;
      };
      cancelLatency: {
        bins: {
          upTo: number | null;
          runs: number;
        }[];
        count: number;
        mean: number | null;
        p50: number | null;
        p95: number | null;
      };
      budgetUse: {
        bins: {
          upTo: number | null;
          runs: number;
        }[];
        count: number;
        mean: number | null;
        p50: number | null;
        p95: number | null;
      };
      budgetUseOf: {
        [key: string]: {
          bins: {
            upTo: number | null;
            runs: number;
          }[];
          count: number;
          mean: number | null;
          p50: number | null;
          p95: number | null;
        };
      };
      tokens: {
        input: number;
        output: number;
      };
      slowestTools: {
        tool: string;
        source: string;
        calls: number;
        errors: number;
        noEvidence: number;
        meanMs: number | null;
        p50Ms: number | null;
        p95Ms: number | null;
      }[];
    };
    TriageGroup: {
      /** @enum {string} */
      releaseOutcome: "FALLBACK" | "FAILED";
      fallbackType: components["schemas"]["FallbackType"] | null;
      failureCode: components["schemas"]["FailureCode"] | null;
      /** @enum {string} */
      runState: "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
      stopReason: components["schemas"]["DiagnosisStopReason"] | null;
      cause: string;
      playbook: string | null;
      tool: string | null;
      toolErrorCode: components["schemas"]["ToolErrorCode"] | null;
      groupId: string;
      fingerprint: string;
      fingerprintVersion: number;
      /** @enum {string} */
      status: "NEW" | "ACKNOWLEDGED" | "RESOLVED";
      assignee: string | null;
      labels: string[];
      version: number;
      runCount: number;
      firstSeenAt: number;
      lastSeenAt: number;
      lastRunId: string;
      sampleQuery: string;
      acknowledgement: {
        by: string;
        at: number;
      } | null;
      resolution: {
        by: string;
        at: number;
        /** @enum {string} */
        reason: "KNOWLEDGE_GAP" | "MISSING_CONTEXT" | "TOOL_BROKEN" | "MODEL_WRONG" | "WORKING_AS_INTENDED";
        note: string | null;
      } | null;
      reopenCount: number;
      reopenedAt: number | null;
      lastChange: {
        by: string;
        at: number;
      } | null;
    };
    TriagePage: {
      items: components["schemas"]["TriageGroup"][];
      nextCursor: string | null;
    };
    TriageGroupDetail: {
      group: components["schemas"]["TriageGroup"];
      history: {
        seq: number;
        at: number;
        actor: string;
        event:
          | {
              /** @constant */
              kind: "filed";
              runId: string;
            }
          | {
              /** @constant */
              kind: "acknowledged";
            }
          | {
              /** @constant */
              kind: "resolved";
              /** @enum {string} */
              reason:
                "KNOWLEDGE_GAP" | "MISSING_CONTEXT" | "TOOL_BROKEN" | "MODEL_WRONG" | "WORKING_AS_INTENDED";
              note: string | null;
            }
          | {
              /** @constant */
              kind: "reopened";
              note: string | null;
            }
          | {
              /** @constant */
              kind: "recurred";
              runId: string;
              resolution: {
                by: string;
                at: number;
                /** @enum {string} */
                reason:
                  "KNOWLEDGE_GAP" | "MISSING_CONTEXT" | "TOOL_BROKEN" | "MODEL_WRONG" | "WORKING_AS_INTENDED";
                note: string | null;
              } | null;
            }
          | {
              /** @constant */
              kind: "assigned";
              from: string | null;
              to: string | null;
            }
          | {
              /** @constant */
              kind: "labelled";
              added: string[];
              removed: string[];
            }
          | {
              /** @constant */
              kind: "noted";
              text: string;
            }
          | {
              /** @constant */
              kind: "case_made";
              caseId: string;
              runId: string;
            };
      }[];
    };
    TriageCounts: {
      status: {
        [key: string]: number;
      };
      people: string[];
      labels: string[];
    };
    ChangeTriageReply: {
      /** @enum {string} */
      kind: "changed" | "unchanged";
      group: components["schemas"]["TriageGroup"];
    };
    BulkPreview: {
      count: number;
      byStatus: {
        [key: string]: number;
      };
      sample: components["schemas"]["TriageGroup"][];
      selection:
        | {
            groupId: string;
            version: number;
          }[]
        | null;
    };
    BulkChangeReply: {
      results: (
        | {
            /** @constant */
            kind: "changed";
            groupId: string;
            group: components["schemas"]["TriageGroup"];
          }
        | {
            /** @constant */
            kind: "unchanged";
            groupId: string;
            group: components["schemas"]["TriageGroup"];
          }
        | {
            /** @constant */
            kind: "conflict";
            groupId: string;
            group: components["schemas"]["TriageGroup"];
          }
        | {
            /** @constant */
            kind: "refused";
            groupId: string;
            why: string;
          }
        | {
            /** @constant */
            kind: "not_found";
            groupId: string;
          }
        | {
            /** @constant */
            kind: "failed";
            groupId: string;
          }
      )[];
    };
    RegressionCaseList: {
      items: {
        caseId: string;
        runId: string;
        groupId: string | null;
        query: string;
        expected: {
          /** @enum {string} */
          runState: "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
          releaseOutcome: components["schemas"]["ReleaseOutcome"];
          fallbackType: components["schemas"]["FallbackType"] | null;
        };
        observed: {
          /** @enum {string} */
          runState: "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
          releaseOutcome: components["schemas"]["ReleaseOutcome"];
          fallbackType: components["schemas"]["FallbackType"] | null;
        };
        evidenceCount: number;
        createdBy: string;
        createdAt: number;
      }[];
    };
    RegressionCaseDetail: {
      caseId: string;
      runId: string;
      groupId: string | null;
      query: string;
      expected: {
        /** @enum {string} */
        runState: "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
        releaseOutcome: components["schemas"]["ReleaseOutcome"];
        fallbackType: components["schemas"]["FallbackType"] | null;
      };
      observed: {
        /** @enum {string} */
        runState: "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
        releaseOutcome: components["schemas"]["ReleaseOutcome"];
        fallbackType: components["schemas"]["FallbackType"] | null;
      };
      evidenceCount: number;
      createdBy: string;
      createdAt: number;
      evidence: components["schemas"]["ToolRecord"][];
    };
    MakeCaseReply: {
      /** @enum {string} */
      kind: "made" | "updated" | "unchanged";
      case: {
        caseId: string;
        runId: string;
        groupId: string | null;
        query: string;
        expected: {
          /** @enum {string} */
          runState: "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
          releaseOutcome: components["schemas"]["ReleaseOutcome"];
          fallbackType: components["schemas"]["FallbackType"] | null;
        };
        observed: {
          /** @enum {string} */
          runState: "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
          releaseOutcome: components["schemas"]["ReleaseOutcome"];
          fallbackType: components["schemas"]["FallbackType"] | null;
        };
        evidenceCount: number;
        createdBy: string;
        createdAt: number;
      };
    };
    RemoveCaseReply: {
      /** @constant */
      removed: true;
    };
    ReplayList: {
      items: {
        replayId: string;
        /** @enum {string} */
        state: "RUNNING" | "FINISHED" | "CANCELLED";
        startedBy: string;
        startedAt: number;
        endedAt: number | null;
        cancelledBy: string | null;
      }[];
    };
    Replay: {
      replayId: string;
      /** @enum {string} */
      state: "RUNNING" | "FINISHED" | "CANCELLED";
      startedBy: string;
      startedAt: number;
      endedAt: number | null;
      cancelledBy: string | null;
      items: {
        ordinal: number;
        caseId: string;
        query: string;
        /** @enum {string} */
        state: "WAITING" | "RUNNING" | "ENDED" | "NOT_RUN";
        expected: {
          /** @enum {string} */
          runState: "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
          releaseOutcome: components["schemas"]["ReleaseOutcome"];
          fallbackType: components["schemas"]["FallbackType"] | null;
        };
        before: {
          /** @enum {string} */
          runState: "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
          releaseOutcome: components["schemas"]["ReleaseOutcome"];
          fallbackType: components["schemas"]["FallbackType"] | null;
        };
        beforeRunId: string;
        after: {
          /** @enum {string} */
          runState: "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED";
          releaseOutcome: components["schemas"]["ReleaseOutcome"];
          fallbackType: components["schemas"]["FallbackType"] | null;
        } | null;
        runId: string | null;
        change: ("fixed" | "broken" | "still_right" | "still_wrong" | "wrong_otherwise") | null;
        problem: string | null;
      }[];
    };
    CancelReplayReply: {
      /** @enum {string} */
      kind: "cancelled" | "unchanged";
      replay: components["schemas"]["Replay"];
    };
    KnowledgeList: {
      items: {
        /** @enum {string} */
        kind: "playbook" | "document";
        name: string;
        title: string;
        file: string | null;
        /** @enum {string} */
        origin: "shipped" | "edited" | "console";
        /** @enum {string} */
        state: "active" | "disabled" | "broken";
        version: number;
        changedBy: string | null;
        changedAt: number | null;
        parts: number;
        problems: {
          /** @enum {string} */
          severity: "error" | "warning";
          field: string;
          line: number | null;
          message: string;
        }[];
      }[];
      problems: {
        file: string;
        message: string;
      }[];
    };
    KnowledgeDetail: {
      entry: {
        /** @enum {string} */
        kind: "playbook" | "document";
        name: string;
        title: string;
        file: string | null;
        /** @enum {string} */
        origin: "shipped" | "edited" | "console";
        /** @enum {string} */
        state: "active" | "disabled" | "broken";
        version: number;
        changedBy: string | null;
        changedAt: number | null;
        parts: number;
        problems: {
          /** @enum {string} */
          severity: "error" | "warning";
          field: string;
          line: number | null;
          message: string;
        }[];
      };
      text: string;
      versions: {
        version: number;
        /** @enum {string} */
        action: "save" | "disable" | "enable" | "revert";
        by: string;
        at: number;
        hasText: boolean;
      }[];
    };
    KnowledgeVersionText: {
      text: string;
    };
    KnowledgeRuns: {
      items: components["schemas"]["RunSummary"][];
      lookedAt: number | null;
    };
    RetrievalReply: {
      threshold: number;
      playbooks: {
        name: string;
        title: string;
        score: number;
      }[];
      passages: {
        name: string;
        title: string;
        heading: string;
        text: string;
        score: number;
      }[];
    };
    CheckKnowledgeReply: {
      ok: boolean;
      name: string | null;
      title: string | null;
      problems: {
        /** @enum {string} */
        severity: "error" | "warning";
        field: string;
        line: number | null;
        message: string;
      }[];
    };
    KnowledgeEntryReply: {
      entry: {
        /** @enum {string} */
        kind: "playbook" | "document";
        name: string;
        title: string;
        file: string | null;
        /** @enum {string} */
        origin: "shipped" | "edited" | "console";
        /** @enum {string} */
        state: "active" | "disabled" | "broken";
        version: number;
        changedBy: string | null;
        changedAt: number | null;
        parts: number;
        problems: {
          /** @enum {string} */
          severity: "error" | "warning";
          field: string;
          line: number | null;
          message: string;
        }[];
      };
    };
    SettingsReply: {
      sources: {
        /** @enum {string} */
        kind: "mysql" | "prometheus" | "mcp";
        name: string;
        description: string;
        address: string;
        account: string | null;
        tls: string | null;
        policy: string[];
        setBy: string;
      }[];
      model: {
        name: string;
        language: {
          baseUrl: string;
          hasKey: boolean;
          modelId: string;
          guardModelId: string;
          routerModelId: string;
          callTimeoutMs: number;
          maxOutputTokens: number;
        } | null;
      };
      limits: {
        version: number;
        changedBy: string | null;
        changedAt: number | null;
        budget: {
          modelCalls: number;
          toolCalls: number;
          tokens: number;
          bytes: number;
          wallTimeMs: number;
        };
        defaultBudget: {
          modelCalls: number;
          toolCalls: number;
          tokens: number;
          bytes: number;
          wallTimeMs: number;
        };
        maxRuns: number;
        defaultMaxRuns: number;
        graceMs: number;
      };
    };
    TestReply: {
      ok: boolean;
      detail: string;
      warning: string | null;
      tookMs: number;
    };
    LimitsReply: {
      limits: {
        version: number;
        changedBy: string | null;
        changedAt: number | null;
        budget: {
          modelCalls: number;
          toolCalls: number;
          tokens: number;
          bytes: number;
          wallTimeMs: number;
        };
        defaultBudget: {
          modelCalls: number;
          toolCalls: number;
          tokens: number;
          bytes: number;
          wallTimeMs: number;
        };
        maxRuns: number;
        defaultMaxRuns: number;
        graceMs: number;
      };
    };
    SavedViewList: {
      items: {
        viewId: string;
        name: string;
        search: string;
        shared: boolean;
        ownerName: string;
        isMine: boolean;
        createdAt: number;
      }[];
    };
    SavedViewReply: {
      view: {
        viewId: string;
        name: string;
        search: string;
        shared: boolean;
        ownerName: string;
        isMine: boolean;
        createdAt: number;
      };
    };
    WhoAmIReply: {
      principal:
        | {
            /** @constant */
            kind: "session";
            userId: string;
            name: string;
            email: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "administrator";
            mustChangePassword: boolean;
          }
        | {
            /** @constant */
            kind: "token";
            tokenId: string;
            name: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "administrator";
          };
    };
    DoneReply: {
      /** @constant */
      done: true;
    };
    UserList: {
      items: {
        userId: string;
        name: string;
        email: string;
        /** @enum {string} */
        role: "viewer" | "operator" | "administrator";
        mustChangePassword: boolean;
        disabledAt: number | null;
        lastSignInAt: number | null;
        createdAt: number;
      }[];
    };
    UserReply: {
      user: {
        userId: string;
        name: string;
        email: string;
        /** @enum {string} */
        role: "viewer" | "operator" | "administrator";
        mustChangePassword: boolean;
        disabledAt: number | null;
        lastSignInAt: number | null;
        createdAt: number;
      };
    };
    OneTimePasswordReply: {
      user: {
        userId: string;
        name: string;
        email: string;
        /** @enum {string} */
        role: "viewer" | "operator" | "administrator";
        mustChangePassword: boolean;
        disabledAt: number | null;
        lastSignInAt: number | null;
        createdAt: number;
      };
      oneTimePassword: string;
    };
    TokenList: {
      items: {
        tokenId: string;
        name: string;
        /** @enum {string} */
        role: "viewer" | "operator" | "administrator";
        createdBy: string;
        createdAt: number;
        expiresAt: number;
        lastUsedAt: number | null;
        revokedAt: number | null;
      }[];
    };
    TokenReply: {
      token: {
        tokenId: string;
        name: string;
        /** @enum {string} */
        role: "viewer" | "operator" | "administrator";
        createdBy: string;
        createdAt: number;
        expiresAt: number;
        lastUsedAt: number | null;
        revokedAt: number | null;
      };
    };
    CreateTokenReply: {
      token: {
        tokenId: string;
        name: string;
        /** @enum {string} */
        role: "viewer" | "operator" | "administrator";
        createdBy: string;
        createdAt: number;
        expiresAt: number;
        lastUsedAt: number | null;
        revokedAt: number | null;
      };
      secret: string;
    };
    AuditPage: {
      items: {
        auditId: string;
        at: number;
        actor: {
          /** @enum {string} */
          kind: "session" | "token" | "host" | "nobody";
          id: string | null;
          name: string;
        };
        /** @enum {string} */
        action:
          | "session.sign_in"
          | "session.sign_out"
          | "password.change"
          | "user.create"
          | "user.change"
          | "user.reset_password"
          | "token.create"
          | "token.revoke"
          | "knowledge.save"
          | "knowledge.change"
          | "settings.change"
          | "run.start"
          | "run.cancel"
          | "webhook.create"
          | "webhook.change"
          | "webhook.rotate_secret"
          | "webhook.remove"
          | "access.refused";
        /** @enum {string} */
        outcome: "changed" | "no_change" | "refused";
        target: string | null;
        address: string | null;
        before: {
          [key: string]: string | number | boolean | null;
        } | null;
        after: {
          [key: string]: string | number | boolean | null;
        } | null;
      }[];
      nextCursor: string | null;
    };
    Webhook: {
      webhookId: string;
      url: string;
      events: ("run.finished" | "run.fallback" | "triage.reopened")[];
      description: string;
      enabled: boolean;
      disabledReason: string | null;
      createdBy: string;
      createdAt: number;
      changedAt: number;
    };
    WebhookList: {
      items: components["schemas"]["Webhook"][];
    };
    WebhookReply: {
      webhook: components["schemas"]["Webhook"];
    };
    WebhookSecretReply: {
      webhook: components["schemas"]["Webhook"];
      secret: string;
    };
    RemoveWebhookReply: {
      /** @constant */
      removed: true;
    };
    WebhookDelivery: {
      messageId: string;
      type: string;
      /** @enum {string} */
      status: "PENDING" | "DELIVERED" | "FAILED";
      createdAt: number;
      nextAttemptAt: number | null;
      attempts: {
        number: number;
        at: number;
        durationMs: number;
        status: number | null;
        failure:
          | (
              | "HTTP_STATUS"
              | "REDIRECTED"
              | "TIMED_OUT"
              | "CONNECTION_FAILED"
              | "NAME_NOT_FOUND"
              | "ADDRESS_REFUSED"
              | "SECRET_UNREADABLE"
            )
          | null;
      }[];
    };
    DeliveryPage: {
      items: components["schemas"]["WebhookDelivery"][];
      nextCursor: string | null;
    };
    QueuedReply: {
      messageId: string;
    };
    WebhookMessage:
      | {
          /** @constant */
          type: "run.finished";
          /** Format: date-time */
          timestamp: string;
          data: {
            runId: string;
            sessionId: string;
            runState: components["schemas"]["TerminalRunState"];
            releaseOutcome: components["schemas"]["ReleaseOutcome"];
            fallbackType: components["schemas"]["FallbackType"] | null;
            failureCode: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            completedAt: string;
            durationMs: number;
          };
        }
      | {
          /** @constant */
          type: "run.fallback";
          /** Format: date-time */
          timestamp: string;
          data: {
            runId: string;
            sessionId: string;
            runState: components["schemas"]["TerminalRunState"];
            releaseOutcome: components["schemas"]["ReleaseOutcome"];
            fallbackType: components["schemas"]["FallbackType"] | null;
            failureCode: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            completedAt: string;
            durationMs: number;
          };
        }
      | {
          /** @constant */
          type: "triage.reopened";
          /** Format: date-time */
          timestamp: string;
          data: {
            groupId: string;
            runId: string | null;
            by: string;
            resolution:
              | ("KNOWLEDGE_GAP" | "MISSING_CONTEXT" | "TOOL_BROKEN" | "MODEL_WRONG" | "WORKING_AS_INTENDED")
              | null;
          };
        }
      | {
          /** @constant */
          type: "webhook.test";
          /** Format: date-time */
          timestamp: string;
          data: {
            webhookId: string;
          };
        };
    HealthReply: {
      /** @constant */
      status: "up";
    };
    ReadyReply: {
      ready: boolean;
      checks: {
        store: {
          ok: boolean;
          detail: string;
        };
        engine: {
          ok: boolean;
          detail: string;
        };
        model: {
          ok: boolean;
          detail: string;
        };
        sources: {
          ok: boolean;
          detail: string;
        };
      };
    };
    /** @description Any JSON value. */
    JsonValue: unknown;
  };
  responses: {
    /**
     * @description FORBIDDEN_HOST: The Host header is not allowed.
     *     FORBIDDEN: That is not permitted.
     *     PASSWORD_CHANGE_REQUIRED: Choose a password of your own first.
     *     FORBIDDEN_ORIGIN: The request comes from another site.
     */
    "FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN": {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "FORBIDDEN_HOST" | "FORBIDDEN" | "PASSWORD_CHANGE_REQUIRED" | "FORBIDDEN_ORIGIN";
        };
      };
    };
    /** @description INVALID_REQUEST: The request is not valid. */
    INVALID_REQUEST: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "INVALID_REQUEST";
        };
      };
    };
    /** @description INTERNAL: Something failed inside the server. */
    INTERNAL: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "INTERNAL";
        };
      };
    };
    /**
     * @description STORE_UNAVAILABLE: The store cannot be reached.
     *     SHUTTING_DOWN: The server is stopping.
     */
    "STORE_UNAVAILABLE.SHUTTING_DOWN": {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "STORE_UNAVAILABLE" | "SHUTTING_DOWN";
        };
      };
    };
    /** @description UNAUTHENTICATED: Sign in first. */
    UNAUTHENTICATED: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "UNAUTHENTICATED";
        };
      };
    };
    /** @description BODY_TOO_LARGE: The request body is too large. */
    BODY_TOO_LARGE: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "BODY_TOO_LARGE";
        };
      };
    };
    /** @description UNSUPPORTED_MEDIA_TYPE: The body must be application/json. */
    UNSUPPORTED_MEDIA_TYPE: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "UNSUPPORTED_MEDIA_TYPE";
        };
      };
    };
    /** @description TOO_MANY_RUNS: Too many runs are in progress. */
    TOO_MANY_RUNS: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "TOO_MANY_RUNS";
        };
      };
    };
    /** @description IDEMPOTENCY_CONFLICT: The idempotency key was used for another request. */
    IDEMPOTENCY_CONFLICT: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "IDEMPOTENCY_CONFLICT";
        };
      };
    };
    /**
     * @description FORBIDDEN_HOST: The Host header is not allowed.
     *     FORBIDDEN: That is not permitted.
     *     PASSWORD_CHANGE_REQUIRED: Choose a password of your own first.
     */
    "FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED": {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "FORBIDDEN_HOST" | "FORBIDDEN" | "PASSWORD_CHANGE_REQUIRED";
        };
      };
    };
    /**
     * @description INVALID_REQUEST: The request is not valid.
     *     INVALID_CURSOR: The cursor is not valid.
     */
    "INVALID_REQUEST.INVALID_CURSOR": {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "INVALID_REQUEST" | "INVALID_CURSOR";
        };
      };
    };
    /** @description STORE_UNAVAILABLE: The store cannot be reached. */
    STORE_UNAVAILABLE: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "STORE_UNAVAILABLE";
        };
      };
    };
    /** @description RUN_NOT_FOUND: There is no such run. */
    RUN_NOT_FOUND: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "RUN_NOT_FOUND";
        };
      };
    };
    /**
     * @description RUN_ALREADY_TERMINATED: The run has already ended.
     *     RUN_NOT_HELD: The run is not held by this process.
     */
    "RUN_ALREADY_TERMINATED.RUN_NOT_HELD": {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "RUN_ALREADY_TERMINATED" | "RUN_NOT_HELD";
        };
      };
    };
    /** @description RUN_COUNT_CHANGED: The filter matches another number of runs by now. */
    RUN_COUNT_CHANGED: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "RUN_COUNT_CHANGED";
        };
      };
    };
    /** @description TRIAGE_NOT_FOUND: There is no such group, case or replay. */
    TRIAGE_NOT_FOUND: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "TRIAGE_NOT_FOUND";
        };
      };
    };
    /**
     * @description TRIAGE_CONFLICT: Somebody else has changed it.
     *     TRIAGE_REFUSED: That cannot be done as things stand.
     */
    "TRIAGE_CONFLICT.TRIAGE_REFUSED": {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "TRIAGE_CONFLICT" | "TRIAGE_REFUSED";
        };
      };
    };
    /** @description TRIAGE_REFUSED: That cannot be done as things stand. */
    TRIAGE_REFUSED: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "TRIAGE_REFUSED";
        };
      };
    };
    /** @description KNOWLEDGE_NOT_FOUND: There is no such playbook or document. */
    KNOWLEDGE_NOT_FOUND: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "KNOWLEDGE_NOT_FOUND";
        };
      };
    };
    /** @description KNOWLEDGE_INVALID: The text cannot be used. */
    KNOWLEDGE_INVALID: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "KNOWLEDGE_INVALID";
        };
      };
    };
    /** @description KNOWLEDGE_CONFLICT: Somebody else has changed it. */
    KNOWLEDGE_CONFLICT: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "KNOWLEDGE_CONFLICT";
        };
      };
    };
    /** @description NOT_FOUND: There is nothing at this address. */
    NOT_FOUND: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "NOT_FOUND";
        };
      };
    };
    /** @description SETTING_CONFLICT: Somebody else has changed it. */
    SETTING_CONFLICT: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "SETTING_CONFLICT";
        };
      };
    };
    /** @description VIEW_NOT_FOUND: There is no such saved view. */
    VIEW_NOT_FOUND: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "VIEW_NOT_FOUND";
        };
      };
    };
    /**
     * @description FORBIDDEN_HOST: The Host header is not allowed.
     *     FORBIDDEN_ORIGIN: The request comes from another site.
     */
    "FORBIDDEN_HOST.FORBIDDEN_ORIGIN": {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "FORBIDDEN_HOST" | "FORBIDDEN_ORIGIN";
        };
      };
    };
    /** @description SIGN_IN_REFUSED: Address and password do not go together. */
    SIGN_IN_REFUSED: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "SIGN_IN_REFUSED";
        };
      };
    };
    /** @description TOO_MANY_ATTEMPTS: Too many attempts to sign in. */
    TOO_MANY_ATTEMPTS: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "TOO_MANY_ATTEMPTS";
        };
      };
    };
    /** @description EMAIL_TAKEN: The address belongs to a user already. */
    EMAIL_TAKEN: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "EMAIL_TAKEN";
        };
      };
    };
    /** @description USER_NOT_FOUND: There is no such user. */
    USER_NOT_FOUND: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "USER_NOT_FOUND";
        };
      };
    };
    /** @description LAST_ADMINISTRATOR: There has to be an administrator. */
    LAST_ADMINISTRATOR: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "LAST_ADMINISTRATOR";
        };
      };
    };
    /** @description TOKEN_NOT_FOUND: There is no such API token. */
    TOKEN_NOT_FOUND: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "TOKEN_NOT_FOUND";
        };
      };
    };
    /** @description WEBHOOK_REFUSED: The webhook cannot be kept as things stand. */
    WEBHOOK_REFUSED: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "WEBHOOK_REFUSED";
        };
      };
    };
    /** @description WEBHOOK_NOT_FOUND: There is no such webhook or delivery. */
    WEBHOOK_NOT_FOUND: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "WEBHOOK_NOT_FOUND";
        };
      };
    };
    /** @description FORBIDDEN_HOST: The Host header is not allowed. */
    FORBIDDEN_HOST: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"] & {
          /** @enum {unknown} */
          code?: "FORBIDDEN_HOST";
        };
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  postChat: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["StartRunRequest"];
      };
    };
    responses: {
      /** @description Server-sent events; the data of each is that of PublicFrame. metadata, status…, then content or failure, then done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": string;
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      429: components["responses"]["TOO_MANY_RUNS"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE.SHUTTING_DOWN"];
    };
  };
  getRuns: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        state?: ("RUNNING" | "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED")[];
        outcome?: ("SUCCESS" | "FALLBACK" | "FAILED" | "CANCELLED")[];
        fallback?: (
          | "MISSING_REQUIRED_CONTEXT"
          | "INSUFFICIENT_EVIDENCE"
          | "EVIDENCE_VALIDATION_FAILED"
          | "SEMANTIC_UNSUPPORTED"
          | "SEMANTIC_UNAVAILABLE"
        )[];
        intent?: ("SYSTEM_CHAT" | "KNOWLEDGE_QUERY" | "DIAGNOSIS")[];
        stopReason?: ("INFORMATION_SATURATED" | "PROGRESS_PROTOCOL_VIOLATED" | "BUDGET_LIMIT_REACHED")[];
        session?: string;
        triage?: ("NEW" | "ACKNOWLEDGED" | "RESOLVED")[];
        assignee?: string;
        label?: string;
        from?: number;
        to?: number;
        text?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunPage"];
        };
      };
      400: components["responses"]["INVALID_REQUEST.INVALID_CURSOR"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postRuns: {
    parameters: {
      query?: never;
      header?: {
        /** @description 1 to 191 visible ASCII characters. The same request with the same key starts one run. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["StartRunRequest"];
      };
    };
    responses: {
      /** @description The run was started, or had been with the same key. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["StartRunReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      409: components["responses"]["IDEMPOTENCY_CONFLICT"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      429: components["responses"]["TOO_MANY_RUNS"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE.SHUTTING_DOWN"];
    };
  };
  getRunsCounts: {
    parameters: {
      query?: {
        state?: ("RUNNING" | "SUCCESS" | "FAILED" | "CANCELLED" | "TIMED_OUT" | "BUDGET_EXHAUSTED")[];
        outcome?: ("SUCCESS" | "FALLBACK" | "FAILED" | "CANCELLED")[];
        fallback?: (
          | "MISSING_REQUIRED_CONTEXT"
          | "INSUFFICIENT_EVIDENCE"
          | "EVIDENCE_VALIDATION_FAILED"
          | "SEMANTIC_UNSUPPORTED"
          | "SEMANTIC_UNAVAILABLE"
        )[];
        intent?: ("SYSTEM_CHAT" | "KNOWLEDGE_QUERY" | "DIAGNOSIS")[];
        stopReason?: ("INFORMATION_SATURATED" | "PROGRESS_PROTOCOL_VIOLATED" | "BUDGET_LIMIT_REACHED")[];
        session?: string;
        triage?: ("NEW" | "ACKNOWLEDGED" | "RESOLVED")[];
        assignee?: string;
        label?: string;
        from?: number;
        to?: number;
        text?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunCounts"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getRunsById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunDetail"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["RUN_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getRunsByIdTrace: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TracePage"];
        };
      };
      400: components["responses"]["INVALID_REQUEST.INVALID_CURSOR"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["RUN_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getRunsByIdTools: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ToolPage"];
        };
      };
      400: components["responses"]["INVALID_REQUEST.INVALID_CURSOR"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["RUN_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getRunsByIdLedger: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LedgerPage"];
        };
      };
      400: components["responses"]["INVALID_REQUEST.INVALID_CURSOR"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["RUN_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getRunsByIdEvents: {
    parameters: {
      query?: {
        after?: number;
      };
      header?: {
        /** @description The id of the last event that was seen: the stream goes on after it. */
        "Last-Event-ID"?: number;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Server-sent events; the data of each is that of WatchFrame. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": string;
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["RUN_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getRunsByIdExport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunExport"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["RUN_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getRunsByIdPublicStream: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PublicStreamReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["RUN_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getRunsByIdReruns: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunPage"];
        };
      };
      400: components["responses"]["INVALID_REQUEST.INVALID_CURSOR"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["RUN_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postRunsByIdRerun: {
    parameters: {
      query?: never;
      header?: {
        /** @description 1 to 191 visible ASCII characters. The same request with the same key starts one run. */
        "Idempotency-Key"?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["RerunRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["StartRunReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["RUN_NOT_FOUND"];
      409: components["responses"]["IDEMPOTENCY_CONFLICT"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      429: components["responses"]["TOO_MANY_RUNS"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE.SHUTTING_DOWN"];
    };
  };
  postRunsByIdCancel: {
    parameters: {
      query?: {
        wait?: number;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["CancelRunRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CancelRunReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["RUN_NOT_FOUND"];
      409: components["responses"]["RUN_ALREADY_TERMINATED.RUN_NOT_HELD"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postRunsCancel: {
    parameters: {
      query?: {
        wait?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BulkCancelRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkCancelReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      409: components["responses"]["RUN_COUNT_CHANGED"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getTriageGroups: {
    parameters: {
      query?: {
        status?: ("NEW" | "ACKNOWLEDGED" | "RESOLVED")[];
        outcome?: ("FALLBACK" | "FAILED")[];
        fallback?: (
          | "MISSING_REQUIRED_CONTEXT"
          | "INSUFFICIENT_EVIDENCE"
          | "EVIDENCE_VALIDATION_FAILED"
          | "SEMANTIC_UNSUPPORTED"
          | "SEMANTIC_UNAVAILABLE"
        )[];
        failure?: (
          | "RUN_CANCELLED"
          | "RUN_TIMED_OUT"
          | "BUDGET_EXHAUSTED"
          | "ROUTING_FAILED"
          | "MODEL_FAILED"
          | "DRAFT_REJECTED"
          | "NO_SAFE_CONTENT"
          | "STORE_UNAVAILABLE"
          | "OWNER_LOST"
          | "SERVER_STOPPED"
          | "INTERNAL_FAILURE"
        )[];
        assignee?: string;
        assigned?: "none" | "any";
        label?: string[];
        text?: string;
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TriagePage"];
        };
      };
      400: components["responses"]["INVALID_REQUEST.INVALID_CURSOR"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getTriageGroupsById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TriageGroupDetail"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["TRIAGE_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  patchTriageGroupsById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeTriageRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ChangeTriageReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["TRIAGE_NOT_FOUND"];
      409: components["responses"]["TRIAGE_CONFLICT.TRIAGE_REFUSED"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getTriageGroupsByIdRuns: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RunPage"];
        };
      };
      400: components["responses"]["INVALID_REQUEST.INVALID_CURSOR"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["TRIAGE_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getTriageCounts: {
    parameters: {
      query?: {
        status?: ("NEW" | "ACKNOWLEDGED" | "RESOLVED")[];
        outcome?: ("FALLBACK" | "FAILED")[];
        fallback?: (
          | "MISSING_REQUIRED_CONTEXT"
          | "INSUFFICIENT_EVIDENCE"
          | "EVIDENCE_VALIDATION_FAILED"
          | "SEMANTIC_UNSUPPORTED"
          | "SEMANTIC_UNAVAILABLE"
        )[];
        failure?: (
          | "RUN_CANCELLED"
          | "RUN_TIMED_OUT"
          | "BUDGET_EXHAUSTED"
          | "ROUTING_FAILED"
          | "MODEL_FAILED"
          | "DRAFT_REJECTED"
          | "NO_SAFE_CONTENT"
          | "STORE_UNAVAILABLE"
          | "OWNER_LOST"
          | "SERVER_STOPPED"
          | "INTERNAL_FAILURE"
        )[];
        assignee?: string;
        assigned?: "none" | "any";
        label?: string[];
        text?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TriageCounts"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getTriageExport: {
    parameters: {
      query: {
        status?: ("NEW" | "ACKNOWLEDGED" | "RESOLVED")[];
        outcome?: ("FALLBACK" | "FAILED")[];
        fallback?: (
          | "MISSING_REQUIRED_CONTEXT"
          | "INSUFFICIENT_EVIDENCE"
          | "EVIDENCE_VALIDATION_FAILED"
          | "SEMANTIC_UNSUPPORTED"
          | "SEMANTIC_UNAVAILABLE"
        )[];
        failure?: (
          | "RUN_CANCELLED"
          | "RUN_TIMED_OUT"
          | "BUDGET_EXHAUSTED"
          | "ROUTING_FAILED"
          | "MODEL_FAILED"
          | "DRAFT_REJECTED"
          | "NO_SAFE_CONTENT"
          | "STORE_UNAVAILABLE"
          | "OWNER_LOST"
          | "SERVER_STOPPED"
          | "INTERNAL_FAILURE"
        )[];
        assignee?: string;
        assigned?: "none" | "any";
        label?: string[];
        text?: string;
        format: "jsonl" | "csv";
        of?: "groups" | "runs";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One line for each group or run. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/x-ndjson": string;
          "text/csv": string;
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postTriageBulkPreview: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PreviewBulkRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkPreview"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postTriageBulk: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BulkChangeRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BulkChangeReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getTriageCases: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RegressionCaseList"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postTriageCases: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MakeCaseRequest"];
      };
    };
    responses: {
      /** @description The run was a case before. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MakeCaseReply"];
        };
      };
      /** @description As asked. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MakeCaseReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["RUN_NOT_FOUND"];
      409: components["responses"]["TRIAGE_REFUSED"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getTriageCasesById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RegressionCaseDetail"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["TRIAGE_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  deleteTriageCasesById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RemoveCaseReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["TRIAGE_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getTriageReplays: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReplayList"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postTriageReplays: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["StartReplayRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Replay"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["TRIAGE_NOT_FOUND"];
      409: components["responses"]["TRIAGE_REFUSED"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getTriageReplaysById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Replay"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["TRIAGE_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postTriageReplaysByIdCancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CancelReplayReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["TRIAGE_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getStats: {
    parameters: {
      query: {
        from: number;
        to: number;
        bucket?: "hour" | "day";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["StatsReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getKnowledge: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KnowledgeList"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getKnowledgeEntry: {
    parameters: {
      query: {
        kind: "playbook" | "document";
        name: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KnowledgeDetail"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["KNOWLEDGE_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postKnowledgeEntry: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SaveKnowledgeRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KnowledgeEntryReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["KNOWLEDGE_NOT_FOUND"];
      409: components["responses"]["KNOWLEDGE_CONFLICT"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      422: components["responses"]["KNOWLEDGE_INVALID"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getKnowledgeVersion: {
    parameters: {
      query: {
        kind: "playbook" | "document";
        name: string;
        version: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KnowledgeVersionText"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["KNOWLEDGE_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getKnowledgeRuns: {
    parameters: {
      query: {
        kind: "playbook" | "document";
        name: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KnowledgeRuns"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["KNOWLEDGE_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getKnowledgeRetrieval: {
    parameters: {
      query: {
        question: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RetrievalReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postKnowledgeCheck: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CheckKnowledgeRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CheckKnowledgeReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postKnowledgeChange: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeKnowledgeRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KnowledgeEntryReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["KNOWLEDGE_NOT_FOUND"];
      409: components["responses"]["KNOWLEDGE_CONFLICT"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      422: components["responses"]["KNOWLEDGE_INVALID"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SettingsReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postSettingsTest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TestRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TestReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["NOT_FOUND"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postSettingsLimits: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeLimitsRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LimitsReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      409: components["responses"]["SETTING_CONFLICT"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getSavedViews: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SavedViewList"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postSavedViews: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SaveViewRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SavedViewReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  deleteSavedViewsById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DoneReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["VIEW_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WhoAmIReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SignInRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WhoAmIReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["SIGN_IN_REFUSED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN_ORIGIN"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      429: components["responses"]["TOO_MANY_ATTEMPTS"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  deleteSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DoneReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postSessionPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangePasswordRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DoneReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      429: components["responses"]["TOO_MANY_ATTEMPTS"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getUsers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserList"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postUsers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateUserRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OneTimePasswordReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      409: components["responses"]["EMAIL_TAKEN"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  patchUsersById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeUserRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UserReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["USER_NOT_FOUND"];
      409: components["responses"]["LAST_ADMINISTRATOR"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postUsersByIdReset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OneTimePasswordReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["USER_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenList"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateTokenRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CreateTokenReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  deleteTokensById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["TOKEN_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getAudit: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        action?:
          | "session.sign_in"
          | "session.sign_out"
          | "password.change"
          | "user.create"
          | "user.change"
          | "user.reset_password"
          | "token.create"
          | "token.revoke"
          | "knowledge.save"
          | "knowledge.change"
          | "settings.change"
          | "run.start"
          | "run.cancel"
          | "webhook.create"
          | "webhook.change"
          | "webhook.rotate_secret"
          | "webhook.remove"
          | "access.refused";
        outcome?: "changed" | "no_change" | "refused";
        actor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AuditPage"];
        };
      };
      400: components["responses"]["INVALID_REQUEST.INVALID_CURSOR"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookList"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateWebhookRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookSecretReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      409: components["responses"]["WEBHOOK_REFUSED"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  deleteWebhooksById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RemoveWebhookReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["WEBHOOK_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  patchWebhooksById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeWebhookRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["WEBHOOK_NOT_FOUND"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postWebhooksByIdSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookSecretReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["WEBHOOK_NOT_FOUND"];
      409: components["responses"]["WEBHOOK_REFUSED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postWebhooksByIdTest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["QueuedReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["WEBHOOK_NOT_FOUND"];
      409: components["responses"]["WEBHOOK_REFUSED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getWebhooksByIdDeliveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: "PENDING" | "DELIVERED" | "FAILED";
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeliveryPage"];
        };
      };
      400: components["responses"]["INVALID_REQUEST.INVALID_CURSOR"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      404: components["responses"]["WEBHOOK_NOT_FOUND"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  postWebhooksByIdDeliveries: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RedeliverRequest"];
      };
    };
    responses: {
      /** @description As asked. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["QueuedReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED.FORBIDDEN_ORIGIN"];
      404: components["responses"]["WEBHOOK_NOT_FOUND"];
      409: components["responses"]["WEBHOOK_REFUSED"];
      413: components["responses"]["BODY_TOO_LARGE"];
      415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Prometheus text exposition format 0.0.4. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/plain": string;
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getOpenapiJson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OpenAPI 3.1. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            [key: string]: unknown;
          };
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      401: components["responses"]["UNAUTHENTICATED"];
      403: components["responses"]["FORBIDDEN_HOST.FORBIDDEN.PASSWORD_CHANGE_REQUIRED"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["HealthReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      403: components["responses"]["FORBIDDEN_HOST"];
      500: components["responses"]["INTERNAL"];
      503: components["responses"]["STORE_UNAVAILABLE"];
    };
  };
  getReady: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReadyReply"];
        };
      };
      400: components["responses"]["INVALID_REQUEST"];
      403: components["responses"]["FORBIDDEN_HOST"];
      500: components["responses"]["INTERNAL"];
      /**
       * @description A part does not answer.
       *     STORE_UNAVAILABLE: The store cannot be reached.
       */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReadyReply"];
          "application/problem+json": components["schemas"]["Problem"] & {
            /** @enum {unknown} */
            code?: "STORE_UNAVAILABLE";
          };
        };
      };
    };
  };
}
