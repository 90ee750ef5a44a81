import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** What a build is made of. Playbooks and documents are read when the console runs, not when it is built. */
const FOLDERS = ["app", "components", "lib", "public"];
const ROOT_FILES =
  /^(next\.config\.\w+|postcss\.config\.\w+|tsconfig(\.\w+)?\.json|package(-lock)?\.json|(instrumentation|proxy|middleware)[\w-]*\.tsx?)$/;
const NOT_BUILT = /\.test\.tsx?$|\.md$|^lib\/persistence\/generated\//;

/** A hash over everything that goes into a build; the same sources give the same one on every machine. */
export async function sourceFingerprint(projectRoot: string): Promise<string> {
  const files = (await readdir(projectRoot)).filter((name) => ROOT_FILES.test(name));
  for (const folder of FOLDERS) files.push(...(await listFiles(projectRoot, folder)));
  files.push("prisma/schema.prisma");
  const built = files.filter((path) => !NOT_BUILT.test(path)).sort();
  const contents = await Promise.all(built.map((path) => readFile(join(projectRoot, path))));
  const hash = createHash("sha256");
  built.forEach((path, index) => {
    const content = contents[index] ?? Buffer.alloc(0);
    hash.update(`${path}\0${content.byteLength}\0`).update(content);
  });
  return hash.digest("hex");
}

async function listFiles(projectRoot: string, folder: string): Promise<string[]> {
  try {
    const entries = await readdir(join(projectRoot, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
