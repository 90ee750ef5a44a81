"use client";

import { useRef, useState, type ReactNode } from "react";
import type { KnowledgeEntry, KnowledgeKind, TextProblem } from "@/lib/contracts/knowledge";
import { textProblemsOf } from "@/lib/client/knowledge-client";
import { useKeys } from "../keys/use-keys";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { Notice } from "../ui/notice";
import { ProblemList } from "./problem-list";
import { TextEditor, type TextEditorHandle } from "./text-editor";
import { UploadButton } from "./upload-button";
import { useSaveKnowledge } from "./use-save-knowledge";

export interface TextWorkbenchProps {
  readonly kind: KnowledgeKind;
  /** Null for a new playbook, whose text says it. */
  readonly name: string | null;
  /** Of the entry that is edited; null for a new one. */
  readonly version: number | null;
  readonly text: string;
  readonly onText: (text: string, fileName?: string) => void;
  readonly isChanged: boolean;
  readonly onSaved: (entry: KnowledgeEntry) => void;
  /** Stands before the text. */
  readonly children?: ReactNode;
}

/** Writes a text, checks it as the server does, and saves it. */
export function TextWorkbench(props: TextWorkbenchProps) {
  const { kind, name, version, text, onText, isChanged, onSaved, children } = props;
  const { check, save } = useSaveKnowledge();
  const editor = useRef<TextEditorHandle>(null);
  const [refusedFile, setRefusedFile] = useState<string | null>(null);
  const isBusy = check.isPending || save.isPending;
  const problems: readonly TextProblem[] = save.isError
    ? textProblemsOf(save.error)
    : (check.data?.problems ?? []);
  const write = (next: string, fileName?: string) => {
    check.reset();
    save.reset();
    setRefusedFile(null);
    onText(next, fileName);
  };
  const checkNow = () => {
    save.reset();
    check.mutate({ kind, name, text });
  };
  const saveNow = () => {
    check.reset();
    save.mutate({ kind, name, text, version }, { onSuccess: ({ entry }) => onSaved(entry) });
  };
  useKeys({
    checkText: () => (isBusy ? undefined : checkNow()),
    saveText: () => (isBusy || !isChanged ? undefined : saveNow()),
  });
  const otherError = save.isError && problems.length === 0 ? save.error : check.error;
  return (
    <div className="grid min-w-0 gap-3">
      {children}
      <TextEditor handle={editor} label="Text" onChange={write} value={text} />
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={isBusy || !isChanged} look="primary" onClick={saveNow}>
          {save.isPending ? "Saving…" : "Save"}
        </Button>
        <Button disabled={isBusy} onClick={checkNow}>
          {check.isPending ? "Checking…" : "Check"}
        </Button>
        <UploadButton onRefused={setRefusedFile} onText={write} />
        <span className="text-xs text-mute max-md:hidden">
          Outside the text <Kbd>s</Kbd> saves, <Kbd>v</Kbd> checks
        </span>
      </div>
      {refusedFile !== null && (
        <Notice title="The file was not read" tone="bad" urgent>
          <p>{refusedFile}</p>
        </Notice>
      )}
      {otherError !== null && (
        <Notice title={save.isError ? "It was not saved" : "It could not be checked"} tone="bad" urgent>
          <p>{otherError.message}</p>
        </Notice>
      )}
      {problems.length > 0 ? (
        <Notice
          title={save.isError ? "It was not saved: the text cannot be used" : foundTitle(problems)}
          tone={problems.some(({ severity }) => severity === "error") ? "bad" : "warn"}
          urgent
        >
          <ProblemList onLine={(line) => editor.current?.goToLine(line)} problems={problems} />
        </Notice>
      ) : (
        check.data !== undefined && <Notice title="Nothing is wrong with it" tone="ok" />
      )}
    </div>
  );
}

function foundTitle(problems: readonly TextProblem[]): string {
  return problems.some(({ severity }) => severity === "error")
    ? "The text cannot be used yet"
    : "It can be saved, with a warning";
}
