/**
 * A fault-injection check of the exit contract, on the public exports, memory resources and MemoryCheckpointStore
 * alone. It is a diagnosis, not a way to write applications.
 *
 * Prints one line per contract with `true` or `false`; the exit code is 0 when all hold and 1 otherwise.
 */
import { pathToFileURL } from "node:url";
import * as runtime from "../lib/invocation";
import { checkCaseA } from "./exit-diagnosis/case-a";
import { checkCaseB } from "./exit-diagnosis/case-b";
import type { ExitRuntime } from "./exit-diagnosis/contract";

/** Checks every contract of that runtime. Returns the exit code. Never throws. */
export async function diagnoseExit(checked: ExitRuntime, print: (line: string) => void): Promise<0 | 1> {
  try {
    const contracts = [...(await checkCaseA(checked)), ...(await checkCaseB(checked))];
    for (const { id, says, holds } of contracts) print(`${holds}\t${id}\t${says}`);
    return contracts.length > 0 && contracts.every(({ holds }) => holds) ? 0 : 1;
  } catch (error) {
    print(`false\tdiagnosis\tit could not be finished: ${String(error)}`);
    return 1;
  }
}

const started = process.argv[1];
if (started !== undefined && import.meta.url === pathToFileURL(started).href) {
  // A diagnosis that never comes to its end has failed, too.
  process.exitCode = 1;
  process.exitCode = await diagnoseExit(runtime, (line) => console.log(line));
}
