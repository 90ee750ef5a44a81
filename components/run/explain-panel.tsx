"use client";

import { ArrowRight, ChevronRight } from "lucide-react";
import { explainRun } from "@/lib/client/explain-run";
import type { RunTab } from "@/lib/client/run-tabs";
import type { RunView } from "@/lib/client/run-view";
import { Kbd } from "../ui/kbd";

export interface ExplainPanelProps {
  readonly view: RunView;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onFollow: (tab: RunTab) => void;
}

/** "Which state do I look at first?" answered for this run. */
export function ExplainPanel({ view, open, onToggle, onFollow }: ExplainPanelProps) {
  return (
    <section aria-label="Explain this run" className="panel">
      <h2>
        <button
          aria-expanded={open}
          className="flex w-full items-center gap-2 rounded-[10px] px-4 py-3 text-left text-sm font-bold hover:bg-sunken"
          onClick={onToggle}
          type="button"
        >
          <ChevronRight
            aria-hidden
            className={`size-3.5 text-faint transition-transform ${open ? "rotate-90" : ""}`}
          />
          Explain this run
          <span className="text-xs font-normal text-mute max-sm:hidden">which state to look at first</span>
          <span className="ml-auto text-mute">
            <Kbd>e</Kbd>
          </span>
        </button>
      </h2>
      {open && (
        <dl className="border-t border-line px-4 pb-2">
          {explainRun(view).map(({ question, answer, links }) => (
            <div
              className="grid gap-x-4 gap-y-0.5 border-b border-line py-2.5 last:border-0 lg:grid-cols-[15rem_minmax(0,1fr)]"
              key={question}
            >
              <dt className="font-semibold">{question}</dt>
              <dd className="min-w-0 text-mute">
                <span className="break-words">{answer}</span>{" "}
                {links.map((link) => (
                  <button
                    className="mr-3 inline-flex items-center gap-0.5 text-xs font-semibold whitespace-nowrap text-accent hover:underline"
                    key={link.tab}
                    onClick={() => onFollow(link.tab)}
                    type="button"
                  >
                    {link.label}
                    <ArrowRight aria-hidden className="size-3" />
                  </button>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
