/** TOOL-8 over random secrets, said back in every form and at every place where a text enters a run. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { ModelFailure, type EvidenceResult, type StepInput } from "../ports";
import { diagnosisFixture } from "../testing/diagnosis-fixture";
import { dueReport, toolStep } from "../testing/scripted-model";
import { rowsResult } from "../testing/scripted-sources";
import { foldText } from "./folded-text";
import { isMaskedByValue } from "./known-values";
import { createSecretMask } from "./secret-mask";

const secret = fc
  .oneof(
    fc.string({ minLength: 8, maxLength: 60 }),
    fc.base64String({ minLength: 12, maxLength: 80 }),
    fc.string({ unit: "grapheme", minLength: 8, maxLength: 30 }),
  )
  .filter((value) => value.trim() === value && value.isWellFormed() && isMaskedByValue(foldText(value).text));

const FORMS: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => JSON.stringify(value),
  (value) => encodeURIComponent(value),
  (value) => Buffer.from(value).toString("base64"),
  (value) => Buffer.from(value).toString("hex"),
  (value) => [...value].join("\u200b"),
];
const form = fc.constantFrom(...FORMS);

const plan = fc.record({
  value: secret,
  inCell: form,
  inError: form,
  inRequest: form,
  inDraft: form,
  filler: fc.string({ maxLength: 20 }),
  ending: fc.constantFrom("draft", "no draft", "model fails", "tool fails"),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

async function play({
  value,
  inCell,
  inError,
  inRequest,
  inDraft,
  filler,
  ending,
}: Plan): Promise<unknown[]> {
  const prompts: unknown[] = [];
  const answer = (): EvidenceResult =>
    ending === "tool fails"
      ? { kind: "error", code: "EXECUTION_FAILED", message: `${filler}${inError(value)}${filler}` }
      : rowsResult(["a", `${inCell(value)} AS b`], [[`${filler} ${inCell(value)} ${filler}`, "7"]]);
  const fixture = diagnosisFixture({
    known: [value],
    sources: { run: answer },
    model: {
      route: (input) => {
        prompts.push(input);
        return { intent: "DIAGNOSIS", rationale: `${filler}${inDraft(value)}` };
      },
      step: (input: StepInput) => {
        prompts.push(input);
        if (input.observations.length === 0) {
          const statement = `SELECT '${inRequest(value)}' AS x`;
          return toolStep({
            statement,
            params: [value, inRequest(value)],
            scope: `of ${inRequest(value)}.`,
            label: inRequest(value).slice(0, 200),
          });
        }
        if (ending === "model fails") throw new ModelFailure(`refused ${inError(value)}`);
        if (ending === "no draft")
          return { kind: "draft", progress: null, text: `${inDraft(value)} is no draft` };
        const [first] = input.observations;
        const invocationIds = first?.kind === "evidence" ? [first.record.invocationId] : [];
        const scope = first?.kind === "evidence" ? first.record.scope : "";
        const claims = [{ text: `b is 7, ${inDraft(value)}`, kind: "presence", invocationIds, scope }];
        const draft = {
          conclusion: `b is 7 ${inDraft(value)}`,
          claims,
          missing_info: [inDraft(value)],
          recommended_actions: [value],
        };
        return { kind: "draft", progress: dueReport(input), text: JSON.stringify(draft) };
      },
      repair: (input) => {
        prompts.push(input);
        return `${inDraft(value)}`;
      },
      verify: (input) => {
        prompts.push(input);
        return { verdict: "SUPPORTED", reason: inDraft(value), failingClaim: null };
      },
    },
  });
  const query = `why ${filler} ${inRequest(value)}?`;
  const released: unknown = await fixture.runtime
    .route(fixture.ctx, {
      query,
      history: [{ query, intent: "DIAGNOSIS" }],
      previousTurn: { query, conclusion: value },
    })
    .then(() => fixture.runtime.diagnose(fixture.ctx, { query, previousTurn: { query, conclusion: value } }))
    .catch((error: unknown) => (error instanceof Error ? error.message : error));
  return [fixture.saved, fixture.trace.told, prompts, released];
}

function textsOf(data: unknown): string[] {
  if (typeof data === "string") return [data];
  if (typeof data !== "object" || data === null) return [];
  return Object.values(data).flatMap(textsOf);
}

it("no known value survives in a record, a trace line, a prompt or an answer", async () => {
  const endings = new Set<string>();
  await fc.assert(
    fc.asyncProperty(plan, async (played) => {
      const texts = [...new Set((await play(played)).flatMap(textsOf))];
      endings.add(played.ending);
      const plain = foldText(played.value).text;
      const forms = FORMS.map((said) => said(played.value).replace(/^"|"$/g, ""));
      const survivors = texts.filter(
        (text) => forms.some((said) => text.includes(said)) || foldText(text).text.includes(plain),
      );
      expect(survivors).toEqual([]);
      expect(texts.some((text) => text.includes("‹masked: "))).toBe(true);
    }),
    { numRuns: 120 },
  );
  expect(endings.size).toBe(4);
}, 120_000);

it("masks once and for all, whatever the text is", () => {
  const { counted } = createSecretMask({ known: ["S3cret-of-the-house"], scopeKey: "k" });
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: "grapheme", maxLength: 6 }),
    fc.constantFrom(
      "S3cret-of-the-house",
      "password=",
      "token: ",
      '"',
      "'",
      "\\",
      "4111111111111111",
      "://a:b",
      "@",
      "Bearer abcdef12",
      "\n",
      "‹masked: token›",
      "…",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const once = counted(pieces.join(""));
      expect(once.value).not.toContain("S3cret-of-the-house");
      expect(counted(once.value).value).toBe(once.value);
    }),
    { numRuns: 2_000 },
  );
});
