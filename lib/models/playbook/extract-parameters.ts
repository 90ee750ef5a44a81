/** Fills a playbook's parameters from a question: times, ids, words of a closed list. A function of its input alone. */
import type { ToolParameter } from "../../contracts/evidence";
import type { PlaybookParameter } from "../../knowledge/compiled-playbook";
import { TIME_OFFSET } from "../../knowledge/compile-playbook";
import { findTimes, foldQuestion } from "./find-times";
import { DAY_MS, HOUR_MS, MINUTE_MS, type FoundTime } from "./time-spans";

export interface ParameterSources {
  readonly query: string;
  /** The published question before, for what a follow-up leaves unsaid. */
  readonly previousQuery: string | null;
  /** ms since the epoch. */
  readonly startedAt: number;
}
export interface ExtractedParameters {
  /** Every parameter; null where nothing was said and there is no default. */
  readonly values: ReadonlyMap<string, ToolParameter>;
  /** Required ones without a value. */
  readonly missing: readonly PlaybookParameter[];
}

/** "YYYY-MM-DD HH:MM:SS" UTC: how instants are bound. */
export function formatInstant(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace("T", " ");
}

const OFFSET_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
};

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
/** A word as such in Latin script, anywhere in scripts without spaces. */
function wordPattern(word: string): string {
  const body = escape(word.normalize("NFKC").toLowerCase()).replace(/[\s_-]+/g, "[\\s_-]*");
  return /^[\p{Script=Latin}\d]/u.test(word) ? `(?<![\\p{L}\\d])${body}` : body;
}

class Question {
  readonly #text: string;
  readonly #times: readonly FoundTime[];
  readonly #timeOf = new Map<string, FoundTime>();

  constructor(query: string, now: number, parameters: readonly PlaybookParameter[]) {
    this.#text = foldQuestion(query);
    this.#times = findTimes(this.#text, now);
    this.#assignTimes(parameters.filter((parameter) => parameter.type === "time"));
  }

  /** Times go to the parameters that the words before them name, the others in the order of the text. */
  #assignTimes(parameters: readonly PlaybookParameter[]): void {
    const free = new Set(this.#times);
    const assign = (parameter: PlaybookParameter, time: FoundTime | undefined): void => {
      if (time === undefined) return;
      this.#timeOf.set(parameter.name, time);
      free.delete(time);
    };
    for (const parameter of parameters) {
      const pattern = nearPattern(parameter);
      if (pattern === null) continue;
      const before = new RegExp(`${pattern}\\s*$`, "u");
      assign(
        parameter,
        [...free].find((time) => before.test(this.#text.slice(0, time.start))),
      );
    }
    for (const parameter of parameters) {
      if (!this.#timeOf.has(parameter.name)) assign(parameter, [...free][0]);
    }
  }

  time(parameter: PlaybookParameter): string | null {
    const time = this.#timeOf.get(parameter.name);
    return time === undefined ? null : formatInstant(time.epochMs);
  }

  id(parameter: PlaybookParameter, alone: boolean): number | null {
    const pattern = nearPattern(parameter) ?? wordPattern(parameter.name.replace(/_?id$/, ""));
    const link =
      "(?:\\s|#|:|=|：|＝|-|\\bno\\b\\.?|\\bnr\\b\\.?|\\bnumber\\b|\\bids?\\b|\\bis\\b|\\bwith\\b|\\bthe\\b|编号|号|为|是|的)*";
    const after = new RegExp(`${pattern}(?:s|'s)?${link}(\\d{1,16})(?!\\d|[:.]\\d|-\\d\\d|\\s*%)`, "u").exec(
      this.#text,
    );
    if (after !== null) return safeInteger(after[1]);
    const before = new RegExp(
      `(?:#\\s*(\\d{1,16})\\s*${pattern}|(?<!\\d)(\\d{1,16})\\s*号\\s*的?${pattern})`,
      "u",
    ).exec(this.#text);
    if (before !== null) return safeInteger(before[1] ?? before[2]);
    return alone ? this.#bareId() : null;
  }

  /** `#4711`, or the one number of three or more digits that belongs to no time. */
  #bareId(): number | null {
    const hash = /#\s*(\d{1,16})(?!\d)/.exec(this.#text);
    if (hash !== null) return safeInteger(hash[1]);
    const numbers = [
      ...this.#text.matchAll(/(?<![\p{L}\d.:_-])(\d{3,16})(?![\p{L}\d_]|[.:-]\d|\s*(?:ms|%))/gu),
    ].filter((match) => !this.#times.some((time) => match.index >= time.start && match.index < time.end));
    return numbers.length === 1 ? safeInteger(numbers[0]?.[1]) : null;
  }

  word(parameter: PlaybookParameter): string | null {
    const values = [...parameter.values].sort((left, right) => right.length - left.length);
    const listed = values.find((value) =>
      new RegExp(`${wordPattern(value)}(?![\\p{Script=Latin}\\d])`, "u").test(this.#text),
    );
    if (listed !== undefined || values.length > 0) return listed ?? null;
    const pattern = nearPattern(parameter);
    if (pattern === null) return null;
    const named = new RegExp(
      `${pattern}(?![\\p{Script=Latin}\\d])\\s*[:=：]?\\s*["'\`“‘「]?([\\p{L}\\d][\\p{L}\\d_.-]*)`,
      "u",
    ).exec(this.#text);
    return named?.[1]?.replace(/[._-]+$/, "") ?? null;
  }
}

function nearPattern(parameter: PlaybookParameter): string | null {
  if (parameter.near.length === 0) return null;
  const words = [...parameter.near].sort((left, right) => right.length - left.length);
  return `(?:${words.map(wordPattern).join("|")})`;
}

function safeInteger(text: string | undefined): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isSafeInteger(value) ? value : null;
}

function readFrom(question: Question, parameter: PlaybookParameter, alone: boolean): ToolParameter {
  switch (parameter.type) {
    case "time":
      return question.time(parameter);
    case "id":
      return question.id(parameter, alone);
    case "service":
    case "text":
      return question.word(parameter);
  }
}

function defaultOf(parameter: PlaybookParameter, startedAt: number): ToolParameter {
  const value = parameter.default;
  if (value === undefined) return null;
  if (parameter.type === "id") return Number(value);
  if (parameter.type !== "time") return String(value);
  const offset = TIME_OFFSET.exec(String(value));
  return offset === null
    ? null
    : formatInstant(startedAt - Number(offset[1]) * (OFFSET_MS[offset[2] ?? ""] ?? Number.NaN));
}

/** The question first, then the published question before it, then the parameter's default. */
export function extractParameters(
  parameters: readonly PlaybookParameter[],
  sources: ParameterSources,
): ExtractedParameters {
  const current = new Question(sources.query, sources.startedAt, parameters);
  const previous =
    sources.previousQuery === null
      ? null
      : new Question(sources.previousQuery, sources.startedAt, parameters);
  const values = new Map<string, ToolParameter>();
  const missing: PlaybookParameter[] = [];
  for (const parameter of parameters) {
    const alone = parameters.filter((one) => one.type === parameter.type).length === 1;
    const value =
      readFrom(current, parameter, alone) ??
      (previous === null ? null : readFrom(previous, parameter, alone)) ??
      defaultOf(parameter, sources.startedAt);
    values.set(parameter.name, value);
    if (value === null && parameter.required) missing.push(parameter);
  }
  return { values, missing };
}
