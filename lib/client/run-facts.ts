/** The figures of two runs side by side. Pure. */
import { BUDGET_RESOURCE_TABLE, BUDGET_RESOURCES } from "../contracts/budget";
import type { RunDetail } from "../contracts/run";
import { formatCount, formatResource } from "./format-quantity";
import { formatDuration, formatExact } from "./format-time";

interface FactPair {
  readonly name: string;
  readonly a: string;
  readonly b: string;
}

export function runFacts(a: RunDetail, b: RunDetail): FactPair[] {
  const fact = (name: string, of: (run: RunDetail) => string): FactPair => ({ name, a: of(a), b: of(b) });
  return [
    fact("Asked", ({ createdAt }) => formatExact(createdAt)),
    fact("Took", ({ durationMs }) => (durationMs === null ? "–" : formatDuration(durationMs))),
    fact("Mode", ({ mode }) => mode),
    fact("Model", ({ model }) => model),
    fact("Ended because", ({ termination }) => termination?.reason ?? "–"),
    fact("Failure", ({ failure }) => failure?.code ?? "–"),
    fact("Model steps", ({ agentSteps }) => String(agentSteps)),
    fact("Tokens in / out", ({ tokens }) => `${formatCount(tokens.input)} / ${formatCount(tokens.output)}`),
    ...BUDGET_RESOURCES.map((resource) =>
      fact(BUDGET_RESOURCE_TABLE[resource].label, ({ budget }) => {
        const { used, limit } = budget[resource];
        return `${formatResource(resource, used)} of ${formatResource(resource, limit)}`;
      }),
    ),
  ];
}
