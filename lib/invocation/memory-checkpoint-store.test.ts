import { expect, it } from "vitest";
import { MemoryCheckpointStore } from "./memory-checkpoint-store";
import { testCheckpointStore } from "./testing/checkpoint-store-contract";

testCheckpointStore("MemoryCheckpointStore", () => new MemoryCheckpointStore());

it("MemoryCheckpointStore drops what a delivered success leaves, and remembers any other ending", () => {
  const store = new MemoryCheckpointStore();
  store.begin("run_1");
  store.save("run_1", 1);
  store.finish("run_1", { context: "failed", delivery: "failed" });
  expect(store.endingOf("run_1")).toEqual({ context: "failed", delivery: "failed" });
  store.begin("run_1");
  expect(store.endingOf("run_1")).toBeNull();
  store.finish("run_1", { context: "succeeded", delivery: "ok" });
  expect(store.load("run_1")).toBeNull();
  expect(store.endingOf("run_1")).toBeNull();
});
