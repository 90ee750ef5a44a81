/** What two runs released, side by side: texts, claims by what they rest on, and the lists under them. Pure. */
import type { SafeAnswer } from "../contracts/answer";
import type { ToolRecord } from "../contracts/evidence";
import type { Change } from "./align-tools";

export interface ComparedClaim {
  readonly text: string;
  readonly kind: "presence" | "absence";
  /** Labels of the calls it rests on, sorted. */
  readonly restsOn: readonly string[];
}
export interface ClaimPair {
  readonly a: ComparedClaim | null;
  readonly b: ComparedClaim | null;
  readonly change: Change;
}
interface TextPair {
  readonly name: string;
  readonly a: string | null;
  readonly b: string | null;
}
export interface ListDiff {
  readonly name: string;
  readonly both: readonly string[];
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}
interface AnswerDiff {
  /** True when what was released is of the same kind, or nothing on both sides. */
  readonly isSameKind: boolean;
  readonly texts: readonly TextPair[];
  readonly claims: readonly ClaimPair[];
  readonly lists: readonly ListDiff[];
  /** True when nothing at all differs. */
  readonly isSame: boolean;
}

interface Side {
  readonly answer: SafeAnswer | null;
  readonly tools: readonly ToolRecord[];
}

export function alignAnswers(a: Side, b: Side): AnswerDiff {
  const [partsA, partsB] = [partsOf(a), partsOf(b)];
  const names = [...new Set([...partsA.texts.keys(), ...partsB.texts.keys()])];
  const texts = names.map((name) => ({
    name,
    a: partsA.texts.get(name) ?? null,
    b: partsB.texts.get(name) ?? null,
  }));
  const claims = alignClaims(partsA.claims, partsB.claims);
  const listNames = [...new Set([...partsA.lists.keys(), ...partsB.lists.keys()])];
  const lists = listNames
    .map((name) => diffList(name, partsA.lists.get(name) ?? [], partsB.lists.get(name) ?? []))
    .filter(({ both, onlyA, onlyB }) => both.length + onlyA.length + onlyB.length > 0);
  const isSameKind = (a.answer?.contentType ?? null) === (b.answer?.contentType ?? null);
  const isSame =
    isSameKind &&
    texts.every((text) => text.a === text.b) &&
    claims.every(({ change }) => change === "same") &&
    lists.every(({ onlyA, onlyB }) => onlyA.length + onlyB.length === 0);
  return { isSameKind, texts, claims, lists, isSame };
}

/** The same claim first; then claims of one kind that rest on the same calls; what is left stands alone. */
function alignClaims(a: readonly ComparedClaim[], b: readonly ComparedClaim[]): ClaimPair[] {
  const partner = new Map<ComparedClaim, ComparedClaim>();
  const taken = new Set<ComparedClaim>();
  const match = (isPair: (one: ComparedClaim, other: ComparedClaim) => boolean) => {
    for (const one of a) {
      if (partner.has(one)) continue;
      const other = b.find((candidate) => !taken.has(candidate) && isPair(one, candidate));
      if (other === undefined) continue;
      partner.set(one, other);
      taken.add(other);
    }
  };
  match((one, other) => isSameClaim(one, other));
  match((one, other) => one.kind === other.kind && one.restsOn.join("\n") === other.restsOn.join("\n"));
  const pairs: ClaimPair[] = a.map((one) => {
    const other = partner.get(one) ?? null;
    if (other === null) return { a: one, b: null, change: "only_a" };
    return { a: one, b: other, change: isSameClaim(one, other) ? "same" : "changed" };
  });
  return [
    ...pairs,
    ...b.filter((one) => !taken.has(one)).map((one) => ({ a: null, b: one, change: "only_b" }) as const),
  ];
}

function isSameClaim(one: ComparedClaim, other: ComparedClaim): boolean {
  return (
    one.text === other.text && one.kind === other.kind && one.restsOn.join("\n") === other.restsOn.join("\n")
  );
}

function diffList(name: string, a: readonly string[], b: readonly string[]): ListDiff {
  return {
    name,
    both: a.filter((item) => b.includes(item)),
    onlyA: a.filter((item) => !b.includes(item)),
    onlyB: b.filter((item) => !a.includes(item)),
  };
}

interface Parts {
  readonly texts: ReadonlyMap<string, string>;
  readonly claims: readonly ComparedClaim[];
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

function partsOf({ answer, tools }: Side): Parts {
  const labelOf = new Map<string, string>(tools.map((tool) => [tool.invocationId, tool.label]));
  const restsOn = (ids: readonly string[]) => [...new Set(ids.map((id) => labelOf.get(id) ?? id))].sort();
  switch (answer?.contentType) {
    case undefined:
      return { texts: new Map(), claims: [], lists: new Map() };
    case "diagnosis_report":
      return {
        texts: new Map([["Conclusion", answer.conclusion]]),
        claims: answer.claims.map(({ text, kind, invocationIds }) => ({
          text,
          kind,
          restsOn: restsOn(invocationIds),
        })),
        lists: new Map([
          ["What to do", answer.recommendedActions],
          ["What is missing", answer.missingInfo],
        ]),
      };
    case "fallback":
      return {
        texts: new Map([["Message", answer.message]]),
        claims: answer.checked.map(({ statement, evidenceStatus, invocationId }) => ({
          text: statement,
          kind: evidenceStatus === "NO_EVIDENCE" ? "absence" : "presence",
          restsOn: restsOn([invocationId]),
        })),
        lists: new Map([
          ["What to do", answer.nextSteps],
          ["What is missing", answer.missingInfo],
        ]),
      };
    case "system_answer":
      return { texts: new Map([["Answer", answer.text]]), claims: [], lists: new Map() };
    case "knowledge_answer":
      return {
        texts: new Map([["Answer", answer.text]]),
        claims: [],
        lists: new Map([
          [
            "Documents",
            answer.citations.map(({ title, heading }) => (heading === "" ? title : `${title} › ${heading}`)),
          ],
        ]),
      };
  }
}
