import { expect, it } from "vitest";
import { coalesce } from "./coalesce";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

it("answers any number of requests during a run by one more run", async () => {
  const runs: (() => void)[] = [];
  const request = coalesce(() => new Promise<void>((resolve) => runs.push(resolve)));
  request();
  request();
  request();
  expect(runs).toHaveLength(1);
  runs[0]?.();
  await settle();
  expect(runs).toHaveLength(2);
  runs[1]?.();
  await settle();
  expect(runs).toHaveLength(2);
  request();
  expect(runs).toHaveLength(3);
});
