import { useId, type ComponentProps } from "react";

export interface TextFieldProps extends Omit<ComponentProps<"input">, "id" | "className"> {
  readonly label: string;
  /** Said below the field, always. */
  readonly hint?: string | undefined;
  /** What is wrong with what was typed; null when nothing is. */
  readonly problem?: string | null | undefined;
}

/** A labelled line of text. */
export function TextField({ label, hint, problem = null, ...input }: TextFieldProps) {
  const id = useId();
  const said = [hint === undefined ? "" : `${id}-hint`, problem === null ? "" : `${id}-problem`]
    .join(" ")
    .trim();
  return (
    <div className="grid gap-1">
      <label className="font-semibold" htmlFor={id}>
        {label}
      </label>
      <input
        aria-describedby={said === "" ? undefined : said}
        aria-invalid={problem !== null}
        className={`h-9 w-full rounded-[7px] border bg-panel px-2.5 text-base transition-colors placeholder:text-faint disabled:opacity-60 ${problem === null ? "border-line-strong" : "border-bad"}`}
        id={id}
        {...input}
      />
      {hint !== undefined && (
        <p className="text-xs text-mute" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== null && (
        <p className="text-xs font-semibold text-bad" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
