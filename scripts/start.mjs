// npm start: plain Node until the dependencies are there, TypeScript from then on.
import { prepareForTypeScript, projectRoot } from "./before-install/hand-over.mjs";

const prepared = await prepareForTypeScript();
if (prepared.status === "failed") {
  console.error(`\n  ${prepared.message}\n`);
  process.exitCode = 1;
} else {
  const { startConsole } = await import("./start-console.ts");
  process.exitCode = await startConsole({
    projectRoot,
    mode: process.argv.includes("--dev") ? "dev" : "production",
  });
}
