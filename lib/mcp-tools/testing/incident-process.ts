/** The incident server as a process of its own. For tests alone. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { AllowedTool, McpServerSetting } from "../mcp-server-setting";

/** A busy machine compiles slowly, ms. */
const START_MS = 40_000;
const SERVE_STDIO = fileURLToPath(new URL("./serve-stdio.ts", import.meta.url));
const SERVE_HTTP = fileURLToPath(new URL("./serve-http.ts", import.meta.url));

export interface IncidentOptions {
  readonly name?: string;
  readonly deaf?: boolean;
  readonly token?: string;
  readonly allow?: readonly (string | AllowedTool)[];
}
export interface IncidentServer {
  readonly setting: McpServerSetting;
  close(): Promise<void>;
}

const toAllowed = (entry: string | AllowedTool): AllowedTool =>
  typeof entry === "string" ? { tool: entry, readOnly: false, description: null } : entry;

/** Over stdio the process is started by whoever connects. */
export function incidentOverStdio(options: IncidentOptions): IncidentServer {
  return {
    setting: {
      transport: "stdio",
      name: options.name ?? "kb",
      command: process.execPath,
      args: argumentsFor(SERVE_STDIO, options),
      env: options.token === undefined ? {} : { INCIDENT_TOKEN: options.token },
      cwd: null,
      allow: (options.allow ?? []).map(toAllowed),
    },
    close: () => Promise.resolve(),
  };
}

/** Started here; it ends with its parent as well. */
export async function incidentOverHttp(options: IncidentOptions): Promise<IncidentServer> {
  const { token } = options;
  const child = spawn(process.execPath, argumentsFor(SERVE_HTTP, options), {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, ...(token === undefined ? {} : { INCIDENT_TOKEN: token }) },
  });
  if (child.stdout === null) throw new Error("the server has no output");
  const [port] = (await once(createInterface({ input: child.stdout }), "line", {
    signal: AbortSignal.timeout(START_MS),
  })) as unknown[];
  return {
    setting: {
      transport: "http",
      name: options.name ?? "kb",
      url: `http://127.0.0.1:${String(port)}/mcp`,
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      allow: (options.allow ?? []).map(toAllowed),
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

function argumentsFor(file: string, { deaf }: IncidentOptions): string[] {
  return ["--import", "tsx", file, ...(deaf === true ? ["--deaf"] : [])];
}
