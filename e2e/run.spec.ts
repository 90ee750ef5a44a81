import { expect, test } from "@playwright/test";
import { startRun, untilReleased } from "./fixtures/console";

test("a run explains itself, tab by tab", async ({ page }) => {
  const runId = await startRun(page, { query: "Why did sign-ups drop last week?" });
  await untilReleased(page, runId);
  await page.goto(`/runs/${runId}`);

  const others = page.getByRole("group", { name: "The other axes" });
  for (const name of [
    "Intent",
    "Phase",
    "Collection",
    "Stop reason",
    "Semantic verdict",
    "Stream",
    "Stored status",
  ]) {
    await expect(others.getByText(name, { exact: true })).toBeVisible();
  }

  const panel = page.getByRole("tabpanel");
  await expect(page.getByRole("tab", { name: "Timeline" })).toHaveAttribute("aria-selected", "true");
  await expect(panel).toContainText("Release decision");
  await page.screenshot({ path: "test-results/run.png" });

  await page.getByRole("tab", { name: "Answer" }).click();
  await expect(page).toHaveURL(/tab=answer/);
  await expect(panel.getByRole("region", { name: "What was checked" })).toBeVisible();

  await page.keyboard.press("]");
  await expect(page).toHaveURL(/tab=tools/);
  await panel.locator("summary").first().click();
  await expect(panel.getByRole("region", { name: "Statement" }).first()).toContainText("SELECT");

  await page.getByRole("tab", { name: "Guards" }).click();
  await expect(panel).toContainText("INSUFFICIENT_EVIDENCE");
  await page.getByRole("tab", { name: "Ledger" }).click();
  await expect(panel.getByRole("region", { name: "Budget ledger" })).toContainText("reserve");
  await page.getByRole("tab", { name: "Raw JSON" }).click();
  await expect(panel.getByRole("region", { name: "Run as JSON" })).toContainText(runId);

  await page.keyboard.press("e");
  const explain = page.getByRole("region", { name: "Explain this run" });
  await expect(explain.getByRole("term")).toHaveCount(7);
  await expect(explain).toContainText("FallbackType is INSUFFICIENT_EVIDENCE");
  await explain.getByRole("button", { name: "Guards and release" }).first().click();
  await expect(page.getByRole("tab", { name: "Guards" })).toHaveAttribute("aria-selected", "true");
});

test("a run that does not exist is said to be missing", async ({ page }) => {
  await page.goto("/runs/run_00000000000000000000000000");
  await expect(page.getByText("There is no such run")).toBeVisible();
});

test("a very long question shows its beginning, and all of it on request", async ({ page }) => {
  const query = `Why are payments failing? ${"The gateway says nothing that helps.\n".repeat(150)}And the end.`;
  const runId = await startRun(page, { query });
  await page.goto(`/runs/${runId}`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  const height = async () => (await heading.boundingBox())?.height ?? Number.NaN;
  expect(await height()).toBeLessThan(150);
  const toggle = heading.getByRole("button");
  await toggle.press("Enter");
  await expect(toggle).toHaveText("Show less");
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  expect(await height()).toBeGreaterThan(200);
  await toggle.press("Enter");
  await expect(toggle).toHaveText("Show all");
  expect(await height()).toBeLessThan(150);
});

test("a lost network is said at once, and its return as well", async ({ page, context }) => {
  const runId = await startRun(page, { query: "Reconcile the ledger against payouts" });
  await page.goto(`/runs/${runId}`);
  await expect(page.getByText("live", { exact: true })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^offline/)).toBeVisible({ timeout: 2_000 });
  await context.setOffline(false);
  await expect(page.getByText("live", { exact: true })).toBeVisible({ timeout: 5_000 });
  await page.keyboard.press("c");
  await expect(page.getByRole("status").filter({ hasText: /^Cancelled \d\d:\d\d:\d\d UTC$/ })).toBeVisible();
});
