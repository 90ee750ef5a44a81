/** npm run seed:runs -- --count 1000000: fills the store that DATABASE_URL names with runs as they happen, for trying the console at size. */
import { parseArgs } from "node:util";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { z } from "zod";
import { applyMigrations } from "../prisma/migrate/apply-migrations";
import { writeSeed } from "./seed/write-seed";

const Options = z.object({
  count: z.coerce.number().pipe(z.int().min(1).max(20_000_000)).default(10_000),
  days: z.coerce.number().pipe(z.int().min(1).max(3_650)).default(120),
  seed: z.coerce.number().pipe(z.int().min(1)).default(1),
  add: z.boolean().default(false),
});
const USAGE = `Usage: DATABASE_URL=mysql://user:password@host:3306/database npm run seed:runs -- [options]
  --count <n>   how many runs (10000)
  --days <n>    over how many days up to now (120)
  --seed <n>    the same seed gives the same questions and endings (1)
  --add         also when the store has runs already`;

interface CountRow extends RowDataPacket {
  readonly present: number;
}

const { values } = parseArgs({
  options: {
    count: { type: "string" },
    days: { type: "string" },
    seed: { type: "string" },
    add: { type: "boolean" },
  },
});
const options = Options.safeParse(values);
const url = process.env["DATABASE_URL"];
if (!options.success || url === undefined) {
  console.error(
    url === undefined
      ? "Set DATABASE_URL to the store that is to be filled."
      : "An option is out of its range.",
  );
  console.error(USAGE);
  process.exitCode = 1;
} else {
  await fill(url, options.data);
}

async function fill(store: string, wanted: z.infer<typeof Options>): Promise<void> {
  await applyMigrations({
    url: store,
    migrationsDir: new URL("../prisma/migrations", import.meta.url).pathname,
  });
  const connection = await createConnection({ uri: store, timezone: "Z", charset: "utf8mb4" });
  try {
    const [rows] = await connection.query<CountRow[]>(
      "SELECT EXISTS (SELECT 1 FROM diagnosis_run) AS present",
    );
    if (rows[0]?.present === 1 && !wanted.add) {
      console.error("The store has runs already. Give --add to put more beside them.");
      process.exitCode = 1;
      return;
    }
    let told = 0;
    const result = await writeSeed(connection, {
      ...wanted,
      endMs: Date.now(),
      withTrace: true,
      onProgress: (written, rate) => {
        if (written < wanted.count && written - told < wanted.count / 20) return;
        told = written;
        console.log(
          `${written.toLocaleString("en")} runs, ${Math.round(rate).toLocaleString("en")} a second`,
        );
      },
    });
    const { runs, events, tools, terms, groups, writeMs, recountMs } = result;
    const written = runs + events + tools + terms;
    console.log(
      `${runs.toLocaleString("en")} runs with ${events.toLocaleString("en")} events, ${tools.toLocaleString("en")} tool records, ` +
        `${terms.toLocaleString("en")} terms and ${groups.toLocaleString("en")} triage groups in ${(writeMs / 1_000).toFixed(1)} s ` +
        `(${Math.round((written / writeMs) * 1_000).toLocaleString("en")} rows a second); rollups and statistics in ${(recountMs / 1_000).toFixed(1)} s`,
    );
  } finally {
    await connection.end();
  }
}
