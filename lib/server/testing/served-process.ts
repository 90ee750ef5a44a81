/** Interlock in a process of its own, over real HTTP: for what outlives a process. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ApiClient } from "./api-client";

const ENTRY = fileURLToPath(new URL("./serve-process.ts", import.meta.url));
/** A busy machine compiles and connects slowly, ms. */
const START_MS = 90_000;
/** Longer than stopping may take, ms. */
const END_MS = 20_000;
const Serving = z.object({ baseUrl: z.url() });

export class ServedProcess extends ApiClient {
  private constructor(
    private readonly child: ChildProcess,
    baseUrl: string,
    private readonly said: () => string,
  ) {
    super(baseUrl);
  }

  /** Resolves when it serves, all recovery done. Rejects with what it said when it ended instead, or was not there in time. */
  static async start(environment: Readonly<Record<string, string>>): Promise<ServedProcess> {
    const child = spawn(process.execPath, ["--import", "tsx", ENTRY], {
      env: { NODE_ENV: "test", PATH: process.env["PATH"] ?? "", INTERLOCK_LOG_LEVEL: "warn", ...environment },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      errors += chunk;
    });
    const gone = new AbortController();
    child.once("exit", () => gone.abort());
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(START_MS)]);
    try {
      const [line] = await once(createInterface({ input: child.stdout }), "line", { signal });
      const { baseUrl } = Serving.parse(JSON.parse(String(line)));
      return new ServedProcess(child, baseUrl, () => errors);
    } catch (error) {
      child.kill("SIGKILL");
      throw new Error(`the process does not serve: ${errors}`, { cause: error });
    }
  }

  /** As the operating system kills: nothing more is written. Idempotent. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** RUN-19. Resolves with its exit code. */
  async terminate(): Promise<number | null> {
    return this.end("SIGTERM");
  }

  private async end(how: "SIGKILL" | "SIGTERM"): Promise<number | null> {
    const { child } = this;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit", { signal: AbortSignal.timeout(END_MS) });
      child.kill(how);
      await ended.catch((cause: unknown) => {
        child.kill("SIGKILL");
        throw new Error(`the process did not end in time: ${this.said()}`, { cause });
      });
    }
    return child.exitCode;
  }
}
