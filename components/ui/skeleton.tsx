/** A line of text that is on its way. `width` is a CSS width. */
export function Skeleton({ width, height = "0.8rem" }: { width: string; height?: string }) {
  return <span aria-hidden className="skeleton inline-block align-middle" style={{ width, height }} />;
}
