import type { TraceDetail } from "@/lib/contracts/trace";

type Json = TraceDetail[string];

/** The members of a trace line's detail: short ones as text, nested ones as JSON. */
export function TraceDetailList({ detail }: { detail: TraceDetail }) {
  const members = Object.entries(detail).filter(([, value]) => value !== null);
  if (members.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
      {members.map(([name, value]) => (
        <div className="contents" key={name}>
          <dt className="text-mute">{spaced(name)}</dt>
          <dd className="min-w-0">
            <DetailValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function DetailValue({ value }: { value: Json }) {
  if (typeof value === "string") return <span className="break-words whitespace-pre-wrap">{value}</span>;
  if (typeof value === "number" || typeof value === "boolean") {
    return <span className="font-mono text-2xs">{String(value)}</span>;
  }
  if (Array.isArray(value) && value.length === 0) return <span className="text-faint">none</span>;
  return (
    <pre className="max-h-60 overflow-auto rounded-md bg-sunken px-2 py-1 font-mono text-2xs whitespace-pre-wrap">
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

/** "failingClaim" reads "failing claim". */
function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
