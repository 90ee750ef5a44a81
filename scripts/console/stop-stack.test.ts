import { expect, it } from "vitest";
import { StopStack } from "./stop-stack";

it("stops the newest first, everything once, and goes on after a failure", async () => {
  const stack = new StopStack();
  const stopped: string[] = [];
  const error = new Error("deaf");
  stack.push("database", async () => void stopped.push("database"));
  stack.push("deaf", () => Promise.reject(error));
  stack.push("web", async () => void stopped.push("web"));
  expect(await stack.stopAll()).toEqual([{ name: "deaf", error }]);
  expect(await stack.stopAll()).toEqual([]);
  expect(stopped).toEqual(["web", "database"]);
});
