import { Skeleton } from "../ui/skeleton";

const WIDTHS = ["62%", "48%", "70%", "55%", "40%", "66%", "52%", "58%", "45%", "60%", "50%", "64%"];

/** The table's shape while its first page loads. */
export function RunsSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading runs" className="panel min-h-0 flex-1 overflow-hidden">
      <div className="h-[33px] border-b border-line" />
      {WIDTHS.map((width) => (
        <div className="flex h-[38px] items-center gap-4 border-b border-line px-3" key={width}>
          <span className="flex-1">
            <Skeleton width={width} />
          </span>
          <Skeleton height="1.2rem" width="5.5rem" />
          <Skeleton height="1.2rem" width="5.5rem" />
          <span className="hidden w-40 sm:block">
            <Skeleton height="1.2rem" width="70%" />
          </span>
        </div>
      ))}
    </div>
  );
}
