/** What investigates, and what it investigates with, as the environment names them. */
import type { Logger } from "pino";
import type { DiagnosisModel, EvidenceSources, EvidenceTools } from "../diagnosis/ports";
import { joinTools } from "../diagnosis/tools/join-tools";
import { createQueryTools } from "../diagnosis/tools/query-tool";
import type { Knowledge } from "../knowledge/load-knowledge";
import { createMcpTools } from "../mcp-tools/mcp-tools";
import { createOpenAiCompatibleModel } from "../models/openai-compatible/openai-compatible-model";
import { createPlaybookModel } from "../models/playbook/playbook-model";
import { createPrometheusTools } from "../prometheus-tool/prometheus-tools";
import type { InterlockEnvironment } from "./environment";

/** The databases first, then what the environment adds to them. */
export function toolsOf(
  environment: InterlockEnvironment,
  sources: EvidenceSources,
  log: Logger,
): EvidenceTools {
  const { prometheus, mcpServers } = environment;
  return joinTools([
    createQueryTools(sources),
    ...(prometheus.length === 0 ? [] : [createPrometheusTools({ sources: prometheus })]),
    ...(mcpServers.length === 0
      ? []
      : [
          createMcpTools({
            servers: mcpServers,
            // Its text may hold anything that a server says.
            onFault: (server, error) =>
              log.debug({ server, error: error instanceof Error ? error.name : "unknown" }, "an MCP server"),
          }),
        ]),
  ]);
}

/** The language model that the environment names, else the embedded playbooks. */
export function modelOf(environment: InterlockEnvironment, knowledge: Knowledge): DiagnosisModel {
  const { languageModel } = environment;
  return languageModel === null
    ? createPlaybookModel({ knowledge })
    : createOpenAiCompatibleModel(languageModel);
}
