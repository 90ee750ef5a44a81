import { Skeleton } from "../ui/skeleton";

/** A list that is on its way. */
export function ListSkeleton() {
  return (
    <div aria-label="Loading" className="panel divide-y divide-line" role="status">
      {["14rem", "11rem", "16rem"].map((width) => (
        <p className="px-4 py-4" key={width}>
          <Skeleton width={width} />
        </p>
      ))}
    </div>
  );
}
