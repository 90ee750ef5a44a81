/**
 * A step out of an answer: a tool call of the protocol, or JSON text. One answer is one step. Of several tool calls the first counts and the others
 * are dropped, because each step reports on the result before it (INFO-2a) and is decided on after it: a second call would be made without having
 * seen the first one's rows. It can be asked for again, and its absence among the observations says so. Text beside a tool call is thinking
 * aloud, and is dropped as well.
 */
import { z } from "zod";
import type { AgentStep, ToolDescription } from "../../diagnosis/ports";
import type { ChatAnswer, ChatToolCall, OfferedTool } from "./chat-request";
import { readJson, type JsonReading } from "./json-object";
import {
  DRAFT_ARGUMENTS_SCHEMA,
  DRAFT_TOOL,
  DraftReply,
  Progress,
  StepReply,
  toolArgumentsSchema,
} from "./reply-schemas";
import { boundedTool } from "./tool-words";

const Arguments = z.record(z.string(), z.unknown());
const DraftArguments = z.strictObject({ progress: Progress.optional(), draft: DraftReply });

/** What a step may call. */
export function offeredTools(tools: readonly ToolDescription[]): readonly OfferedTool[] {
  return [
    ...tools.map(boundedTool).map((tool) => ({
      name: tool.name,
      description: tool.description,
      argumentsSchema: toolArgumentsSchema(tool),
    })),
    {
      name: DRAFT_TOOL,
      description: "Ends the investigation with a draft of its result.",
      argumentsSchema: DRAFT_ARGUMENTS_SCHEMA,
    },
  ];
}

/** Not ok: neither a call whose arguments can be read, nor one JSON object of a step's shape. */
export function readStep({ toolCalls, text }: ChatAnswer): JsonReading<AgentStep> {
  const [call] = toolCalls;
  return call === undefined ? readTextStep(text) : readCallStep(call);
}

function readTextStep(text: string): JsonReading<AgentStep> {
  const reading = readJson(text, StepReply);
  if (!reading.ok) return reading;
  const step = reading.value;
  const progress = step.progress ?? null;
  switch (step.kind) {
    case "tool":
      return { ok: true, value: { kind: "tool", progress, tool: step.tool, request: step.request ?? {} } };
    case "draft":
      return { ok: true, value: { kind: "draft", progress, text: JSON.stringify(step.draft) } };
  }
}

function readCallStep({ name, argumentsText }: ChatToolCall): JsonReading<AgentStep> {
  if (name === DRAFT_TOOL) {
    const reading = readJson(argumentsText, DraftArguments);
    if (!reading.ok) return reading;
    const { progress, draft } = reading.value;
    return { ok: true, value: { kind: "draft", progress: progress ?? null, text: JSON.stringify(draft) } };
  }
  // Some servers send no arguments at all for a call without any.
  const reading = readJson(argumentsText.trim() === "" ? "{}" : argumentsText, Arguments);
  if (!reading.ok) return reading;
  const { progress, request, ...others } = reading.value;
  const report = Progress.safeParse(progress);
  return {
    ok: true,
    value: {
      kind: "tool",
      // A report without a lawful shape counts as missing (INFO-2a).
      progress: report.success ? report.data : null,
      // An unknown tool or a request without its members is for the tool boundary to refuse: it tells the agent what was wrong (TOOL-1).
      tool: name,
      request: request ?? others,
    },
  };
}
