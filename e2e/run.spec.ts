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
