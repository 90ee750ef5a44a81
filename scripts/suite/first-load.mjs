import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";

/**
 * The JavaScript files that the HTML of a page names: those of every page, and those of the page and what is around it. What is loaded later,
 * when it is asked for, is not among them. Reads the build in INTERLOCK_DIST_DIR, else in .next.
 * @param {string} page as the App Router calls it: "/(console)/runs/page"
 * @returns {string[]} paths from the root of the project
 * @throws where there is no build, or no such page in it
 */
export function firstLoadOf(page) {
  const dist = process.env.INTERLOCK_DIST_DIR ?? ".next";
  const { rootMainFiles } = JSON.parse(readFileSync(join(dist, "build-manifest.json"), "utf8"));
  const manifests = {};
  const source = readFileSync(join(dist, "server", "app", `${page}_client-reference-manifest.js`), "utf8");
  runInNewContext(source, { globalThis: manifests });
  const { entryJSFiles } = manifests.__RSC_MANIFEST[page];
  const files = new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()]);
  return [...files].map((file) => join(dist, file));
}
