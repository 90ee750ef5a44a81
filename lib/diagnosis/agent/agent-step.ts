import { z } from "zod";
import { InformationGain } from "../../contracts/axes";
import type { AgentStep, ProgressReport } from "../ports";

const Report = z.object({ invocationId: z.string().max(200), gain: InformationGain });
const Step = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("tool"), tool: z.string(), request: z.unknown(), progress: z.unknown() }),
  z.object({ kind: z.literal("draft"), text: z.string(), progress: z.unknown() }),
]);

/**
 * A model's answer as a step, or null when it is none. A progress report that has no lawful shape counts as missing: that is a protocol
 * violation, not a broken step (INFO-2a).
 */
export function parseAgentStep(raw: unknown): AgentStep | null {
  const parsed = Step.safeParse(plainCopy(raw));
  if (!parsed.success) return null;
  const progress = parseReport(parsed.data.progress);
  switch (parsed.data.kind) {
    case "tool":
      return { kind: "tool", progress, tool: parsed.data.tool, request: parsed.data.request };
    case "draft":
      return { kind: "draft", progress, text: parsed.data.text };
  }
}

/** From here on it is data: no accessor, no proxy, nothing that its maker can still change. Undefined when it cannot be copied. */
function plainCopy(raw: unknown): unknown {
  try {
    const copy: unknown = structuredClone(raw);
    return copy;
  } catch {
    // A function inside, or an accessor that throws. Whatever was thrown, the answer is that this is no data, and that is what the step's refusal says.
    return undefined;
  }
}

function parseReport(raw: unknown): ProgressReport | null {
  const parsed = Report.safeParse(raw);
  return parsed.success ? parsed.data : null;
}
