"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { RunId } from "@/lib/contracts/ids";
import { ProblemError } from "@/lib/client/api-error";
import type { RunView } from "@/lib/client/run-view";
import { useKeys } from "../keys/use-keys";
import { useRunView, type RunViewState } from "../run/use-run-view";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";
import { CompareAnswers } from "./compare-answers";
import { CompareFacts } from "./compare-facts";
import { CompareHead } from "./compare-head";
import { CompareTools } from "./compare-tools";
import { RunPicker } from "./run-picker";

type SideName = "a" | "b";
const ADDRESS = { a: parseAsString, b: parseAsString };

/** Two runs side by side. Which, stands in the address; what is no run there is answered in words and can be put right. */
export function ComparePage() {
  const [ids, setIds] = useQueryStates(ADDRESS);
  const swap = () => void setIds({ a: ids.b, b: ids.a });
  useKeys({ swap });
  const put = (side: SideName) => (id: string) => void setIds({ [side]: id });
  const [a, b] = [RunId.safeParse(ids.a), RunId.safeParse(ids.b)];
  return (
    <div className="mx-auto grid max-w-[112rem] grid-cols-1 gap-3.5 px-3 py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-lg font-bold">Compare two runs</h1>
        {a.success && b.success && (
          <Button onClick={swap}>
            Swap <Kbd>s</Kbd>
          </Button>
        )}
      </div>
      {a.success && b.success ? (
        <ComparedRuns a={a.data} b={b.data} onPut={put} />
      ) : (
        <div className="grid grid-cols-1 gap-3.5 lg:grid-cols-2">
          {(["a", "b"] as const).map((side) => {
            const parsed = side === "a" ? a : b;
            const other = side === "a" ? b : a;
            if (parsed.success) return <LoneSide id={parsed.data} key={side} onPut={put(side)} side={side} />;
            return (
              <RunPicker
                isWrong={ids[side] !== null}
                key={side}
                onPut={put(side)}
                other={other.success ? other.data : null}
                side={side}
                written={ids[side]}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}

interface ComparedRunsProps {
  readonly a: string;
  readonly b: string;
  readonly onPut: (side: SideName) => (id: string) => void;
}

function ComparedRuns({ a, b, onPut }: ComparedRunsProps) {
  const [stateA, stateB] = [useRunView(a), useRunView(b)];
  if (stateA.view !== undefined && stateB.view !== undefined)
    return <Comparison a={stateA.view} b={stateB.view} />;
  return (
    <div className="grid grid-cols-1 gap-3.5 lg:grid-cols-2">
      <OneSide id={a} onPut={onPut("a")} other={b} side="a" state={stateA} />
      <OneSide id={b} onPut={onPut("b")} other={a} side="b" state={stateB} />
    </div>
  );
}

/** The run of one side while the other side names none. */
function LoneSide(props: Omit<OneSideProps, "state" | "other">) {
  return <OneSide other={null} state={useRunView(props.id)} {...props} />;
}

interface OneSideProps {
  readonly id: string;
  readonly side: SideName;
  readonly state: RunViewState;
  readonly other: string | null;
  readonly onPut: (id: string) => void;
}

/** One run while the other is loading or cannot be had. */
function OneSide({ id, side, state, other, onPut }: OneSideProps) {
  if (state.view !== undefined) return <CompareHead run={state.view.run} side={side} />;
  if (state.error === null) return <Skeleton height="9rem" width="100%" />;
  if (state.error instanceof ProblemError && state.error.problem.status === 404)
    return <RunPicker isWrong onPut={onPut} other={other} side={side} written={id} />;
  return (
    <Notice title={`Run ${side.toUpperCase()} could not be loaded`} tone="bad" urgent>
      <p>{state.error.message}</p>
      <Button className="mt-2" onClick={state.retry} size="sm">
        Try again
      </Button>
    </Notice>
  );
}

function Comparison({ a, b }: { a: RunView; b: RunView }) {
  return (
    <>
      {a.run.runId === b.run.runId ? (
        <Notice title="This is one run on both sides" tone="warn">
          Everything is the same. Put another id in the address, or go to a run and compare from there.
        </Notice>
      ) : (
        a.run.query !== b.run.query && (
          <Notice title="The two runs were asked different questions" tone="warn">
            What differs below may come from that.
          </Notice>
        )
      )}
      <div className="grid grid-cols-1 gap-3.5 lg:grid-cols-2">
        <CompareHead run={a.run} side="a" />
        <CompareHead run={b.run} side="b" />
      </div>
      <CompareAnswers a={a} b={b} />
      <CompareTools a={a.tools} b={b.tools} />
      <CompareFacts a={a.run} b={b.run} />
    </>
  );
}
