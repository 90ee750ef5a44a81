/**
 * npm run model:check: are the settings sound, and can the model server that they name do what runs need? Exit code 0 when both are so, else 1. Of what
 * the settings name, the model's server alone is asked.
 */
import { join } from "node:path";
import { checkChatServer } from "../lib/models/openai-compatible/check/check-chat-server";
import { reportTable } from "../lib/models/openai-compatible/check/report-table";
import { readConsoleSettings } from "./console/settings";
import { checkServerSettings, readServerSettings } from "./console/server-settings";
import { SetupProblem } from "./provision/setup-problem";

const options = { projectRoot: join(import.meta.dirname, ".."), mode: "production" } as const;
try {
  readConsoleSettings(process.env, options.projectRoot);
  await checkServerSettings(process.env, options);
  const { languageModel } = await readServerSettings(process.env, options);
  if (languageModel === null) {
    console.error(
      "MODEL_BASE_URL and MODEL_ID are not set, so the playbooks answer and there is no model to check. The other settings can be read.",
    );
    process.exitCode = 1;
  } else {
    const report = await checkChatServer(languageModel);
    console.log(reportTable(report));
    console.log(
      "\nThe other settings can be read. Whether store and data sources answer is not asked here: /api/ready says so while the console runs.",
    );
    process.exitCode = report.isUsable ? 0 : 1;
  }
} catch (error) {
  if (!(error instanceof SetupProblem)) throw error;
  console.error(`${error.message}\n\n${error.remedy}\nNothing was asked of the model's server.`);
  process.exitCode = 1;
}
