import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeVersionProblem } from "./check-node.mjs";
import { installDependencies } from "./install-dependencies.mjs";

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

function line(label, sinceMs) {
  const seconds = ((performance.now() - sinceMs) / 1000).toFixed(1);
  console.log(`  ${label.padEnd(64)} ${seconds.padStart(6)} s`);
}

/**
 * Everything that has to hold before TypeScript can run: the Node version and the dependencies. Afterwards .ts files
 * can be imported.
 * @returns {Promise<{ status: "ready" } | { status: "failed", message: string }>}
 */
export async function prepareForTypeScript() {
  const versionProblem = nodeVersionProblem(process.versions.node);
  if (versionProblem !== undefined) return { status: "failed", message: versionProblem };
  const startedMs = performance.now();
  let installed;
  try {
    installed = await installDependencies(projectRoot, {
      onInstall: () => console.log("  … installing dependencies (the first time takes a minute or so)"),
    });
  } catch (error) {
    return { status: "failed", message: `The dependencies could not be checked: ${error.message}` };
  }
  if (installed.status === "failed") return installed;
  if (installed.status === "installed") line("Dependencies installed", startedMs);
  const { register } = await import("tsx/esm/api");
  register();
  return { status: "ready" };
}
