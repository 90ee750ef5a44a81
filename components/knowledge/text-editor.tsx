"use client";

import { useImperativeHandle, useRef, type Ref } from "react";

export interface TextEditorHandle {
  /** Selects a line, from 1, and brings it into sight. */
  goToLine(line: number): void;
}
export interface TextEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isReadOnly?: boolean;
  readonly handle?: Ref<TextEditorHandle>;
}

/** As the style below has it, px. */
const LINE_HEIGHT = 20;

/** Markdown as it is written, with the numbers that problems name. */
export function TextEditor({ label, value, onChange, isReadOnly = false, handle }: TextEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLPreElement>(null);
  const lines = value.split("\n");
  useImperativeHandle(handle, () => ({
    goToLine: (line) => {
      const element = area.current;
      if (element === null) return;
      const own = element.value.split("\n");
      const start = own.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      element.focus();
      element.setSelectionRange(start, start + (own[line - 1]?.length ?? 0));
      element.scrollTop = Math.max(0, (line - 4) * LINE_HEIGHT);
    },
  }));
  return (
    <div className="flex h-[max(22rem,calc(100dvh-24rem))] overflow-hidden rounded-[7px] border border-line-strong bg-panel font-mono text-xs focus-within:border-accent">
      <pre
        aria-hidden
        className="shrink-0 overflow-hidden border-r border-line bg-sunken px-2 py-2 text-right text-faint select-none"
        ref={numbers}
        style={{ lineHeight: `${LINE_HEIGHT}px` }}
      >
        {lines.map((_, index) => index + 1).join("\n")}
        {"\n\n"}
      </pre>
      <textarea
        aria-label={label}
        className="min-w-0 flex-1 resize-none overflow-auto bg-transparent px-2.5 py-2 whitespace-pre -outline-offset-2"
        onChange={(event) => onChange(event.target.value)}
        onScroll={(event) => {
          if (numbers.current !== null) numbers.current.scrollTop = event.currentTarget.scrollTop;
        }}
        readOnly={isReadOnly}
        ref={area}
        spellCheck={false}
        style={{ lineHeight: `${LINE_HEIGHT}px` }}
        value={value}
        wrap="off"
      />
    </div>
  );
}
