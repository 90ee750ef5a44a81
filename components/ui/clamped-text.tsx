"use client";

import { useEffect, useId, useRef, useState } from "react";

export interface ClampedTextProps {
  readonly text: string;
  readonly className?: string;
}

/** Text of any length in at most three lines, with a way to all of it where there is more. Stands inside headings too. */
export function ClampedText({ text, className = "" }: ClampedTextProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isCut, setIsCut] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const id = useId();

  // Outside system: the layout, which alone knows how many lines a text takes.
  useEffect(() => {
    const element = box.current;
    if (element === null || isOpen) return;
    const observer = new ResizeObserver(() => setIsCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen, text]);

  return (
    <>
      <span
        className={`break-words whitespace-pre-line ${isOpen ? "block max-h-[50vh] overflow-y-auto text-base font-normal" : "line-clamp-3"} ${className}`}
        id={id}
        ref={box}
        // Scrolled by keys once it is open.
        tabIndex={isOpen ? 0 : undefined}
      >
        {text}
      </span>
      {isCut && (
        <button
          aria-controls={id}
          aria-expanded={isOpen}
          className="mt-0.5 text-xs font-semibold text-accent hover:underline"
          onClick={() => setIsOpen(!isOpen)}
          type="button"
        >
          {isOpen ? "Show less" : "Show all"}
        </button>
      )}
    </>
  );
}
