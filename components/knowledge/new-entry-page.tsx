"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { KNOWLEDGE_KIND_TABLE, KnowledgeName, type KnowledgeKind } from "@/lib/contracts/knowledge";
import { TextField } from "../ui/text-field";
import { entryHref } from "./knowledge-address";
import { TextWorkbench } from "./text-workbench";

const KIND = parseAsStringLiteral(["playbook", "document"] as const).withDefault("document");

/** Begins small and complete, so that the first check says nothing is wrong but the names. */
const BEGINNINGS: Readonly<Record<KnowledgeKind, string>> = {
  playbook: `---
id: my-playbook
title: What it finds out
answers:
  - A question that it answers?
checks:
  - id: first
    source: shop
    scope: what is looked at, in words
    sql: SELECT COUNT(*) AS failed FROM payments WHERE status = 'failed'
conclusions:
  - id: found
    when: checks.first.found && checks.first.rows[0].failed > 0.0
    conclusion: "{{ checks.first.rows[0].failed }} payments failed."
    claims:
      - text: "{{ checks.first.rows[0].failed }} payments failed."
        checks: [first]
---

# What it finds out

What an operator should know about it.
`,
  document: `# Title

## A question that it answers

The answer.
`,
};

/** Writes a new playbook or document. */
export function NewEntryPage() {
  const [kind] = useQueryState("kind", KIND);
  return <NewEntry key={kind} kind={kind} />;
}

function NewEntry({ kind }: { readonly kind: KnowledgeKind }) {
  const router = useRouter();
  const [text, setText] = useState(BEGINNINGS[kind]);
  const [name, setName] = useState("");
  const named = KnowledgeName.safeParse(name);
  return (
    <div className="mx-auto grid max-w-[80rem] grid-cols-1 gap-4 px-3 py-4 sm:px-5">
      <Link className="w-fit text-xs font-semibold text-accent hover:underline" href="/knowledge">
        Knowledge
      </Link>
      <div className="grid gap-1">
        <h1 className="text-lg font-bold">New {kind}</h1>
        <p className="text-mute">
          {KNOWLEDGE_KIND_TABLE[kind].meaning}{" "}
          {kind === "playbook"
            ? "Its statements only read: each is checked when it is saved."
            : "One passage per heading is found on its own."}{" "}
          Runs that begin after it is saved know it.
        </p>
      </div>
      <TextWorkbench
        isChanged
        kind={kind}
        name={kind === "playbook" || name === "" ? null : name}
        onSaved={(entry) => router.push(entryHref(entry))}
        onText={(next, fileName) => {
          setText(next);
          if (fileName !== undefined && name === "") setName(fileName.replace(/\.(md|markdown)$/i, ""));
        }}
        text={text}
        version={null}
      >
        {kind === "document" && (
          <div className="max-w-md">
            <TextField
              hint="With / between folders, for example runbooks/payment-gateway"
              label="Name"
              onChange={(event) => setName(event.target.value)}
              problem={name === "" || named.success ? null : (named.error.issues[0]?.message ?? null)}
              value={name}
            />
          </div>
        )}
      </TextWorkbench>
    </div>
  );
}
