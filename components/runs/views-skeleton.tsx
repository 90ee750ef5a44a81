import { Skeleton } from "../ui/skeleton";

/** While the saved views are read. */
export function ViewsSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading views" className="grid gap-2 px-1 py-1.5" role="status">
      <Skeleton width="70%" />
      <Skeleton width="55%" />
    </div>
  );
}
