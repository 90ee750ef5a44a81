/** Reads docs/model-faults.md: the tables there are what the test expects. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { FallbackType, ReleaseOutcome, RunState } from "../../contracts/axes";

interface Ending {
  readonly runState: RunState;
  readonly releaseOutcome: ReleaseOutcome;
  readonly fallbackType: FallbackType | null;
}
export interface FaultRow {
  readonly fault: string;
  readonly place: string;
  readonly ending: Ending;
  /** At the place of the fault. */
  readonly requests: number;
}

const PATH = join(import.meta.dirname, "../../../docs/model-faults.md");

/** One row per cell of the table of faults. Throws when a cell names no ending. */
export async function readFaultTable(): Promise<readonly FaultRow[]> {
  const [endings = [], faults = []] = tablesOf(await readFile(PATH, "utf8"));
  const known = new Map(endings.slice(1).map((cells) => [cells[0] ?? "", endingOf(cells)]));
  const [head = [], ...rows] = faults;
  return rows.flatMap(([fault = "", ...cells]) =>
    cells.map((cell, at) => {
      const [, name = "", requests = ""] = /^(.+?) · (\d+)$/.exec(cell) ?? [];
      const ending = known.get(name);
      if (ending === undefined)
        throw new Error(`"${cell}" of "${fault}" is no ending with a number of requests`);
      return { fault, place: head[at + 1] ?? "", ending, requests: Number(requests) };
    }),
  );
}

function endingOf([, runState, releaseOutcome, fallbackType]: readonly string[]): Ending {
  return {
    runState: RunState.parse(runState),
    releaseOutcome: ReleaseOutcome.parse(releaseOutcome),
    fallbackType: fallbackType === "–" ? null : FallbackType.parse(fallbackType),
  };
}

/** Tables of a Markdown text, as rows of cells, without the line under the head. */
function tablesOf(markdown: string): string[][][] {
  const tables: string[][][] = [];
  let open: string[][] | null = null;
  for (const line of markdown.split("\n")) {
    if (!line.startsWith("|")) {
      open = null;
      continue;
    }
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (open === null) {
      open = [];
      tables.push(open);
    }
    if (!cells.every((cell) => /^:?-+:?$/.test(cell))) open.push(cells);
  }
  return tables;
}
