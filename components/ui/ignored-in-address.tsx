export interface IgnoredInAddressProps {
  /** As written there, e.g. "state=BOGUS". */
  readonly written: readonly string[];
  /** Why it is ignored, e.g. "not a filter". */
  readonly because: string;
  readonly onRemove: () => void;
}

/** One quiet line about what the address names and the page cannot follow. */
export function IgnoredInAddress({ written, because, onRemove }: IgnoredInAddressProps) {
  if (written.length === 0) return null;
  return (
    <p className="text-xs text-mute" role="status">
      Ignored in the address, {because}:{" "}
      <span className="font-mono text-2xs break-all text-ink">{shown(written)}</span>{" "}
      <button className="ml-1 font-semibold text-accent hover:underline" onClick={onRemove} type="button">
        Remove
      </button>
    </p>
  );
}

const LONGEST = 120;

function shown(written: readonly string[]): string {
  const text = written.join(", ");
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
