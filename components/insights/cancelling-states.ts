import { CancellationReason, TerminalRunState, terminalStateOf } from "@/lib/contracts/axes";

const REACHED = new Set(CancellationReason.options.map(terminalStateOf));

/** The states of runs that were asked to stop, for whatever reason: those that may have a cancel latency. */
export const CANCELLING_STATES: TerminalRunState[] = TerminalRunState.options.filter((state) =>
  REACHED.has(state),
);
