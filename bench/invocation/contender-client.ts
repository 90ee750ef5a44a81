import { fork, type ChildProcess } from "node:child_process";
import { z } from "zod";
import type { Request } from "./protocol";

const replySchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), figure: z.number() }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);

/** Nothing here traces or reports to anybody. */
const QUIET = { LANGSMITH_TRACING: "false", LANGCHAIN_TRACING_V2: "false", NODE_ENV: "production" } as const;

/** A contender's process, seen from the bench. One request at a time. */
export class ContenderClient {
  readonly #process: ChildProcess;

  /** @param program the compiled contender-process @param module the compiled module of the contender */
  constructor(program: string, module: string) {
    this.#process = fork(program, [module], {
      execArgv: ["--expose-gc"],
      env: { ...process.env, ...QUIET },
    });
  }

  /** The figure asked for. Rejects with what went wrong in the process, or when it ended. */
  ask(request: Request): Promise<number> {
    const child = this.#process;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        child.off("message", onReply).off("exit", onExit).off("error", onError);
      };
      const onReply = (message: unknown): void => {
        settle();
        const reply = replySchema.safeParse(message);
        if (!reply.success) reject(reply.error);
        else if (reply.data.ok) resolve(reply.data.figure);
        else reject(new Error(reply.data.message));
      };
      const onExit = (code: number | null, signal: string | null): void => {
        settle();
        reject(new Error(`the contender's process ended: ${code ?? signal}`));
      };
      const onError = (error: Error): void => {
        settle();
        reject(error);
      };
      child.on("message", onReply).on("exit", onExit).on("error", onError);
      child.send(request);
    });
  }

  /** Ends the process; it holds nothing that outlives it. */
  end(): void {
    this.#process.kill("SIGKILL");
  }
}
