// Generates the Prisma client from prisma/schema.prisma, when the schema or Prisma's version changed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const generatedFolder = (root) => join(root, "lib", "persistence", "generated");
const stampPath = (root) => join(generatedFolder(root), ".interlock-generate");

function fingerprintOf(root) {
  const prismaPackage = JSON.parse(
    readFileSync(join(root, "node_modules", "prisma", "package.json"), "utf8"),
  );
  return createHash("sha256")
    .update(readFileSync(join(root, "prisma", "schema.prisma")))
    .update(prismaPackage.version)
    .digest("hex");
}

/** Generating needs no migration engine, but the CLI downloads one unless it is told of a file to use instead. */
function programThatDoesNothing() {
  return ["/usr/bin/false", "/bin/false"].find((path) => existsSync(path)) ?? process.execPath;
}

/**
 * @param {string} root the project folder
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<{ status: "current" | "generated" } | { status: "failed", message: string }>}
 */
export async function generateClient(root, options = {}) {
  const fingerprint = fingerprintOf(root);
  if (existsSync(stampPath(root)) && readFileSync(stampPath(root), "utf8") === fingerprint) {
    return { status: "current" };
  }
  const result = await new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [join(root, "node_modules", "prisma", "build", "index.js"), "generate"],
      {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          PRISMA_SCHEMA_ENGINE_BINARY: programThatDoesNothing(),
          CHECKPOINT_DISABLE: "1",
          PRISMA_HIDE_UPDATE_MESSAGE: "1",
        },
        signal: options.signal,
      },
    );
    let output = "";
    const keep = (chunk) => (output = (output + chunk).slice(-4_000));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("close", (code) => resolve({ code, output }));
  });
  if (result.code !== 0 || !existsSync(join(generatedFolder(root), "client.ts"))) {
    rmSync(stampPath(root), { force: true });
    return {
      status: "failed",
      message: `The Prisma client could not be generated from prisma/schema.prisma:\n\n${result.output.trim()}`,
    };
  }
  writeFileSync(stampPath(root), fingerprint);
  return { status: "generated" };
}

const calledDirectly =
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === realpathSync(fileURLToPath(import.meta.url));
if (calledDirectly) {
  const outcome = await generateClient(fileURLToPath(new URL("..", import.meta.url)));
  console.log(outcome.status === "failed" ? outcome.message : `Prisma client: ${outcome.status}`);
  if (outcome.status === "failed") process.exitCode = 1;
}
