import { ChartColumn, Table2 } from "lucide-react";
import { Button } from "../ui/button";

export type CardView = "chart" | "table";

export interface ViewSwitchProps {
  /** What is shown, for its name. */
  readonly of: string;
  readonly view: CardView;
  readonly onChange: (view: CardView) => void;
}

/** Between a chart and the same figures as a table. */
export function ViewSwitch({ of, view, onChange }: ViewSwitchProps) {
  const other = view === "chart" ? "table" : "chart";
  const Icon = view === "chart" ? Table2 : ChartColumn;
  return (
    <Button aria-label={`Show ${of} as a ${other}`} look="quiet" onClick={() => onChange(other)} size="sm">
      <Icon aria-hidden className="size-3.5" />
      {other === "table" ? "Table" : "Chart"}
    </Button>
  );
}
