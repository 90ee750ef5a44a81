"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BUDGET_RESOURCE_TABLE, BUDGET_RESOURCES, type BudgetOverride } from "@/lib/contracts/budget";
import {
  MAX_RUNS_LIMIT,
  StoredLimits,
  type ChangeLimitsRequest,
  type LimitFacts,
} from "@/lib/contracts/settings";
import { formatAgo, formatDuration, formatExactHint } from "@/lib/client/format-time";
import { settingsClient } from "@/lib/client/settings-client";
import { settingsOptions } from "@/lib/client/settings-queries";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { TextField } from "../ui/text-field";
import { useNow } from "../ui/use-now";
import { SettingsContent } from "./settings-content";
import { SettingsSection } from "./settings-section";

/** The limits of runs that begin from now on. */
export function LimitsPage() {
  return (
    <SettingsSection
      label="Limits"
      lead="What a run may use that names no limits of its own. A change holds for runs that begin afterwards; an empty field is the default."
    >
      <SettingsContent>{({ limits }) => <LimitsForm key={limits.version} limits={limits} />}</SettingsContent>
    </SettingsSection>
  );
}

function LimitsForm({ limits }: { readonly limits: LimitFacts }) {
  const { version, changedBy, changedAt, budget, defaultBudget, maxRuns, defaultMaxRuns, graceMs } = limits;
  const client = useQueryClient();
  const now = useNow(true);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const change = useMutation({
    mutationFn: (body: ChangeLimitsRequest) => settingsClient.changeLimits(body),
    onSuccess: () => client.invalidateQueries({ queryKey: settingsOptions.queryKey }),
  });
  const submit = (form: FormData) => {
    const read = readLimits(form);
    setProblems(read.problems);
    if (read.limits !== null) change.mutate({ version, limits: read.limits });
  };
  return (
    <form
      aria-label="Limits of new runs"
      className="panel grid gap-4 px-4 py-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      {change.isError && (
        <Notice title="The limits were not changed" tone="bad" urgent>
          <p>{change.error.message}</p>
          <Button
            className="mt-2"
            onClick={() => void client.invalidateQueries({ queryKey: settingsOptions.queryKey })}
            size="sm"
          >
            Look at them again
          </Button>
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {BUDGET_RESOURCES.map((resource) => {
          const { label, unit, max } = BUDGET_RESOURCE_TABLE[resource];
          const standard = defaultBudget[resource];
          return (
            <TextField
              defaultValue={budget[resource] === standard ? "" : budget[resource]}
              hint={`Default ${inFull(standard)}, at most ${inFull(max)}`}
              inputMode="numeric"
              key={resource}
              label={unit === "ms" ? `${label} (ms)` : label}
              name={resource}
              placeholder={String(standard)}
              problem={problems[resource]}
            />
          );
        })}
        <TextField
          defaultValue={maxRuns === defaultMaxRuns ? "" : maxRuns}
          hint={`INTERLOCK_MAX_RUNS is ${inFull(defaultMaxRuns)}; beyond it a question is answered "not now"`}
          inputMode="numeric"
          label="Runs at once"
          name="maxRuns"
          placeholder={String(defaultMaxRuns)}
          problem={problems["maxRuns"]}
        />
      </div>
      <p className="text-xs text-mute">
        When the server stops, runs may go on for {formatDuration(graceMs)} (INTERLOCK_GRACE_MS, set by the
        environment alone).
        {changedBy !== null && changedAt !== null && now > 0 && (
          <span data-hint={formatExactHint(changedAt)}>
            {" "}
            Last changed by {changedBy}, {formatAgo(changedAt, now)}.
          </span>
        )}
      </p>
      <Button className="w-fit" disabled={change.isPending} look="primary" type="submit">
        {change.isPending ? "Saving…" : "Save"}
      </Button>
    </form>
  );
}

/** To the last digit: it is what may be typed. */
function inFull(value: number): string {
  return value.toLocaleString("en-GB");
}

interface ReadLimits {
  /** Null when something is wrong. */
  readonly limits: StoredLimits | null;
  readonly problems: Readonly<Record<string, string>>;
}

function readLimits(form: FormData): ReadLimits {
  const numberIn = (name: string): number | undefined => {
    const text = form.get(name);
    return typeof text !== "string" || text.trim() === "" ? undefined : Number(text);
  };
  const budget: BudgetOverride = Object.fromEntries(
    BUDGET_RESOURCES.flatMap((resource) => {
      const value = numberIn(resource);
      return value === undefined ? [] : [[resource, value]];
    }),
  );
  const parsed = StoredLimits.safeParse({ budget, maxRuns: numberIn("maxRuns") ?? null });
  if (parsed.success) return { limits: parsed.data, problems: {} };
  const problems = parsed.error.issues.map((issue) => {
    const field = String(issue.path.at(-1));
    const resource = BUDGET_RESOURCES.find((name) => name === field);
    const max = resource === undefined ? MAX_RUNS_LIMIT : BUDGET_RESOURCE_TABLE[resource].max;
    return [field, `write a whole number from 1 to ${inFull(max)}`] as const;
  });
  return { limits: null, problems: Object.fromEntries(problems) };
}
