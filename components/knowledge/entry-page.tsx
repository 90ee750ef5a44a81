"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import {
  KNOWLEDGE_KIND_TABLE,
  KNOWLEDGE_ORIGIN_TABLE,
  KnowledgeAddress,
  type KnowledgeAction,
  type KnowledgeDetail,
} from "@/lib/contracts/knowledge";
import { knowledgeClient } from "@/lib/client/knowledge-client";
import { knowledgeEntryOptions } from "@/lib/client/knowledge-queries";
import { useRefusal } from "../access/principal-context";
import { useKeys } from "../keys/use-keys";
import { ListSkeleton } from "../settings/list-skeleton";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { ConfirmButton } from "../ui/confirm-button";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { useNow } from "../ui/use-now";
import { ProblemList } from "./problem-list";
import { StateBadge } from "./state-badge";
import { TextEditor } from "./text-editor";
import { TextWorkbench } from "./text-workbench";
import { UsedRuns } from "./used-runs";
import { useSaveKnowledge } from "./use-save-knowledge";
import { VersionList } from "./version-list";

const PARSERS = { kind: parseAsStringLiteral(["playbook", "document"] as const), name: parseAsString };

/** One playbook or document: its text, its history, the runs that used it. */
export function EntryPage() {
  const [written] = useQueryStates(PARSERS);
  const address = KnowledgeAddress.safeParse(written);
  if (!address.success) {
    return (
      <EmptyState isPage title="No playbook or document is named here">
        <Link className="font-semibold text-accent underline underline-offset-2" href="/knowledge">
          Look at all of them
        </Link>
      </EmptyState>
    );
  }
  return <FoundEntry address={address.data} key={`${address.data.kind} ${address.data.name}`} />;
}

function FoundEntry({ address }: { readonly address: KnowledgeAddress }) {
  const detail = useQuery(knowledgeEntryOptions(address));
  return (
    <div className="mx-auto grid max-w-[110rem] grid-cols-1 gap-4 px-3 py-4 sm:px-5">
      <Link className="w-fit text-xs font-semibold text-accent hover:underline" href="/knowledge">
        Knowledge
      </Link>
      {detail.isPending ? (
        <ListSkeleton />
      ) : detail.isError ? (
        <Notice title={`${address.name} could not be read`} tone="bad" urgent>
          <p>{detail.error.message}</p>
          <Button className="mt-2" onClick={() => void detail.refetch()} size="sm">
            Try again
          </Button>
        </Notice>
      ) : (
        <EntryView address={address} detail={detail.data} />
      )}
    </div>
  );
}

interface EntryViewProps {
  readonly address: KnowledgeAddress;
  readonly detail: KnowledgeDetail;
}

function EntryView({ address, detail }: EntryViewProps) {
  const { entry, text, versions } = detail;
  const { kind, name, title, file, origin, state, version, problems } = entry;
  const refused = useRefusal("knowledge.write");
  const now = useNow(true);
  const { change } = useSaveKnowledge();
  /** What is written; null while nobody edits. */
  const [draft, setDraft] = useState<{ readonly text: string; readonly version: number } | null>(null);
  const [takeError, setTakeError] = useState<string | null>(null);
  const edit = (from: string) => setDraft({ text: from, version });
  const act = (action: Exclude<KnowledgeAction, "save">) => change.mutate({ ...address, version, action });
  const take = (wanted: number) => {
    setTakeError(null);
    knowledgeClient.readVersion(address, wanted).then(
      (read) => edit(read.text),
      (error: unknown) => setTakeError(error instanceof Error ? error.message : String(error)),
    );
  };
  useKeys({
    editEntry: () => (refused === null && draft === null ? edit(text) : undefined),
  });
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-lg font-bold">{title}</h1>
            <StateBadge state={state} />
          </div>
          <p className="flex min-w-0 flex-wrap gap-x-3 text-xs text-mute">
            <span>{KNOWLEDGE_KIND_TABLE[kind].label}</span>
            <span className="font-mono break-all">{file ?? name}</span>
            <span data-hint={KNOWLEDGE_ORIGIN_TABLE[origin].meaning}>
              {KNOWLEDGE_ORIGIN_TABLE[origin].label}
            </span>
            <span>{version === 0 ? "never changed here" : `version ${version}`}</span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {draft === null ? (
            <Button
              data-hint={refused ?? undefined}
              disabled={refused !== null}
              look="primary"
              onClick={() => edit(text)}
            >
              Edit
            </Button>
          ) : (
            <Button onClick={() => setDraft(null)}>Stop editing</Button>
          )}
          {state === "disabled" ? (
            <Button disabled={refused !== null || change.isPending} onClick={() => act("enable")}>
              Enable
            </Button>
          ) : (
            <ConfirmButton
              confirm="Disable for new runs?"
              data-hint={refused ?? undefined}
              disabled={refused !== null || change.isPending}
              onConfirm={() => act("disable")}
            >
              Disable
            </ConfirmButton>
          )}
          {origin === "edited" && (
            <ConfirmButton
              confirm="Use the file again?"
              disabled={refused !== null || change.isPending}
              onConfirm={() => act("revert")}
            >
              Set back to the file
            </ConfirmButton>
          )}
        </div>
      </header>
      {change.isError && (
        <Notice title="It was not changed" tone="bad" urgent>
          <p>{change.error.message}</p>
        </Notice>
      )}
      {takeError !== null && (
        <Notice title="That version could not be read" tone="bad" urgent>
          <p>{takeError}</p>
        </Notice>
      )}
      {draft === null && problems.length > 0 && (
        <Notice
          title={state === "broken" ? "It is left out" : "It has problems"}
          tone={state === "broken" ? "bad" : "warn"}
        >
          <ProblemList problems={problems} />
        </Notice>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem] 2xl:grid-cols-[minmax(0,1fr)_34rem]">
        {draft === null ? (
          <TextEditor isReadOnly label="Text" onChange={() => undefined} value={text} />
        ) : (
          <TextWorkbench
            isChanged={draft.text !== text}
            kind={kind}
            name={name}
            onSaved={() => setDraft(null)}
            onText={(next) => setDraft({ ...draft, text: next })}
            text={draft.text}
            version={draft.version}
          />
        )}
        <div className="grid gap-4">
          <Card title="Runs that used it">
            <UsedRuns address={address} />
          </Card>
          <Card title="History">
            <VersionList
              isBusy={false}
              now={now}
              onTake={refused === null ? take : null}
              versions={versions}
            />
          </Card>
        </div>
      </div>
    </>
  );
}
