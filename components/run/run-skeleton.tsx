import { Skeleton } from "../ui/skeleton";

/** The Run page's shape while it loads, so that nothing moves when it has. */
export function RunSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading the run" className="mx-auto grid w-full max-w-[112rem] gap-3.5">
      <div>
        <Skeleton height="0.7rem" width="18rem" />
        <div className="mt-2">
          <Skeleton height="1.4rem" width="min(32rem, 80%)" />
        </div>
      </div>
      <div className="panel grid h-28 grid-cols-3">
        {[0, 1, 2].map((column) => (
          <div className="border-l border-line px-4 py-3 first:border-l-0" key={column}>
            <Skeleton height="0.7rem" width="5rem" />
            <div className="mt-3">
              <Skeleton height="1.5rem" width="min(7rem, 80%)" />
            </div>
          </div>
        ))}
      </div>
      <div className="grid gap-3.5 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="panel h-96 p-4">
          <Skeleton width="40%" />
        </div>
        <div className="panel h-52 p-4">
          <Skeleton width="60%" />
        </div>
      </div>
    </div>
  );
}
