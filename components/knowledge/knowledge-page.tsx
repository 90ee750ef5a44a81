"use client";

import { useQuery } from "@tanstack/react-query";
import { FilePlus2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { plural } from "@/lib/client/format-quantity";
import { knowledgeListOptions } from "@/lib/client/knowledge-queries";
import { useRefusal } from "../access/principal-context";
import { useKeys } from "../keys/use-keys";
import { ListSkeleton } from "../settings/list-skeleton";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { useNow } from "../ui/use-now";
import { EntryList } from "./entry-list";
import { RetrievalPanel } from "./retrieval-panel";

/** What runs know: playbooks and documents, and what a question would find in them. */
export function KnowledgePage() {
  const router = useRouter();
  const list = useQuery(knowledgeListOptions);
  const refused = useRefusal("knowledge.write");
  const now = useNow(true);
  const question = useRef<HTMLInputElement>(null);
  const write = (kind: "playbook" | "document") => {
    if (refused === null) router.push(`/knowledge/new?kind=${kind}`);
  };
  useKeys({
    newPlaybook: () => write("playbook"),
    newDocument: () => write("document"),
    tryRetrieval: () => question.current?.focus(),
  });
  const items = list.data?.items ?? [];
  const problems = list.data?.problems ?? [];
  return (
    <div className="mx-auto grid max-w-[110rem] grid-cols-1 gap-4 px-3 py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-lg font-bold">Knowledge</h1>
        <div className="flex flex-wrap gap-2">
          {(["playbook", "document"] as const).map((kind) => (
            <Button
              data-hint={refused ?? undefined}
              disabled={refused !== null}
              key={kind}
              onClick={() => write(kind)}
            >
              <FilePlus2 aria-hidden className="size-3.5" />
              New {kind}
            </Button>
          ))}
        </div>
      </div>
      {problems.length > 0 && (
        <Notice title={`${plural(problems.length, "problem")} with the server's files`} tone="warn">
          <ul>
            {problems.map(({ file, message }) => (
              <li key={`${file} ${message}`}>
                <code className="font-mono text-xs">{file}</code>: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_26rem] 2xl:grid-cols-[minmax(0,1fr)_34rem]">
        {list.isPending ? (
          <ListSkeleton />
        ) : list.isError ? (
          <Notice title="The knowledge could not be read" tone="bad" urgent>
            <p>{list.error.message} Check that the server is up, then try again.</p>
            <Button className="mt-2" onClick={() => void list.refetch()} size="sm">
              Try again
            </Button>
          </Notice>
        ) : (
          <div className="grid min-w-0 gap-5 2xl:grid-cols-2">
            <EntryList
              entries={items.filter(({ kind }) => kind === "playbook")}
              now={now}
              title="Playbooks"
            />
            <EntryList
              entries={items.filter(({ kind }) => kind === "document")}
              now={now}
              title="Documents"
            />
          </div>
        )}
        <RetrievalPanel field={question} />
      </div>
    </div>
  );
}
