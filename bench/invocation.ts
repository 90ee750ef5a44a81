/**
 * One call of lib/invocation beside the same work in bare promises and in two libraries: `npm run bench:invocation`.
 * Prints two tables and writes bench/results/invocation.json. bench/invocation/README.md says what is compared.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { compare, tableOf } from "./invocation/comparison";
import { compile } from "./invocation/compile";
import { ContenderClient } from "./invocation/contender-client";
import { libraryVersion, prepareLibraries } from "./invocation/libraries";
import { joined, measureMemory, measureTime, type Contestant, type Measured } from "./invocation/measure";
import { ENTRANTS, SUBJECT, type Entrant } from "./invocation/roster";

const RESULTS = new URL("./results/invocation.json", import.meta.url);
const PROCESS = "contender-process";
const LAUNCHES = 3;

/** Who takes part, and where their compiled modules are. */
interface Field {
  readonly taking: readonly Entrant[];
  readonly compiled: (module: string) => string;
}

/** All entrants, or those that need no library when the libraries cannot be had. */
async function entrants(): Promise<readonly Entrant[]> {
  try {
    await prepareLibraries((text) => console.log(text));
    return ENTRANTS;
  } catch (error) {
    // No network, say: that does not take the figures beside bare promises away.
    console.error("the libraries cannot be compared:", error);
    process.exitCode = 1;
    return ENTRANTS.filter(({ library }) => library === null);
  }
}

async function named({ label, library }: Entrant): Promise<string> {
  return library === null ? label : `${label} (${library} ${await libraryVersion(library)})`;
}

function lost({ label }: Contestant, error: unknown): void {
  console.error(`${label} could not be measured:`, error);
  process.exitCode = 1;
}

/** Starts a process for each, works with them and ends them. */
async function launched<T>(
  { taking, compiled }: Field,
  work: (contestants: readonly Contestant[]) => Promise<T>,
): Promise<T> {
  const clients: ContenderClient[] = [];
  try {
    const contestants: Contestant[] = [];
    for (const entrant of taking) {
      const label = await named(entrant);
      const client = new ContenderClient(compiled(PROCESS), compiled(entrant.module));
      clients.push(client);
      contestants.push({ entrant, label, client });
    }
    return await work(contestants);
  } finally {
    for (const client of clients) client.end();
  }
}

async function timeIn(field: Field): Promise<readonly Measured[]> {
  const launches: (readonly Measured[])[] = [];
  for (let launch = 0; launch < LAUNCHES; launch++) {
    launches.push(await launched(field, (contestants) => measureTime(contestants, lost)));
  }
  return joined(launches);
}

const taking = await entrants();
const field = { taking, compiled: await compile([PROCESS, ...taking.map(({ module }) => module)]) };
const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length };
const loadBefore = loadavg()[0] ?? 0;
console.log("measuring; the times take two minutes, the memory about as long …\n");

const time = compare(await timeIn(field), ({ goal }) => goal.time);
console.log("One call with one child, one resource operation and one acceptance");
for (const line of tableOf("µs", time)) console.log(line);

const suspended = await launched(field, (contestants) => measureMemory(contestants, lost));
const memory = compare(suspended, ({ goal }) => goal.memory);
console.log("\nMemory of one of 10,000 calls that are suspended in their resource operation");
for (const line of tableOf("KiB", memory)) console.log(line);

const load = { before: loadBefore, after: loadavg()[0] ?? 0 };
console.log(
  `\nNode ${machine.node}, ${machine.cores} × ${machine.cpu}; load ${load.before.toFixed(1)} before, ` +
    `${load.after.toFixed(1)} after. "${SUBJECT.label} is" so many times that line's figure, paired by round.`,
);
await mkdir(new URL(".", RESULTS), { recursive: true });
const results = { at: new Date().toISOString(), machine, load, time, memory };
await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
console.log(`written to ${fileURLToPath(RESULTS)}`);
