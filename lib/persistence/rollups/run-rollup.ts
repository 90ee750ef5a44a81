/**
 * What one run adds to the rollups, as a pure function of its row. A write that may end a run, or change the figures of one that has ended, goes
 * through `keepRollups`: the row is locked, read before and after, and the difference is added, in the transaction of the write itself. So a write
 * that is repeated, loses, replaces an earlier one or is rolled back leaves the rollups right, to the run.
 */
import { z } from "zod";
import { BUDGET_RESOURCES } from "../../contracts/budget";
import type { RunId } from "../../contracts/ids";
import { Prisma } from "../generated/client";
import { timeOfRunId } from "../runs/run-range";
import type { StoreTransaction } from "../store-transaction";
import { binOf, MEASURE_BINS, MEASURES, percentOf, usedPercentSql, type Measure } from "./measure-bins";
import { bucketsOf } from "./rollup-bucket";

const UsedPercent = z.coerce.number().pipe(z.int()).nullable();
const RolledRow = z.object({
  facet: z.int(),
  model: z.string(),
  isEnded: z.coerce.boolean(),
  durationMs: z.int().nullable(),
  budgetShare: z.number(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  agentSteps: z.int(),
  toolCalls: z.int(),
  cancelSettledMs: z.int().nullable(),
  modelCallsUse: UsedPercent,
  toolCallsUse: UsedPercent,
  tokensUse: UsedPercent,
  bytesUse: UsedPercent,
  wallTimeMsUse: UsedPercent,
});
type RolledRow = z.infer<typeof RolledRow>;

/** Each as `…Use`, so that none has the name of a column. */
const USED = Prisma.raw(
  BUDGET_RESOURCES.map((resource) => `${usedPercentSql(resource)} AS ${resource}Use`).join(", "),
);

/** Does the writes and keeps the rollups of that run right. Call it within the transaction that they belong to. */
export async function keepRollups<T>(
  tx: StoreTransaction,
  runId: RunId,
  writes: () => Promise<T>,
): Promise<T> {
  const before = await readRow(tx, runId);
  const result = await writes();
  const after = await readRow(tx, runId);
  await addRuns(tx, difference(cellsOf(runId, before), cellsOf(runId, after)));
  return result;
}

async function readRow(tx: StoreTransaction, runId: RunId): Promise<RolledRow | null> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT facet, model, outcome_stored_at IS NOT NULL AS isEnded, duration_ms AS durationMs,
      budget_share AS budgetShare, input_tokens AS inputTokens, output_tokens AS outputTokens, agent_steps AS agentSteps,
      tool_calls AS toolCalls, cancel_settled_ms AS cancelSettledMs, ${USED}
    FROM diagnosis_run WHERE run_id = ${runId} FOR UPDATE`;
  return rows.length === 0 ? null : RolledRow.parse(rows[0]);
}

/** A row of `run_rollup` or `run_histogram` and what is added to it; negative where something is taken away. */
type Cell =
  | {
      readonly table: "rollup";
      readonly key: readonly [bucketHours: number, bucket: number, facet: number, model: string];
      readonly amounts: readonly number[];
    }
  | {
      readonly table: "histogram";
      readonly key: readonly [bucketHours: number, bucket: number, measure: Measure, bin: number];
      readonly amounts: readonly number[];
    };

function cellsOf(runId: RunId, row: RolledRow | null): Cell[] {
  if (row?.isEnded !== true) return [];
  const values = {
    duration: row.durationMs,
    cancel: row.cancelSettledMs,
    budget: percentOf(row.budgetShare),
    modelCalls: row.modelCallsUse,
    toolCalls: row.toolCallsUse,
    tokens: row.tokensUse,
    bytes: row.bytesUse,
    wallTimeMs: row.wallTimeMsUse,
  } as const satisfies Record<Measure, number | null>;
  return bucketsOf(timeOfRunId(runId)).flatMap(([hours, bucket]): Cell[] => [
    {
      table: "rollup",
      key: [hours, bucket, row.facet, row.model],
      amounts: [1, row.inputTokens, row.outputTokens, row.agentSteps, row.toolCalls],
    },
    ...MEASURES.flatMap((measure): Cell[] => {
      const value = values[measure];
      if (value === null) return [];
      const bin = binOf(MEASURE_BINS[measure], value);
      return [{ table: "histogram", key: [hours, bucket, measure, bin], amounts: [1, value] }];
    }),
  ]);
}

/** What turns the one into the other; cells that stay as they are fall out. */
function difference(before: readonly Cell[], after: readonly Cell[]): Cell[] {
  const sums = new Map<string, Cell>();
  const add = (cell: Cell, sign: 1 | -1) => {
    const id = `${cell.table} ${cell.key.join(" ")}`;
    const known = sums.get(id);
    const amounts = cell.amounts.map((amount, at) => (known?.amounts[at] ?? 0) + sign * amount);
    sums.set(id, { ...cell, amounts });
  };
  for (const cell of before) add(cell, -1);
  for (const cell of after) add(cell, 1);
  // In one order for everyone: transactions that add to the same cells wait for each other and do not deadlock.
  return [...sums]
    .filter(([, cell]) => cell.amounts.some((amount) => amount !== 0))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, cell]) => cell);
}

async function addRuns(tx: StoreTransaction, cells: readonly Cell[]): Promise<void> {
  const rows = (table: Cell["table"]) =>
    cells
      .filter((cell) => cell.table === table)
      .map((cell) => Prisma.sql`(${Prisma.join([...cell.key, ...cell.amounts])})`);
  const histogram = rows("histogram");
  if (histogram.length > 0) {
    await tx.$executeRaw`
      INSERT INTO run_histogram (bucket_hours, bucket, measure, bin, runs, total) VALUES ${Prisma.join(histogram)}
      ON DUPLICATE KEY UPDATE runs = runs + VALUES(runs), total = total + VALUES(total)`;
  }
  const rollup = rows("rollup");
  if (rollup.length > 0) {
    await tx.$executeRaw`
      INSERT INTO run_rollup (bucket_hours, bucket, facet, model, runs, input_tokens, output_tokens, agent_steps, tool_calls)
      VALUES ${Prisma.join(rollup)}
      ON DUPLICATE KEY UPDATE runs = runs + VALUES(runs), input_tokens = input_tokens + VALUES(input_tokens),
        output_tokens = output_tokens + VALUES(output_tokens), agent_steps = agent_steps + VALUES(agent_steps),
        tool_calls = tool_calls + VALUES(tool_calls)`;
  }
}
