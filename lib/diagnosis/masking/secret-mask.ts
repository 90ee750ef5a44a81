/**
 * TOOL-8: what stands for a secret in everything that is stored, shown, or told to a model.
 *
 * Invariants: 1 a mask is `‹masked: kind›`, holds no digit, and is left alone by a second masking. 2 the same text is masked alike wherever it
 * stands, so that a claim's scope still is the record's. 3 time and memory are in proportion to the text.
 */
import { createHmac } from "node:crypto";
import type { CanonicalEvidence } from "../../contracts/evidence";
import type { AcceptedToolRequest } from "../ports";
import { foldText, withoutCase } from "./folded-text";
import { knownForms, MIN_KNOWN_CHARACTERS } from "./known-values";
import { maskEvidence } from "./mask-evidence";
import { maskParameters } from "./mask-parameters";
import type { Masked, MaskText } from "./masked";
import { markOf } from "./masking-mark";
import { recogniseSecrets, type FoundSecret, type TextTraits } from "./recognise-secrets";
import { TextAutomaton } from "./text-automaton";

export interface SecretMask {
  text(text: string): string;
  counted: MaskText;
  /** What a person asks: a long number in it is an id until something says that it is a card's. */
  question: (text: string) => Masked<string>;
  /** A text that should be JSON: its members by themselves, so that it stays JSON. Returned as it is when nothing in it is a secret. */
  jsonText(text: string): string;
  /** Every text in plain data, member names aside; a copy. */
  data(value: unknown): unknown;
  evidence(evidence: CanonicalEvidence): Masked<CanonicalEvidence>;
  /** What is recorded of a request; what is asked stays the request itself. */
  request(request: AcceptedToolRequest): Masked<AcceptedToolRequest>;
}

export interface SecretMaskOptions {
  /** Values that are masked wherever they stand; see `isMaskedByValue` for those that are too short. */
  readonly known: readonly string[];
  /**
   * Keys the scope keys of requests that hold secrets, so that no secret can be guessed from a record. Where it is another one, a repeat is not
   * recognised and asked again.
   */
  readonly scopeKey: string;
}

const MAX_PASSES = 4;
const KNOWN_KIND = "configured secret";
/** A text of this length may have been cut by a bound. */
const MAYBE_CUT_CHARACTERS = 180;

export function createSecretMask({ known, scopeKey }: SecretMaskOptions): SecretMask {
  const automaton = new TextAutomaton(knownForms(known));

  const onePass: MaskText = (text, traits = {}) => {
    const folded = foldText(text);
    const full: TextTraits = { cards: "any", code: false, ...traits };
    const cut = (index: number): boolean =>
      folded.text[index] === "…" || (index === folded.text.length && text.length >= MAYBE_CUT_CHARACTERS);
    const known = automaton.find(withoutCase(folded.text), cut, MIN_KNOWN_CHARACTERS);
    const found: FoundSecret[] = [
      ...known.map((place) => ({ ...place, kind: KNOWN_KIND })),
      ...recogniseSecrets(folded.text, full),
    ];
    if (found.length === 0) return { value: text, count: 0 };
    const placed = found.map(({ kind, start, end }) => ({
      kind,
      start: folded.at(start),
      end: folded.at(end),
    }));
    return replaceAll(text, placed);
  };
  /** A mark sets apart what stood beside it, which may show only then what it is. */
  const counted: MaskText = (text, traits) => {
    let { value, count } = onePass(text, traits);
    for (let pass = 1, more = count; more > 0 && pass < MAX_PASSES; pass += 1) {
      const next = onePass(value, traits);
      ({ value, count: more } = next);
      count += more;
    }
    return { value, count };
  };
  const text = (original: string): string => counted(original).value;
  const question = (original: string): Masked<string> => counted(original, { cards: "named" });

  const data = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(data);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, data(member)]));
  };

  return {
    text,
    counted,
    question,
    data,
    jsonText(original) {
      let json: unknown;
      try {
        json = JSON.parse(original);
      } catch (error) {
        if (error instanceof SyntaxError) return text(original);
        throw error;
      }
      const before = JSON.stringify(json);
      const after = JSON.stringify(data(json));
      return after === before ? original : after;
    },
    evidence: (evidence) => maskEvidence(evidence, counted),
    request(request) {
      const label = counted(request.label);
      const scope = counted(request.scope);
      const statement = counted(request.statement, { code: true });
      const params = maskParameters(request.statement, request.params, counted);
      const asked = statement.count + params.count;
      const count = label.count + scope.count + asked;
      if (count === 0) return { value: request, count };
      return {
        value: {
          ...request,
          label: label.value,
          scope: scope.value,
          statement: statement.value,
          params: params.value,
          normalizedScope: asked === 0 ? request.normalizedScope : keyedScope(request, scopeKey),
        },
        count,
      };
    },
  };
}

function keyedScope({ source, normalizedScope }: AcceptedToolRequest, key: string): string {
  return `${source}:${createHmac("sha256", key).update(normalizedScope, "utf8").digest("hex")}`;
}

/** Places that touch are one; it is called after the one that begins first. */
function replaceAll(text: string, places: FoundSecret[]): Masked<string> {
  const sorted = places.sort((left, right) => left.start - right.start || right.end - left.end);
  const parts: string[] = [];
  let behind = 0;
  let count = 0;
  for (let index = 0; index < sorted.length;) {
    const first = sorted[index];
    if (first === undefined) break;
    let { end } = first;
    for (index += 1; index < sorted.length; index += 1) {
      const next = sorted[index];
      if (next === undefined || next.start >= end) break;
      end = Math.max(end, next.end);
    }
    parts.push(text.slice(behind, first.start), markOf(first.kind));
    behind = end;
    count += 1;
  }
  parts.push(text.slice(behind));
  return { value: parts.join(""), count };
}
