"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import type { DiagnosisReport, KnowledgeAnswer, SafeAnswer, SafeFallback } from "@/lib/contracts/answer";
import type { ToolRecord } from "@/lib/contracts/evidence";
import { AxisBadge } from "../ui/axis-badge";
import { Skeleton } from "../ui/skeleton";
import { ClaimItem } from "./claim-item";

const MarkdownText = dynamic(() => import("./markdown-text"), {
  loading: () => <Skeleton height="4rem" width="100%" />,
});

export interface AnswerViewProps {
  readonly answer: SafeAnswer;
  readonly tools: readonly ToolRecord[];
}

/** What was released, and nothing else. */
export function AnswerView({ answer, tools }: AnswerViewProps) {
  switch (answer.contentType) {
    case "diagnosis_report":
      return <Report report={answer} tools={tools} />;
    case "fallback":
      return <Fallback fallback={answer} tools={tools} />;
    case "system_answer":
      return <MarkdownText text={answer.text} />;
    case "knowledge_answer":
      return <Knowledge answer={answer} />;
  }
}

function Report({ report, tools }: { report: DiagnosisReport; tools: readonly ToolRecord[] }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-lg font-semibold text-pretty">{report.conclusion}</p>
      <Block title="What it rests on">
        <ul className="grid grid-cols-1 gap-3">
          {report.claims.map((claim, index) => (
            <ClaimItem
              invocationIds={claim.invocationIds}
              key={index}
              kind={claim.kind}
              scope={claim.scope}
              text={claim.text}
              tools={tools}
            />
          ))}
        </ul>
      </Block>
      <Bullets items={report.recommendedActions} title="What to do" />
      <Bullets items={report.missingInfo} title="What is still missing" />
    </div>
  );
}

function Fallback({ fallback, tools }: { fallback: SafeFallback; tools: readonly ToolRecord[] }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid justify-items-start gap-1.5">
        <AxisBadge axis="fallbackType" focusable value={fallback.fallbackType} />
        <p className="text-lg font-semibold text-pretty">{fallback.message}</p>
      </div>
      {fallback.checked.length > 0 && (
        <Block title="What was checked">
          <ul className="grid grid-cols-1 gap-3">
            {fallback.checked.map((fact) => (
              <ClaimItem
                invocationIds={[fact.invocationId]}
                key={fact.invocationId}
                kind={fact.evidenceStatus === "NO_EVIDENCE" ? "absence" : "presence"}
                scope={fact.statement.includes(fact.scope) ? null : fact.scope}
                text={fact.statement}
                tools={tools}
              />
            ))}
          </ul>
        </Block>
      )}
      <Bullets items={fallback.missingInfo} title="What is missing" />
      <Bullets items={fallback.nextSteps} title="What to do next" />
    </div>
  );
}

function Knowledge({ answer }: { answer: KnowledgeAnswer }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <MarkdownText text={answer.text} />
      <Block title="From these documents">
        <ol className="grid gap-1">
          {answer.citations.map((citation, index) => (
            <li className="flex items-baseline gap-2" key={index}>
              <span className="text-faint">{index + 1}</span>
              <span>
                <b className="font-semibold">{citation.title}</b>
                {citation.heading !== "" && <span className="text-mute"> › {citation.heading}</span>}
              </span>
              <span
                className="ml-auto font-mono text-2xs text-mute"
                data-hint={`${citation.documentId}\nHow well the passage matches the question.`}
              >
                {citation.score.toFixed(2)}
              </span>
            </li>
          ))}
        </ol>
      </Block>
    </div>
  );
}

function Bullets({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <Block title={title}>
      <ul className="grid gap-1">
        {items.map((item, index) => (
          <li className="flex gap-2" key={index}>
            <span aria-hidden className="text-faint">
              –
            </span>
            <span className="min-w-0 break-words">{item}</span>
          </li>
        ))}
      </ul>
    </Block>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 text-xs font-semibold text-mute">{title}</h3>
      {children}
    </section>
  );
}
