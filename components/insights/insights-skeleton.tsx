import { Skeleton } from "../ui/skeleton";

const TILES = ["runs", "success", "fallback", "failed", "cancelled", "duration", "latency", "tokens"];

/** The page's shape while its first figures load: the same boxes, so that nothing moves when they come. */
export function InsightsSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading the figures" className="grid gap-3" role="group">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4 2xl:grid-cols-8">
        {TILES.map((tile) => (
          <div className="panel h-[6.625rem] px-3.5 py-2.5" key={tile}>
            <Skeleton width="60%" />
            <div className="mt-2">
              <Skeleton height="1.4rem" width="45%" />
            </div>
          </div>
        ))}
      </div>
      <div className="panel h-[26.75rem] sm:h-[24.25rem] px-4 py-3">
        <Skeleton width="11rem" />
        <div className="mt-4">
          <Skeleton height="19rem" width="100%" />
        </div>
      </div>
      <div className="panel h-[49.5rem] md:h-[19.3125rem] px-4 py-3">
        <Skeleton width="8rem" />
      </div>
    </div>
  );
}
