"use client";

import { ArrowUp, SlidersHorizontal } from "lucide-react";
import { useState, type RefObject } from "react";
import type { BudgetOverride } from "@/lib/contracts/budget";
import { StartRunRequest } from "@/lib/contracts/requests";
import { useKeys } from "../keys/use-keys";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { BudgetFields } from "./budget-fields";

export interface ComposerProps {
  readonly isFollowUp: boolean;
  /** What stands in the field at first. */
  readonly written: string;
  readonly autoFocus: boolean;
  /** Why nothing can be asked right now; null when something can. */
  readonly blocked: string | null;
  readonly detached: boolean;
  readonly onDetachedChange: (detached: boolean) => void;
  /** False when the question was not taken: it is put back into the field. */
  readonly onAsk: (query: string, budget: BudgetOverride) => Promise<boolean>;
  /** Where the page puts the focus when the next question is due. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** Where a question is written: Enter asks, Shift+Enter begins a new line. */
export function Composer({
  isFollowUp,
  written,
  autoFocus,
  blocked,
  detached,
  onDetachedChange,
  onAsk,
  field,
}: ComposerProps) {
  const [text, setText] = useState(written);
  const [budget, setBudget] = useState<BudgetOverride>({});
  const [showLimits, setShowLimits] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useKeys({
    question: () => field.current?.focus(),
    detached: () => onDetachedChange(!detached),
    limits: () => setShowLimits((shown) => !shown),
  });

  const ask = async () => {
    if (blocked !== null) return;
    const parsed = StartRunRequest.safeParse({ query: text, budget });
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      setProblem(issue === undefined ? "The question is not valid." : messageOf(issue.path, issue.message));
      return;
    }
    setProblem(null);
    setText("");
    // From here on the keys belong to the run.
    field.current?.blur();
    const taken = await onAsk(parsed.data.query, budget);
    if (!taken) setText((typed) => (typed === "" ? text : typed));
  };

  return (
    <form
      className="panel border-line-strong transition-colors focus-within:border-accent"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <textarea
        aria-describedby="ask-mode"
        aria-invalid={problem !== null}
        aria-label="Question"
        autoFocus={autoFocus}
        className="field-sizing-content block max-h-60 min-h-13 w-full resize-none rounded-t-[10px] bg-transparent px-3.5 py-3 text-base outline-none"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") field.current?.blur();
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void ask();
        }}
        placeholder={isFollowUp ? "Ask a follow-up in this session" : "What is going wrong?"}
        ref={field}
        rows={1}
        value={text}
      />
      {problem !== null && (
        <p className="px-3.5 pb-2 text-xs font-semibold text-bad" role="alert">
          {problem}
        </p>
      )}
      {showLimits && <BudgetFields onChange={setBudget} value={budget} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-3.5 py-2">
        <label className="inline-flex cursor-pointer items-center gap-2 font-medium">
          <input
            checked={detached}
            className="peer sr-only"
            onChange={(event) => onDetachedChange(event.target.checked)}
            onKeyDown={(event) => {
              // Switches; it does not send the form.
              if (event.key !== "Enter") return;
              event.preventDefault();
              if (!event.repeat) onDetachedChange(!detached);
            }}
            role="switch"
            type="checkbox"
          />
          <span
            aria-hidden
            className="relative h-4.5 w-8 rounded-full border border-line-strong bg-off-soft transition-colors peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent after:absolute after:top-0.5 after:left-0.5 after:size-3 after:rounded-full after:bg-mute after:transition-transform peer-checked:after:translate-x-3.5 peer-checked:after:bg-on-accent"
          />
          Run detached
        </label>
        <span className="min-w-0 flex-1 basis-60 text-xs text-mute" id="ask-mode">
          {detached
            ? "The run goes on when this page is closed; only a cancel, its deadline or a budget stops it."
            : "Closing this page cancels the run. A detached run goes on."}
        </span>
        <Button aria-expanded={showLimits} look="quiet" onClick={() => setShowLimits(!showLimits)} size="sm">
          <SlidersHorizontal aria-hidden className="size-3.5" />
          Limits{Object.keys(budget).length > 0 && ` (${Object.keys(budget).length})`}
        </Button>
        <Button disabled={blocked !== null || text.trim() === ""} look="primary" type="submit">
          <ArrowUp aria-hidden className="size-3.5" />
          Ask
          <Kbd>↵</Kbd>
        </Button>
      </div>
      {blocked !== null && (
        <p className="border-t border-line px-3.5 py-1.5 text-xs text-mute" role="status">
          {blocked}
        </p>
      )}
    </form>
  );
}

function messageOf(path: readonly PropertyKey[], message: string): string {
  return path[0] === "budget" ? `Limits, ${String(path[1])}: ${message}` : `Please ${message}.`;
}
