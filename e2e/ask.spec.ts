import { expect, test } from "@playwright/test";
import { ask, axesOf, runIdIn } from "./fixtures/console";

test("a question becomes a report whose claims open their evidence", async ({ page }) => {
  await ask(page, "Why are payments failing?");

  // The focus goes on from the question to the run.
  await expect(page.getByRole("heading", { level: 2, name: "Why are payments failing?" })).toBeFocused();

  const { runState, releaseOutcome, fallbackType } = axesOf(page);
  await expect(runState).toContainText("Success", { timeout: 30_000 });
  await expect(releaseOutcome).toContainText("A checked answer was released.");
  await expect(fallbackType).toContainText("–");

  // Side by side, in this order.
  const boxes = await Promise.all([runState, releaseOutcome, fallbackType].map((cell) => cell.boundingBox()));
  const [first, second, third] = boxes.map((box) => box ?? { x: Number.NaN, y: Number.NaN });
  expect(first?.y).toBe(second?.y);
  expect(second?.y).toBe(third?.y);
  expect(Number(first?.x)).toBeLessThan(Number(second?.x));
  expect(Number(second?.x)).toBeLessThan(Number(third?.x));

  // A claim opens the record it rests on, with its own figures marked in the rows.
  const claims = page.getByRole("region", { name: "What it rests on" });
  const evidence = claims.getByRole("button", { name: /^Evidence \d+/ }).first();
  await evidence.click();
  await expect(evidence).toHaveAttribute("aria-expanded", "true");
  await expect(claims.getByRole("region", { name: "Statement" })).toContainText("SELECT");
  const rows = claims.getByRole("region", { name: /^Rows of/ });
  await expect(rows.locator("mark").first()).toBeVisible();
  await page.screenshot({ path: "test-results/ask.png" });

  // The run has a page of its own, one key away.
  const runId = runIdIn(page);
  await page.keyboard.press("o");
  await expect(page).toHaveURL(new RegExp(`/runs/${runId}`));
  await expect(page.getByRole("heading", { level: 1, name: "Why are payments failing?" })).toBeVisible();
});

test("what a question lacks is said, with the type of the fallback", async ({ page }) => {
  await ask(page, "It is slow for one customer.");
  const { runState, releaseOutcome, fallbackType } = axesOf(page);
  await expect(fallbackType).toContainText("Missing required context", { timeout: 30_000 });
  await expect(releaseOutcome).toContainText("Fallback");
  await expect(runState).toContainText("Success");
  await expect(page.getByRole("region", { name: "What is missing" })).toBeVisible();
});
