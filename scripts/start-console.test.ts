import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const startConsole = new URL("./start-console.ts", import.meta.url);

const asModule = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;
/** Answers for the generated client as a fresh clone does: it is not there. */
const hooks = asModule(`
  export async function resolve(specifier, context, next) {
    if (specifier.includes("/generated/")) throw new Error("not generated yet: " + specifier);
    return next(specifier, context);
  }
`);
const register = asModule(`
  import { register } from "node:module";
  register(${JSON.stringify(hooks)});
`);

/** Loads a module in a process that has no generated client; what it prints on failure. */
async function loadWithoutClient(module: URL): Promise<string> {
  const script = `await import(${JSON.stringify(module.href)}); console.log("loaded");`;
  const args = ["--import", "tsx", "--import", register, "--input-type=module", "--eval", script];
  try {
    return (await run(process.execPath, args, { cwd: fileURLToPath(new URL("..", import.meta.url)) })).stdout;
  } catch (error) {
    return String(error);
  }
}

it("loads in a fresh clone, where the client is not generated yet", async () => {
  expect(await loadWithoutClient(startConsole)).toBe("loaded\n");
});

it("would be seen to need the client, did it load what reads the store", async () => {
  const needing = new URL("./console/first-administrator.ts", import.meta.url);
  expect(await loadWithoutClient(needing)).toContain("not generated yet");
});
