/** Every way in which a model server may fail or misbehave, by the name that docs/model-faults.md gives it. */
import {
  callTools,
  DAMAGE_MARK,
  refuse,
  say,
  type ChatReply,
  type Message,
} from "../../../e2e/fixtures/chat/chat-reply";
import {
  evidenceIn,
  investigate,
  questionKind,
  type InvestigatorOptions,
} from "../../../e2e/fixtures/chat/investigator";
import type { ChatRequest } from "../../../e2e/fixtures/chat/chat-request";

/** What the server says at the place of the fault, for the nth request there, from 1, instead of the good answer. */
export interface ModelFault {
  readonly reply: (good: Message, attempt: number) => ChatReply;
  /** Stands in the free texts of good answers. */
  readonly remark?: string;
}

const always = (reply: (good: Message) => ChatReply): ModelFault => ({ reply });
const once = (reply: (good: Message) => ChatReply): ModelFault => ({
  reply: (good, attempt) => (attempt === 1 ? reply(good) : good),
});

/** Changes the text of a message, or, where it has none, the arguments of its calls. */
function rewrite(good: Message, change: (text: string) => string): Message {
  return {
    ...good,
    content: good.content === null ? null : change(good.content),
    toolCalls: good.toolCalls.map((call) => ({ ...call, arguments: change(call.arguments) })),
  };
}
const codeFence = (good: Message): Message => rewrite(good, (text) => `\`\`\`json\n${text}\n\`\`\``);
const noJson = (good: Message): Message => rewrite(good, (text) => text.slice(0, -3));
const wrongTool = (): Message => callTools([{ name: "delete_everything", arguments: '{"now":true}' }]);
const bareTool = (): Message => callTools([{ name: "mysql_query", arguments: '{"progress":null}' }]);
const sameTool = (): Message => {
  const request = {
    source: "shop",
    statement: "SELECT COUNT(*) FROM facts",
    params: [],
    scope: "nothing",
    label: "again",
  };
  return callTools([{ name: "mysql_query", arguments: JSON.stringify({ progress: null, request }) }]);
};
const HTTP_DATE_IN_MS = 1_000;

export const MODEL_FAULTS: Readonly<Record<string, ModelFault>> = {
  "no fault": always((good) => good),
  "slow first byte, within the timeout": always((good) => ({ kind: "late", afterMs: 20, reply: good })),
  "no first byte": always(() => ({ kind: "silence" })),
  "stall in the middle": always((message) => ({ kind: "stall", message })),
  "connection reset, once": once(() => ({ kind: "reset", midway: null })),
  "connection reset, always": always(() => ({ kind: "reset", midway: null })),
  "connection reset in the middle": always((midway) => ({ kind: "reset", midway })),
  "end in the middle": always((message) => ({ kind: "cut", message })),
  "429 once, Retry-After in seconds": once(() => refuse(429, { "retry-after": "1" })),
  "429 once, Retry-After as a date": once(() =>
    refuse(429, { "retry-after": new Date(Date.now() + HTTP_DATE_IN_MS).toUTCString() }),
  ),
  "429, Retry-After of an hour": always(() => refuse(429, { "retry-after": "3600" })),
  "429, always": always(() => refuse(429)),
  "500, once": once(() => refuse(500)),
  "500, always": always(() => refuse(500)),
  "503, always": always(() => refuse(503)),
  "401": always(() => refuse(401)),
  "body of another protocol": always(() => ({ kind: "bytes", bytes: Buffer.from("[1]") })),
  "invalid JSON, once": once(noJson),
  "invalid JSON, always": always(noJson),
  "JSON in a code fence": always(codeFence),
  "cut off at the token limit": always((good) => ({ ...good, finish: "length" })),
  "wrong tool name, once": once(wrongTool),
  "wrong tool name, always": always(wrongTool),
  "missing arguments, once": once(bareTool),
  "missing arguments, always": always(bareTool),
  "parallel tool calls": always((good) => ({
    ...good,
    toolCalls: [...good.toolCalls, ...wrongTool().toolCalls],
  })),
  "text beside a tool call": always((good) =>
    good.toolCalls.length === 0 ? good : { ...good, content: "Let me think." },
  ),
  "endless tool loop": always(sameTool),
  "empty answer": always(() => say("")),
  refusal: always(() => say(null, { refusal: "I will not." })),
  "answer of 10 MB": always(() => ({ kind: "flood", bytes: 10_000_000 })),
  "usage missing": always((good) => ({ ...good, usage: null })),
  "half a surrogate pair": { reply: (good) => good, remark: "I am Interlock \ud83d" },
  "invalid UTF-8": {
    reply: (message) => ({ kind: "invalid_utf8", message }),
    remark: `damaged ${DAMAGE_MARK} text`,
  },
};

/** Where in a run a fault may strike, by the names of docs/model-faults.md. */
export const FAULT_PLACE_NAMES = [
  "routing",
  "every step",
  "steps after evidence",
  "repair",
  "semantic guard",
  "answer in text",
] as const;
export type FaultPlace = (typeof FAULT_PLACE_NAMES)[number];

function isAt(place: FaultPlace, request: ChatRequest): boolean {
  const kind = questionKind(request);
  switch (place) {
    case "routing":
      return kind === "route";
    case "every step":
      return kind === "step";
    case "steps after evidence":
      return kind === "step" && evidenceIn(request).length > 0;
    case "repair":
      return kind === "repair";
    case "semantic guard":
      return kind === "verify";
    case "answer in text":
      return kind === "answer";
  }
}

const INVESTIGATOR: InvestigatorOptions = {
  source: "shop",
  statement: "SELECT gateway, failed FROM facts ORDER BY failed DESC",
  scope: "failed payments by gateway",
  claim: "Gateway gw-b failed 371 times",
};
/** A figure that no row has, so that the draft has to be repaired. */
const WRONG_CLAIM = "Gateway gw-b failed 999 times";

/** A server that is good but for one fault at one place. */
export class FaultyServer {
  /** Requests at the place of the fault. */
  struck = 0;

  constructor(
    private readonly fault: ModelFault,
    private readonly place: FaultPlace,
  ) {}

  /** The question that leads to the place. */
  get query(): string {
    return this.place === "answer in text" ? "hello there" : "why do payments fail?";
  }

  readonly script = (request: ChatRequest): ChatReply => {
    const isDraftToRepair = this.place === "repair" && questionKind(request) === "step";
    const good = investigate(request, {
      ...INVESTIGATOR,
      ...(isDraftToRepair ? { claim: WRONG_CLAIM } : {}),
      ...(this.fault.remark === undefined ? {} : { remark: this.fault.remark }),
    });
    if (!isAt(this.place, request)) return good;
    this.struck += 1;
    return this.fault.reply(good, this.struck);
  };
}
