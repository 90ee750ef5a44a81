/**
 * Execution control, measured: `npm run bench:control`. Prints one table and writes bench/results/control.json. A
 * provider is imported only when its turn comes; name some as arguments to run those alone.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import type { BenchRow, RowProvider } from "./control/row";

const PROVIDERS: Readonly<Record<string, () => Promise<RowProvider>>> = {
  "gated-step": async () => (await import("./control/gated-step")).gatedStepRows,
  broadcast: async () => (await import("./control/broadcast")).broadcastRows,
  "suspended-runs": async () => (await import("./control/suspended-runs")).suspendedRunsRows,
  "mysql-kill": async () => {
    const [{ mysqlKillRows }, { withBenchDatabase }] = await Promise.all([
      import("./control/mysql-kill"),
      import("./control/bench-console"),
    ]);
    return () => withBenchDatabase(mysqlKillRows);
  },
  http: async () => (await import("./control/http")).httpRows,
};

const RESULTS = new URL("./results/control.json", import.meta.url);

function printed(value: number | undefined): string {
  if (value === undefined) return "";
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function print(rows: readonly BenchRow[]): void {
  const cells = rows.map((row) => [
    row.name,
    printed(row.value),
    row.unit,
    printed(row.floor),
    row.ratio === undefined ? "" : `${printed(row.ratio)}x`,
    row.goal ?? "",
  ]);
  const table = [["measured", "value", "unit", "floor", "ratio", "goal"], ...cells];
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(...table.map((line) => (line[column] ?? "").length)),
  );
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

const wanted = process.argv.slice(2);
for (const name of wanted) if (!(name in PROVIDERS)) throw new Error(`there is no provider "${name}"`);

const rows: BenchRow[] = [];
for (const [name, load] of Object.entries(PROVIDERS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    const measure = await load();
    rows.push(...(await measure()));
  } catch (error) {
    // One provider that cannot measure here (no database, say) does not take the others' numbers away.
    console.error(`${name} could not be measured:`, error);
    process.exitCode = 1;
  }
}
print(rows);
await mkdir(new URL(".", RESULTS), { recursive: true });
const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length };
await writeFile(RESULTS, `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`);
console.log(`\nwritten to ${fileURLToPath(RESULTS)}`);
