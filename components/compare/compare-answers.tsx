import { alignAnswers, type ClaimPair, type ComparedClaim, type ListDiff } from "@/lib/client/align-answers";
import type { RunView } from "@/lib/client/run-view";
import { Card } from "../ui/card";
import { ChangeWord } from "./change-word";
import { ChangedWords } from "./changed-words";
import { SideMark } from "./side-mark";

/** What the two runs released: texts word by word, claims by what they rest on. */
export function CompareAnswers({ a, b }: { a: RunView; b: RunView }) {
  const diff = alignAnswers(
    { answer: a.run.answer, tools: a.tools },
    { answer: b.run.answer, tools: b.tools },
  );
  return (
    <Card
      aside={
        <span className="text-xs text-mute">
          {diff.isSame ? "the same" : diff.isSameKind ? "differs" : "of different kinds"}
        </span>
      }
      title="Answers"
    >
      <div className="grid gap-4">
        <Released a={a} b={b} />
        {diff.texts.map((text) => (
          <section aria-label={text.name} key={text.name}>
            <h3 className="mb-1.5 text-xs font-semibold text-mute">{text.name}</h3>
            <Sides
              a={text.a}
              b={text.b}
              render={(side) => <ChangedWords a={text.a} b={text.b} side={side} />}
            />
          </section>
        ))}
        {diff.claims.length > 0 && (
          <section aria-label="Claims">
            <h3 className="mb-1.5 text-xs font-semibold text-mute">Claims, by the calls they rest on</h3>
            <ul className="grid gap-2">
              {diff.claims.map((pair, index) => (
                <li className="rounded-lg border border-line px-3 py-2" key={index}>
                  <Claims pair={pair} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {diff.lists.map((list) => (
          <Items key={list.name} list={list} />
        ))}
      </div>
    </Card>
  );
}

/** What a side that has no answer says instead. */
function Released({ a, b }: { a: RunView; b: RunView }) {
  if (a.run.answer !== null && b.run.answer !== null) return null;
  return (
    <Sides a={wordsWithout(a)} b={wordsWithout(b)} render={(side) => wordsWithout(side === "a" ? a : b)} />
  );
}

function wordsWithout({ run }: RunView): string | null {
  if (run.answer !== null) return null;
  if (run.runState === "RUNNING") return "Still running: nothing is released yet.";
  return run.failure === null ? "Nothing was released." : `Nothing was released: ${run.failure.message}`;
}

interface SidesProps {
  readonly a: unknown;
  readonly b: unknown;
  readonly render: (side: "a" | "b") => React.ReactNode;
}

function Sides({ a, b, render }: SidesProps) {
  return (
    <div className="grid grid-cols-1 gap-x-3.5 gap-y-2 sm:grid-cols-2">
      {(["a", "b"] as const).map((side) => (
        <div className="flex min-w-0 items-start gap-2" key={side}>
          <SideMark side={side} />
          <div className="min-w-0 break-words whitespace-pre-wrap">
            {(side === "a" ? a : b) === null ? <span className="text-faint">–</span> : render(side)}
          </div>
        </div>
      ))}
    </div>
  );
}

function Claims({ pair: { a, b, change } }: { pair: ClaimPair }) {
  const restsOn = (a ?? b)?.restsOn ?? [];
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs">
        <ChangeWord change={change} />
        <span className="text-mute">
          {restsOn.map((label) => (
            <code className="mr-1.5 font-mono text-2xs break-all" key={label}>
              {label}
            </code>
          ))}
        </span>
      </p>
      {change === "same" ? (
        <p>{a?.text}</p>
      ) : (
        <Sides a={a} b={b} render={(side) => <ClaimText pair={{ a, b }} side={side} />} />
      )}
    </div>
  );
}

interface ClaimTextProps {
  readonly pair: { readonly a: ComparedClaim | null; readonly b: ComparedClaim | null };
  readonly side: "a" | "b";
}

function ClaimText({ pair: { a, b }, side }: ClaimTextProps) {
  const claim = side === "a" ? a : b;
  return (
    <>
      <ChangedWords a={a?.text ?? null} b={b?.text ?? null} side={side} />
      {claim?.kind === "absence" && <span className="ml-1.5 text-xs text-mute">(absence)</span>}
    </>
  );
}

function Items({ list }: { list: ListDiff }) {
  const items = [
    ...list.both.map((text) => ({ text, change: "same" as const })),
    ...list.onlyA.map((text) => ({ text, change: "only_a" as const })),
    ...list.onlyB.map((text) => ({ text, change: "only_b" as const })),
  ];
  return (
    <section aria-label={list.name}>
      <h3 className="mb-1.5 text-xs font-semibold text-mute">{list.name}</h3>
      <ul className="grid gap-1">
        {items.map(({ text, change }, index) => (
          <li className="flex items-start gap-2" key={index}>
            <span className="w-20 shrink-0">
              <ChangeWord change={change} />
            </span>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
