/** "A" or "B", as the sides are called everywhere. */
export function SideMark({ side }: { side: "a" | "b" }) {
  return (
    <b
      className={`inline-flex size-4.5 shrink-0 items-center justify-center rounded-[5px] text-2xs ${side === "a" ? "bg-info-soft text-info" : "bg-vio-soft text-vio"}`}
    >
      {side.toUpperCase()}
    </b>
  );
}
