// npm test: plain Node until the dependencies are there, TypeScript from then on.
import { prepareForTypeScript, projectRoot } from "./before-install/hand-over.mjs";

const prepared = await prepareForTypeScript();
if (prepared.status === "failed") {
  console.error(`\n  ${prepared.message}\n`);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
} else {
  const { runTests } = await import("./run-tests.ts");
  process.exitCode = await runTests({ projectRoot, only: process.argv.slice(2) });
}
