import { expect, it } from "vitest";
import { drivenBy } from "./driven-by";

it.each([
  ["playbook", "playbook", "playbook"],
  ["playbook", "gpt-5", "playbook, then gpt-5"],
  ["playbook, then gpt-5", "gpt-5", "playbook, then gpt-5"],
  ["playbook, then gpt-5", "playbook", "playbook, then gpt-5, then playbook"],
])("%s and now %s: %s", (before, now, models) => {
  expect(drivenBy(before, now)).toBe(models);
});

it("keeps the first and the last of a long history", () => {
  const long = Array.from({ length: 40 }, (_, index) => `model-${index}`).reduce(drivenBy);
  expect(long.length).toBeLessThanOrEqual(191);
  expect(long).toMatch(/^model-0, .*then model-39$/);
});
