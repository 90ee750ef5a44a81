"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState, type Ref } from "react";
import type { KnowledgeKind } from "@/lib/contracts/knowledge";
import { excerpt } from "@/lib/client/excerpt";
import { retrievalOptions } from "@/lib/client/knowledge-queries";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { entryHref } from "./knowledge-address";

const EXCERPT_CHARACTERS = 160;

/** Asks what a question would find, without asking it: scores are those that a run would act on. */
export function RetrievalPanel({ field }: { readonly field: Ref<HTMLInputElement> }) {
  const [question, setQuestion] = useState("");
  const found = useQuery({
    ...retrievalOptions(question),
    enabled: question !== "",
    placeholderData: (before) => before,
  });
  return (
    <Card title="Try a retrieval">
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const asked = new FormData(event.currentTarget).get("question");
          if (typeof asked === "string") setQuestion(asked.trim());
        }}
      >
        <input
          aria-label="Question to look up"
          className="h-8 min-w-0 flex-1 rounded-[7px] border border-line-strong bg-panel px-2.5"
          maxLength={2_000}
          name="question"
          placeholder="Why are payments failing?"
          ref={field}
        />
        <Button type="submit">Look up</Button>
      </form>
      <p className="mt-1.5 text-xs text-mute">
        Nothing is run. 0 is nothing in common, 1 the same words
        {found.data !== undefined && `; an answer begins at ${found.data.threshold}`}.
      </p>
      {found.isError && (
        <p className="mt-2 font-semibold text-bad" role="alert">
          {found.error.message}
        </p>
      )}
      {found.data !== undefined && question !== "" && (
        <div aria-live="polite" className="mt-3 grid gap-4">
          <Ranking
            items={found.data.playbooks}
            kind="playbook"
            none="No playbook shares a word with it: the general survey would be used."
            threshold={found.data.threshold}
            title="Playbooks"
          />
          <Ranking
            items={found.data.passages.map(({ heading, text, ...rest }) => ({
              ...rest,
              title: heading === rest.title ? rest.title : `${rest.title} › ${heading}`,
              text: excerpt(text, EXCERPT_CHARACTERS),
            }))}
            kind="document"
            none="No passage shares a word with it."
            threshold={found.data.threshold}
            title="Passages"
          />
        </div>
      )}
    </Card>
  );
}

interface RankingProps {
  readonly title: string;
  readonly kind: KnowledgeKind;
  readonly none: string;
  readonly threshold: number;
  readonly items: readonly {
    readonly name: string;
    readonly title: string;
    readonly score: number;
    readonly text?: string;
  }[];
}

function Ranking({ title, kind, none, threshold, items }: RankingProps) {
  return (
    <section aria-label={title} className="grid gap-1.5">
      <h3 className="text-xs font-bold text-mute">{title}</h3>
      {items.length === 0 ? (
        <p className="text-mute">{none}</p>
      ) : (
        <ol className="grid gap-1.5">
          {items.map(({ name, title: shown, score, text }, index) => {
            const isMatch = score >= threshold;
            return (
              <li className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-2.5" key={`${name} ${index}`}>
                <span
                  className={`rounded-[4px] px-1.5 text-center font-mono text-xs leading-5 ${isMatch ? "bg-ok-soft font-semibold text-ok" : "bg-off-soft text-off"}`}
                  data-hint={isMatch ? "Counts as an answer" : "Too little to count as an answer"}
                >
                  {score.toFixed(3)}
                </span>
                <span className="min-w-0">
                  <Link className="hover:underline" href={entryHref({ kind, name })}>
                    {shown}
                  </Link>
                  {!isMatch && <span className="text-xs text-mute"> · below</span>}
                  {text !== undefined && <span className="block text-xs break-words text-mute">{text}</span>}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
