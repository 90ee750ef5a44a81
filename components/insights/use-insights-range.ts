import { parseAsString, useQueryStates } from "nuqs";
import { readRange, writeRange, type InsightsRange, type ReadRange } from "@/lib/client/insights-range";

const PARSERS = { range: parseAsString, from: parseAsString, to: parseAsString };

export interface InsightsRangeState extends ReadRange {
  readonly choose: (range: InsightsRange) => void;
  /** Takes out of the address what says nothing. */
  readonly dropIgnored: () => void;
}

/** Which time is looked at: it stands in the address and nowhere else. */
export function useInsightsRange(): InsightsRangeState {
  const [query, setQuery] = useQueryStates(PARSERS, { history: "push" });
  const read = readRange(query);
  return {
    ...read,
    choose: (range) => void setQuery(writeRange(range)),
    dropIgnored: () => void setQuery(writeRange(read.range)),
  };
}
