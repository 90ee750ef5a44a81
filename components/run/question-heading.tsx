"use client";

import { ClampedText } from "../ui/clamped-text";
import { useFocusOnMount } from "../ui/use-focus-on-mount";

export interface QuestionHeadingProps {
  readonly question: string;
  readonly level: 1 | 2;
  /** True when it takes over the focus of what was pressed to get here. */
  readonly takesFocus?: boolean;
}

/** A run's question as the heading of what is shown of it. */
export function QuestionHeading({ question, level, takesFocus = false }: QuestionHeadingProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>(takesFocus);
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <Heading className="mt-0.5 w-fit max-w-full text-xl font-bold text-pretty" ref={heading} tabIndex={-1}>
      <ClampedText text={question} />
    </Heading>
  );
}
