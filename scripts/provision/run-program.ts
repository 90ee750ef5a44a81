import { spawn } from "node:child_process";
import { ownProcessGroup } from "./owned-processes";
import { signalGroup } from "./signal-process";

export interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called with every piece of output as it comes. */
  readonly onOutput?: (text: string) => void;
}

export type ProgramOutcome =
  | { readonly kind: "exited"; readonly code: number; readonly stdout: string; readonly output: string }
  | { readonly kind: "not-started"; readonly reason: string }
  | { readonly kind: "timed-out"; readonly output: string };

const KEPT_CHARACTERS = 2_000_000;

/**
 * Runs a program to its end and collects what it wrote. A program that is not there or takes too long is an outcome;
 * an abort of the signal rejects. Ends the whole process group, so that no grandchild outlives a time-out.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramOutcome> {
  return new Promise((resolve, reject) => {
    options.signal?.throwIfAborted();
    const child = spawn(program, args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: options.env ?? process.env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    const release = ownProcessGroup(child.pid, "SIGKILL");
    let stdout = "";
    let output = "";
    let timedOut = false;
    const endGroup = (): void => {
      if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
    };
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            endGroup();
          }, options.timeoutMs);
    options.signal?.addEventListener("abort", endGroup, { once: true });
    const settle = (): void => {
      release();
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", endGroup);
    };
    const keep = (text: string): void => {
      output = (output + text).slice(-KEPT_CHARACTERS);
      options.onOutput?.(text);
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout = (stdout + text).slice(-KEPT_CHARACTERS);
      keep(text);
    });
    child.stderr.setEncoding("utf8").on("data", keep);
    // A program that ends without reading its input closes the pipe; its exit code says what there is to say.
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input ?? "");
    child.on("error", (error) => {
      settle();
      resolve({ kind: "not-started", reason: error.message });
    });
    child.on("close", (code, signal) => {
      settle();
      if (options.signal?.aborted === true) reject(abortReason(options.signal));
      else if (timedOut) resolve({ kind: "timed-out", output });
      else resolve({ kind: "exited", code: code ?? (signal === null ? 1 : 128), stdout, output });
    });
  });
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error("aborted");
}

/** The last lines of an output, for a message. */
export function lastLines(output: string, count = 15): string {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}
