import type { ServerReport } from "./check-chat-server";

/** A report as lines of text: one per check, then the verdict. */
export function reportTable({ baseUrl, results, isUsable }: ServerReport): string {
  const widths = (cells: readonly string[]): number => Math.max(...cells.map((cell) => cell.length));
  const standingWidth = widths(results.map((result) => result.standing));
  const whatWidth = widths(results.map((result) => result.what));
  const lines = results.flatMap(({ standing, what, detail, consequence }) => {
    const head = `  ${standing.padEnd(standingWidth)}  ${what.padEnd(whatWidth)}  ${detail}`;
    return consequence === null
      ? [head]
      : [head, `${" ".repeat(standingWidth + whatWidth + 6)}so ${consequence}`];
  });
  const isDegraded = results.some((result) => result.standing === "degraded");
  const verdict = isUsable ? (isDegraded ? "Usable, as far as is said above." : "Usable.") : "Not usable.";
  return [`Model server ${baseUrl}`, "", ...lines, "", verdict].join("\n");
}
