import { expect, test } from "@playwright/test";
import { startRun, untilReleased } from "./fixtures/console";

test("runs are filtered in the address and walked by keys", async ({ page }) => {
  const answered = await startRun(page, { query: "What can you do?" });
  const lacking = await startRun(page, { query: "It is slow for one customer." });
  await untilReleased(page, answered);
  await untilReleased(page, lacking);

  await page.goto("/runs");
  const table = page.getByRole("grid", { name: "Runs" });
  await expect(table.getByRole("columnheader", { name: "RunState" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "ReleaseOutcome" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "FallbackType" })).toBeVisible();
  await expect(table.locator(`[data-run="${answered}"]`)).toBeVisible();

  // A facet opens by its key and stands in the address.
  await page.keyboard.press("2");
  await page.getByRole("checkbox", { name: "Fallback" }).press("Enter");
  await expect(page.getByRole("checkbox", { name: "Fallback" })).toBeChecked();
  await expect(page).toHaveURL(/outcome=FALLBACK/);
  await page.keyboard.press("Escape");
  await expect(table.locator(`[data-run="${lacking}"]`)).toBeVisible();
  await expect(table.locator(`[data-run="${answered}"]`)).toHaveCount(0);
  await page.screenshot({ path: "test-results/runs.png" });

  // The address alone brings the same view back.
  await page.reload();
  await expect(page.getByRole("button", { name: /^Filter by ReleaseOutcome Fallback/ })).toBeVisible();
  await expect(table.locator(`[data-run="${lacking}"]`)).toBeVisible();

  await page.keyboard.press("0");
  await expect(page).not.toHaveURL(/outcome=/);
  await expect(table.locator(`[data-run="${answered}"]`)).toBeVisible();

  // j selects, k goes back, Enter opens what is selected.
  await page.keyboard.press("j");
  await expect(table.locator("[aria-selected=true]")).toHaveCount(1);
  const first = await table.locator("[aria-selected=true]").getAttribute("data-run");
  await page.keyboard.press("j");
  await expect(table.locator(`[data-run="${first}"]`)).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("k");
  await expect(table.locator(`[data-run="${first}"]`)).toHaveAttribute("aria-selected", "true");
  await expect(table.locator(`[data-run="${first}"]`)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/runs/${first}`));
});

test("what the address names and no filter knows is said, and can be taken out", async ({ page }) => {
  await page.goto("/runs?state=BOGUS,SUCCESS&session=mine");
  const line = page.getByRole("status").filter({ hasText: "Ignored in the address" });
  await expect(line).toContainText("state=BOGUS, session=mine");
  await line.getByRole("button", { name: "Remove" }).click();
  await expect(line).toHaveCount(0);
  await expect(page).toHaveURL(/\/runs\?state=SUCCESS$/);
});
