"use client";

import { Download, GitCompare, RotateCw } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import type { RunDetail } from "@/lib/contracts/run";
import { useRefusal } from "../access/principal-context";
import { KEY_TABLE } from "../keys/key-table";
import { useKeys } from "../keys/use-keys";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { RerunDialog } from "./rerun-dialog";

const LINK_LOOK =
  "inline-flex h-8 items-center justify-center gap-1.5 rounded-[7px] border border-line-strong bg-panel px-3 text-sm font-semibold whitespace-nowrap text-ink hover:bg-sunken";

/** What else can be done with a run: run it again, compare it, take it away as a file. */
export function RunActions({ run }: { run: RunDetail }) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const refused = useRefusal("runs.ask");
  const ask = () => {
    if (refused === null) setIsAsking(true);
  };
  const download = useRef<HTMLAnchorElement>(null);
  const compareHref =
    run.originRunId === null
      ? `/runs/compare?a=${run.runId}`
      : `/runs/compare?a=${run.originRunId}&b=${run.runId}`;
  useKeys({
    rerun: ask,
    compare: () => router.push(compareHref),
    download: () => download.current?.click(),
  });
  return (
    <>
      <a
        className={LINK_LOOK}
        data-hint={"The whole run as JSON\nRun, trace, tool records and ledger."}
        download={`${run.runId}.json`}
        href={`/api/runs/${run.runId}/export`}
        ref={download}
      >
        <Download aria-hidden className="size-3.5" />
        Download <Kbd>{KEY_TABLE.download.keys}</Kbd>
      </a>
      <Link
        className={LINK_LOOK}
        data-hint={
          run.originRunId === null ? "With a rerun, or any run" : "With the run whose question it asks again"
        }
        href={compareHref}
      >
        <GitCompare aria-hidden className="size-3.5" />
        Compare <Kbd>{KEY_TABLE.compare.keys}</Kbd>
      </Link>
      <Button aria-disabled={refused !== null} data-hint={refused ?? undefined} onClick={ask}>
        <RotateCw aria-hidden className="size-3.5" />
        Run again <Kbd>{KEY_TABLE.rerun.keys}</Kbd>
      </Button>
      {isAsking && <RerunDialog onClosed={() => setIsAsking(false)} run={run} />}
    </>
  );
}
