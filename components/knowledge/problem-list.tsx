import type { TextProblem } from "@/lib/contracts/knowledge";

export interface ProblemListProps {
  readonly problems: readonly TextProblem[];
  /** Goes to a line of the text; absent where the text is not beside it. */
  readonly onLine?: (line: number) => void;
}

/** What is wrong with a text: what it is, where it stands, what to do. */
export function ProblemList({ problems, onLine }: ProblemListProps) {
  return (
    <ul className="grid gap-1.5">
      {problems.map(({ severity, field, line, message }, index) => (
        <li className="grid gap-x-2 sm:grid-cols-[4.5rem_1fr]" key={index}>
          <span className={`font-semibold ${severity === "error" ? "text-bad" : "text-warn"}`}>
            {severity === "error" ? "Error" : "Warning"}
          </span>
          <span className="min-w-0 break-words">
            {line !== null &&
              (onLine === undefined ? (
                <b>Line {line}: </b>
              ) : (
                <button
                  className="font-semibold text-accent underline underline-offset-2"
                  onClick={() => onLine(line)}
                  type="button"
                >
                  Line {line}
                </button>
              ))}{" "}
            {field !== "" && <code className="font-mono text-xs text-mute">{field}</code>} {message}
          </span>
        </li>
      ))}
    </ul>
  );
}
