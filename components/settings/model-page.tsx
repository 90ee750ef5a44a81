"use client";

import type { ModelFacts } from "@/lib/contracts/settings";
import { formatCount } from "@/lib/client/format-quantity";
import { formatDuration } from "@/lib/client/format-time";
import { Card } from "../ui/card";
import { FactList } from "./fact-list";
import { SettingsContent } from "./settings-content";
import { SettingsSection } from "./settings-section";
import { TestButton } from "./test-button";

/** Which model drives runs, and what becomes of them without it. */
export function ModelPage() {
  return (
    <SettingsSection label="Model">
      <SettingsContent>{({ model }) => <ModelCards model={model} />}</SettingsContent>
    </SettingsSection>
  );
}

function ModelCards({ model: { name, language } }: { readonly model: ModelFacts }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title="Driver">
        <FactList
          facts={
            language === null
              ? [
                  ["Name", name],
                  [
                    "Kind",
                    "the embedded playbook model: no network, no keys, the same answer to the same evidence",
                  ],
                  ["To change", "set MODEL_BASE_URL and MODEL_ID, then start again"],
                ]
              : [
                  ["Name", name],
                  ["Server", language.baseUrl],
                  ["Key", language.hasKey ? "set; it is never shown" : "none"],
                  ["Agent", language.modelId],
                  ["Semantic guard", language.guardModelId],
                  ["Router", language.routerModelId],
                  ["One call", `at most ${formatDuration(language.callTimeoutMs)}`],
                  ["One answer", `at most ${formatCount(language.maxOutputTokens)} tokens`],
                ]
          }
        />
        <div className="mt-3">
          <TestButton name="the model" request={{ what: "model" }} />
        </div>
      </Card>
      <Card title="What degrades without it">
        <ul className="grid list-disc gap-1.5 pl-4">
          <li>The console, the runs that are stored and their evidence stay as they are.</li>
          <li>
            A new question fails, with the model&apos;s failure as its reason: no answer is made up in its
            place.
          </li>
          <li>
            A run whose answer is written and cannot be verified falls back: SEMANTIC_UNAVAILABLE, with the
            facts that code has verified.
          </li>
          {language === null && (
            <li>The embedded model lacks nothing but playbooks: what none covers falls back instead.</li>
          )}
        </ul>
      </Card>
    </div>
  );
}
