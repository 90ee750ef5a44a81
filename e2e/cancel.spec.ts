import { expect, test } from "@playwright/test";
import { ask, axesOf } from "./fixtures/console";

test("a running query is cancelled by the button and the receipt confirms that it stopped", async ({
  page,
}) => {
  await ask(page, "Reconcile the ledger against payouts");

  // Wait until the heavy statement is in flight.
  const heavy = page.locator("summary", { hasText: "ledger-reconciliation/mismatches" });
  await expect(heavy).toContainText("Running", { timeout: 30_000 });
  await page
    .getByRole("textbox", { name: "Note for the cancellation receipt (optional)" })
    .fill("wrong month");
  await page.getByRole("button", { name: "Cancel run" }).click();

  const { runState, releaseOutcome, fallbackType } = axesOf(page);
  await expect(runState).toContainText("Cancelled");
  await expect(releaseOutcome).toContainText("Cancelled");
  await expect(fallbackType).toContainText("–");

  const receipt = page.getByRole("region", { name: "Cancellation receipt" });
  await expect(receipt).toContainText("wrong month");
  await expect(receipt).toContainText("USER_REQUESTED");
  await expect(receipt).toContainText("gone from the process list");
  await expect(receipt.getByText("confirmed", { exact: true }).first()).toBeVisible();

  // What was gathered stays readable, marked as not released.
  await expect(page.getByText("not released", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel run" })).toHaveCount(0);
  await page.screenshot({ path: "test-results/cancel.png" });
});
