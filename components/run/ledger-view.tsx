"use client";

import { useQuery } from "@tanstack/react-query";
import { BUDGET_RESOURCE_TABLE, type LedgerLine, type LedgerMovement } from "@/lib/contracts/budget";
import type { RunDetail } from "@/lib/contracts/run";
import { formatResource, shortId } from "@/lib/client/format-quantity";
import { formatExactHint, formatOffset } from "@/lib/client/format-time";
import { runLedgerOptions } from "@/lib/client/run-queries";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";

const MOVEMENT_LOOK: Readonly<Record<LedgerMovement, { text: string; meaning: string }>> = {
  reserve: { text: "text-ink", meaning: "Set aside before the call." },
  charge: { text: "text-warn", meaning: "Used more than was set aside." },
  refund: { text: "text-ok", meaning: "Used less than was set aside: the rest came back." },
  refuse: { text: "text-bad font-semibold", meaning: "The budget did not allow it; nothing moved." },
};

/** Every movement of the run's budgets (RUN-11). */
export function LedgerView({ run }: { run: RunDetail }) {
  const query = useQuery(runLedgerOptions(run.runId, run.runState === "RUNNING"));
  if (query.isPending) {
    return (
      <div aria-busy="true" aria-label="Loading the ledger" className="grid gap-2 py-2">
        {["70%", "85%", "60%", "75%"].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    );
  }
  if (query.isError) {
    return (
      <Notice title="The ledger could not be loaded" tone="bad" urgent>
        {query.error.message}{" "}
        <button className="font-semibold text-accent" onClick={() => void query.refetch()} type="button">
          Try again
        </button>
      </Notice>
    );
  }
  if (query.data.length === 0) {
    return <EmptyState title="No movements">Nothing was reserved from any budget.</EmptyState>;
  }
  return (
    <div aria-label="Budget ledger" className="overflow-x-auto" role="region" tabIndex={0}>
      <table className="w-full text-xs">
        <thead>
          <tr className="text-left text-2xs text-mute">
            <Head>#</Head>
            <Head>At</Head>
            <Head>Budget</Head>
            <Head>Movement</Head>
            <Head right>Amount</Head>
            <Head right>Left after</Head>
            <Head>For</Head>
          </tr>
        </thead>
        <tbody>
          {query.data.map((line) => (
            <Line createdAt={run.createdAt} key={line.seq} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ line, createdAt }: { line: LedgerLine; createdAt: number }) {
  const { text, meaning } = MOVEMENT_LOOK[line.movement];
  const sign = line.movement === "refuse" || line.amount < 0 ? "" : "+";
  return (
    <tr className="border-t border-line hover:bg-sunken">
      <td className="px-2 py-1.5 text-faint">{line.seq}</td>
      <td className="px-2 py-1.5 font-mono text-2xs whitespace-nowrap" data-hint={formatExactHint(line.at)}>
        {formatOffset(line.at, createdAt)}
      </td>
      <td className="px-2 py-1.5 whitespace-nowrap">{BUDGET_RESOURCE_TABLE[line.resource].label}</td>
      <td className={`px-2 py-1.5 ${text}`} data-hint={`${line.movement}\n${meaning}`}>
        {line.movement}
      </td>
      <td className="px-2 py-1.5 text-right font-mono text-2xs whitespace-nowrap">
        {sign}
        {formatResource(line.resource, line.amount)}
      </td>
      <td
        className={`px-2 py-1.5 text-right font-mono text-2xs whitespace-nowrap ${line.balance < 0 ? "text-bad" : ""}`}
      >
        {formatResource(line.resource, line.balance)}
      </td>
      <td className="px-2 py-1.5 whitespace-nowrap">
        {line.what}{" "}
        <span className="font-mono text-2xs text-faint" data-hint={line.callId}>
          {shortId(line.callId)}
        </span>
      </td>
    </tr>
  );
}

function Head({ children, right = false }: { children: string; right?: boolean }) {
  return (
    <th className={`px-2 py-1.5 font-semibold whitespace-nowrap ${right ? "text-right" : ""}`} scope="col">
      {children}
    </th>
  );
}
