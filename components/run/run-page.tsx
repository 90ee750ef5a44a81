"use client";

import Link from "next/link";
import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from "nuqs";
import { RunId } from "@/lib/contracts/ids";
import { ProblemError } from "@/lib/client/api-error";
import { RUN_TABS, type RunTab } from "@/lib/client/run-tabs";
import type { RunView } from "@/lib/client/run-view";
import type { WatchStatus } from "@/lib/client/watch-session";
import { useKeys } from "../keys/use-keys";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { TabList, type TabItem } from "../ui/tab-list";
import { BudgetGauges } from "./budget-gauges";
import { ExplainPanel } from "./explain-panel";
import { GuardsView } from "./guards-view";
import { ExitRecordCard } from "./exit-record-card";
import { LateArrivalsCard } from "./late-arrivals-card";
import { LedgerView } from "./ledger-view";
import { NoExitRecord } from "./no-exit-record";
import { isNotReleased, OutcomePanel } from "./outcome-panel";
import { PublicStreamView } from "./public-stream-view";
import { RawView, runAsJson } from "./raw-view";
import { ReceiptCard } from "./receipt-card";
import { RerunsCard } from "./reruns-card";
import { RunAxesBlock } from "./run-axes-block";
import { RunHeader } from "./run-header";
import { RunSkeleton } from "./run-skeleton";
import { TimelineView } from "./timeline-view";
import { ToolList } from "./tool-list";
import { useRunView } from "./use-run-view";

/** `id` as it stands in the address; what is no run id at all is answered without asking the server. */
export function RunPage({ id }: { id: string }) {
  const parsed = RunId.safeParse(id);
  if (!parsed.success) return <NoSuchRun id={id} />;
  return <LoadedRun id={parsed.data} />;
}

function LoadedRun({ id }: { id: string }) {
  const { view, error, retry, watch } = useRunView(id);
  if (view !== undefined) return <RunWorkspace view={view} watch={watch} />;
  if (error === null) {
    return (
      <div className="px-3 py-4 sm:px-5">
        <RunSkeleton />
      </div>
    );
  }
  if (error instanceof ProblemError && error.problem.status === 404) return <NoSuchRun id={id} />;
  return (
    <div className="mx-auto max-w-3xl p-6">
      <Notice title="This run could not be loaded" tone="bad" urgent>
        <p>{error.message}</p>
        <Button className="mt-2" onClick={retry} size="sm">
          Try again
        </Button>
      </Notice>
    </div>
  );
}

const PANEL_ID = "run-panel";

function RunWorkspace({ view, watch }: { view: RunView; watch: WatchStatus | null }) {
  const { run, tools } = view;
  const [{ tab, explain }, setPlace] = useQueryStates({
    tab: parseAsStringLiteral(RUN_TABS).withDefault("timeline"),
    explain: parseAsBoolean.withDefault(false),
  });
  const select = (next: RunTab) => void setPlace({ tab: next });
  const toggleExplain = () => void setPlace({ explain: !explain });
  const step = (by: number) => {
    const next = RUN_TABS[(RUN_TABS.indexOf(tab) + by + RUN_TABS.length) % RUN_TABS.length];
    if (next !== undefined) select(next);
  };
  useKeys({
    explain: toggleExplain,
    nextTab: () => step(1),
    previousTab: () => step(-1),
    copyLink: () => void navigator.clipboard.writeText(location.href),
    copyJson: () => void navigator.clipboard.writeText(runAsJson(view)),
  });
  const items: readonly TabItem<RunTab>[] = [
    { value: "timeline", label: "Timeline" },
    { value: "answer", label: "Answer" },
    { value: "tools", label: "Tools & evidence", count: tools.length },
    { value: "guards", label: "Guards" },
    { value: "ledger", label: "Ledger" },
    { value: "stream", label: "Public stream" },
    { value: "raw", label: "Raw JSON" },
  ];
  return (
    <div className="mx-auto grid max-w-[112rem] grid-cols-1 gap-3.5 px-3 py-4 sm:px-5">
      <RunHeader view={view} watch={watch} />
      <RunAxesBlock run={run} />
      <ExplainPanel
        onFollow={(next) => {
          select(next);
          document.getElementById(PANEL_ID)?.scrollIntoView({ block: "start" });
        }}
        onToggle={toggleExplain}
        open={explain}
        view={view}
      />
      <div className="grid grid-cols-1 items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <section aria-label="Run" className="panel min-w-0">
          <TabList items={items} label="Run" onSelect={select} panelId={PANEL_ID} selected={tab} />
          <div
            aria-labelledby={`${PANEL_ID}-${tab}`}
            className="scroll-mt-4 px-3 py-3 sm:px-4"
            id={PANEL_ID}
            role="tabpanel"
            tabIndex={0}
          >
            <TabContent tab={tab} view={view} />
          </div>
        </section>
        <aside aria-label="Receipt and budget" className="grid min-w-0 gap-3.5 md:max-xl:grid-cols-2">
          {run.cancellation !== null && <ReceiptCard receipt={run.cancellation} run={run} />}
          <Card title="Budget">
            <BudgetGauges run={run} />
          </Card>
          {run.exitRecord === null ? <NoExitRecord run={run} /> : <ExitRecordCard exit={run.exitRecord} />}
          <LateArrivalsCard arrivals={run.lateArrivals} />
          <RerunsCard run={run} />
        </aside>
      </div>
    </div>
  );
}

function TabContent({ tab, view }: { tab: RunTab; view: RunView }) {
  switch (tab) {
    case "timeline":
      return <TimelineView view={view} />;
    case "answer":
      return <OutcomePanel view={view} />;
    case "tools":
      return view.tools.length === 0 ? (
        <EmptyState title="No evidence tool was called">
          {view.run.runState === "RUNNING"
            ? "Calls appear here as they are made."
            : "The run ended without one."}
        </EmptyState>
      ) : (
        <ToolList notReleased={isNotReleased(view.run)} tools={view.tools} />
      );
    case "guards":
      return <GuardsView view={view} />;
    case "ledger":
      return <LedgerView run={view.run} />;
    case "stream":
      return <PublicStreamView run={view.run} />;
    case "raw":
      return <RawView view={view} />;
  }
}

function NoSuchRun({ id }: { id: string }) {
  return (
    <EmptyState isPage title="There is no such run">
      <p>
        No run has the id <span className="font-mono text-xs break-all text-ink">{id}</span>. It may have been
        mistyped or cut short when it was copied.
      </p>
      <p className="mt-2">
        <Link className="font-semibold text-accent underline underline-offset-2" href="/runs">
          All runs
        </Link>
      </p>
    </EmptyState>
  );
}
