export interface GaugeProps {
  readonly label: string;
  readonly used: string;
  readonly limit: string;
  /** 0–1; may exceed 1. */
  readonly share: number;
}

/** Where a bar turns from calm to watchful. */
const WATCHFUL_SHARE = 0.8;

/** How much of a budget is used. */
export function Gauge({ label, used, limit, share }: GaugeProps) {
  const width = `${Math.min(1, Math.max(0, share)) * 100}%`;
  const tone = share >= 1 ? "bg-vio" : share >= WATCHFUL_SHARE ? "bg-warn" : "bg-accent";
  return (
    <div className="grid grid-cols-[6.25rem_1fr_7rem] items-center gap-2.5 text-xs">
      <span className="text-mute">{label}</span>
      <span
        aria-label={label}
        aria-valuemax={100}
        aria-valuemin={0}
        aria-valuenow={Math.round(Math.min(1, share) * 100)}
        aria-valuetext={`${used} of ${limit}`}
        className="h-1.5 overflow-hidden rounded-full bg-off-soft"
        role="meter"
      >
        <span
          className={`block h-full rounded-full transition-[width] duration-300 ${tone}`}
          style={{ width }}
        />
      </span>
      <span className="text-right whitespace-nowrap font-mono text-2xs">
        <b className="font-semibold">{used}</b> <span className="text-faint">/ {limit}</span>
      </span>
    </div>
  );
}
