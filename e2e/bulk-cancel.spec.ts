import { expect, test, type Page } from "@playwright/test";
import { startRun, untilReleased } from "./fixtures/console";

const HEAVY = "Reconcile the ledger against payouts";

/** A detached run of a heavy statement. */
const askHeavy = (page: Page) => startRun(page, { query: HEAVY });

/** Waits until the run's heavy statement is on the server. */
async function untilInFlight(page: Page, runId: string): Promise<void> {
  await expect(async () => {
    const reply = await page.request.get(`/api/runs/${runId}/tools`);
    const { items }: { items: { label: string; status: string }[] } = await reply.json();
    expect(items.find(({ label }) => label === "ledger-reconciliation/mismatches")?.status).toBe(
      "PROJECTING",
    );
  }).toPass();
}
const grid = (page: Page) => page.getByRole("grid", { name: "Runs" });
const row = (page: Page, runId: string) => grid(page).locator(`[data-run="${runId}"]`);

test("one browser cancels several runs, the other sees it and is told who was first", async ({
  page,
  browser,
}) => {
  // Two browsers, and two statements that have to be killed.
  test.slow();
  const done = await startRun(page, { query: "What can you do?" });
  await untilReleased(page, done);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  for (const each of [page, other]) {
    await each.goto("/runs");
    await expect(row(each, done)).toBeVisible();
  }
  const [first, second] = [await askHeavy(page), await askHeavy(page)];

  // The other browser has picked one of them and is about to cancel it.
  await row(other, first).getByRole("checkbox").check();
  await expect(other.getByRole("region", { name: "Picked runs" })).toContainText("1 run picked · 1 running");
  await other.keyboard.press("c");
  const otherDialog = other.getByRole("dialog", { name: "Cancel this run?" });
  await expect(otherDialog).toContainText(HEAVY);

  // This one picks by a range of keys, the ended run among them, and looks at what it would cancel.
  await row(page, second).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("J");
  await page.keyboard.press("J");
  const bar = page.getByRole("region", { name: "Picked runs" });
  await expect(bar).toContainText("3 runs picked · 2 running");
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "Cancel 2 runs?" });
  await expect(dialog).toContainText("1 picked run has ended and is left alone");
  const note = dialog.getByRole("textbox", { name: "Note for the receipts (optional)" });
  await expect(note).toBeFocused();
  await note.fill("wrong month");
  await Promise.all([untilInFlight(page, first), untilInFlight(page, second)]);
  await note.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("2 cancelled and stopped", { timeout: 20_000 });
  await expect(dialog.getByText("confirmed stopped after")).toHaveCount(2);
  await dialog.getByText("Receipt").first().click();
  await expect(dialog.getByText("gone from the process list").first()).toBeVisible();
  await page.screenshot({ path: "test-results/bulk-cancel.png" });
  await page.keyboard.press("Escape");
  await expect(row(page, first)).toContainText("Cancelled");
  await expect(row(page, done)).toContainText("Success");
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);

  // The other one confirms what it had before it: its request changes nothing, and says who was first.
  await otherDialog.getByRole("textbox").press("Enter");
  await expect(otherDialog.getByRole("status")).toHaveText("1 had ended before");
  await expect(otherDialog).toContainText("asked first");
  await expect(otherDialog).toContainText("“wrong month”");
  await other.keyboard.press("Escape");
  for (const runId of [first, second]) await expect(row(other, runId)).toContainText("Cancelled");
  await elsewhere.close();
});

test("a second cancel on the run's own page says who was first", async ({ page, browser }) => {
  const runId = await askHeavy(page);
  await untilInFlight(page, runId);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  // This page hears nothing of the run any more: it still shows it running.
  await other.route("**/events*", (route) => route.abort());
  await other.goto(`/runs/${runId}`);
  await expect(other.getByRole("button", { name: "Cancel run" })).toBeVisible();

  await page.goto(`/runs/${runId}`);
  await page.getByRole("textbox", { name: "Note for the cancellation receipt (optional)" }).fill("mine");
  await page.getByRole("button", { name: "Cancel run" }).click();
  const receipt = page.getByRole("region", { name: "Cancellation receipt" });
  await expect(receipt).toContainText("gone from the process list");

  await other.keyboard.press("c");
  await expect(other.getByRole("alert").filter({ hasText: "asked first" })).toContainText("“mine”");
  await page.screenshot({ path: "test-results/second-cancel.png" });
  await elsewhere.close();
});

test("columns are chosen by key and stand in the address", async ({ page }) => {
  const runId = await startRun(page, { query: "What can you do?" });
  await untilReleased(page, runId);
  await page.goto("/runs");
  await expect(row(page, runId)).toBeVisible();
  await page.keyboard.press("v");
  await page.getByRole("checkbox", { name: "Model" }).check();
  await page.getByRole("checkbox", { name: "Intent · tools · budget" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/columns=model,took,started/);
  await expect(grid(page).getByRole("columnheader", { name: "Model" })).toBeVisible();
  await expect(grid(page).getByRole("columnheader", { name: "Intent · tools · budget" })).toHaveCount(0);
  await page.reload();
  await expect(grid(page).getByRole("columnheader", { name: "Model" })).toBeVisible();
  for (const axis of ["RunState", "ReleaseOutcome", "FallbackType"])
    await expect(grid(page).getByRole("columnheader", { name: axis })).toBeVisible();
});
