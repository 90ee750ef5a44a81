/** npm run model:check: can the model server of the settings do what runs need? Exit code 0 when it is usable, 1 when it is not. */
import { join } from "node:path";
import { checkChatServer } from "../lib/models/openai-compatible/check/check-chat-server";
import { reportTable } from "../lib/models/openai-compatible/check/report-table";
import { EnvironmentError } from "../lib/server/environment";
import { readServerSettings } from "./console/server-settings";

const projectRoot = join(import.meta.dirname, "..");
try {
  const { languageModel } = await readServerSettings(process.env, { projectRoot, mode: "production" });
  if (languageModel === null) {
    console.error(
      "MODEL_BASE_URL and MODEL_ID are not set, so the playbooks answer and there is nothing to check.",
    );
    process.exitCode = 1;
  } else {
    const report = await checkChatServer(languageModel);
    console.log(reportTable(report));
    process.exitCode = report.isUsable ? 0 : 1;
  }
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
