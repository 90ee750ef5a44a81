import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const BENCH = fileURLToPath(new URL("..", import.meta.url));
const HERE = join(BENCH, "invocation");
/** Below bench/, so that the libraries of bench's own package are found from there. */
const COMPILED = join(BENCH, "results", "invocation-compiled");

/**
 * Compiles these modules of bench/invocation and all they import, packages aside, to plain JavaScript, and returns
 * where each has gone. What a TypeScript loader adds to every function to keep its name would be measured otherwise.
 */
export async function compile(modules: readonly string[]): Promise<(module: string) => string> {
  await build({
    root: HERE,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: true,
      target: "node20",
      minify: false,
      outDir: COMPILED,
      emptyOutDir: true,
      rollupOptions: {
        input: Object.fromEntries(modules.map((module) => [module, join(HERE, `${module}.ts`)])),
        output: { format: "es", entryFileNames: "[name].mjs", chunkFileNames: "shared/[name].mjs" },
      },
    },
  });
  return (module) => join(COMPILED, `${module}.mjs`);
}
