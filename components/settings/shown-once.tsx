import { CopyButton } from "../ui/copy-button";
import { useFocusOnMount } from "../ui/use-focus-on-mount";

export interface ShownOnceProps {
  readonly title: string;
  readonly secret: string;
  /** What it is for, and what to do with it. */
  readonly children: string;
  readonly onDone: () => void;
}

/** A secret that nobody can look up again. It takes the focus, and stays until it is put away. */
export function ShownOnce({ title, secret, children, onDone }: ShownOnceProps) {
  const box = useFocusOnMount<HTMLDivElement>(true);
  return (
    <div
      className="rounded-[10px] border border-ok/25 bg-ok-soft px-4 py-3"
      ref={box}
      role="status"
      tabIndex={-1}
    >
      <p className="font-semibold text-ok">{title}</p>
      <p className="mt-0.5">{children} It is not shown again.</p>
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <code className="min-w-0 rounded-[7px] border border-line-strong bg-panel px-2.5 py-1.5 font-mono text-sm break-all select-all">
          {secret}
        </code>
        <CopyButton label="Copy" text={() => secret} />
        <button className="px-2 font-semibold text-accent" onClick={onDone} type="button">
          Done
        </button>
      </div>
    </div>
  );
}
