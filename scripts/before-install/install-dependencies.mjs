import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NEEDED_BYTES = 1_500_000_000;

/** Whether what npm recorded of node_modules is what the lock file asks for, so that an install by hand counts. */
function installedMatchesLock(root, lockText) {
  const recordedPath = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(recordedPath)) return false;
  const wanted = JSON.parse(lockText).packages ?? {};
  const recorded = JSON.parse(readFileSync(recordedPath, "utf8")).packages ?? {};
  const nothingForeign = Object.entries(recorded).every(
    ([path, entry]) => wanted[path]?.version === entry.version,
  );
  const nothingMissing = Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.optional || entry.devOptional || entry.peer || path in recorded,
  );
  return nothingForeign && nothingMissing;
}

function freeBytes(path) {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

function runNpmCi(root) {
  const npmScript = process.env.npm_execpath;
  const viaNode = npmScript !== undefined && /\.c?js$/.test(npmScript);
  const [program, args] = viaNode ? [process.execPath, [npmScript]] : ["npm", []];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, "ci", "--include=dev", "--no-fund", "--no-audit"], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, npm_config_update_notifier: "false" },
    });
    let output = "";
    const keep = (chunk) => (output = (output + chunk).slice(-4_000));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) =>
      resolve({ ok: false, output: `npm could not be started: ${error.message}` }),
    );
    child.on("close", (code) => resolve({ ok: code === 0, output }));
  });
}

/**
 * Installs the dependencies when node_modules is missing or belongs to another lock file.
 * @param {string} root the project folder
 * @param {{ onInstall?: () => void }} [hooks] onInstall is called before an installation starts
 * @returns {Promise<{ status: "present" | "installed" } | { status: "failed", message: string }>}
 */
export async function installDependencies(root, hooks = {}) {
  const lockText = readFileSync(join(root, "package-lock.json"), "utf8");
  const fingerprint = createHash("sha256").update(lockText).digest("hex");
  const stampPath = join(root, "node_modules", ".interlock-install");
  if (existsSync(stampPath) && readFileSync(stampPath, "utf8") === fingerprint) return { status: "present" };
  if (installedMatchesLock(root, lockText)) {
    writeFileSync(stampPath, fingerprint);
    return { status: "present" };
  }
  const free = freeBytes(root);
  if (free < NEEDED_BYTES) {
    return {
      status: "failed",
      message:
        `The disk of ${root} has ${Math.round(free / 1e6)} MB free; installing and building needs ` +
        `${NEEDED_BYTES / 1e6} MB.\n  Free some space and run the command again.`,
    };
  }
  hooks.onInstall?.();
  const { ok, output } = await runNpmCi(root);
  if (!ok) {
    return {
      status: "failed",
      message:
        `The dependencies could not be installed. npm says:\n\n${output.trim()}\n\n` +
        `  npm needs its registry once: check the network (or the proxy in "npm config get proxy") and that\n` +
        `  ${root} can be written to, then run the command again.`,
    };
  }
  writeFileSync(stampPath, fingerprint);
  return { status: "installed" };
}
