/** Walks the way of docs/operators.md and takes its pictures: into E2E_IMAGES_DIR, else beside the other results. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { axesOf, startRun, untilReleased } from "./fixtures/console";

const GUIDE = join(import.meta.dirname, "../docs/operators.md");
const IMAGES = process.env.E2E_IMAGES_DIR ?? "test-results/operators";
const QUESTION = "Why are payments failing since 14:00?";

const taken = new Set<string>();
async function take(page: Page, name: string): Promise<void> {
  taken.add(name);
  await page.screenshot({ path: join(IMAGES, `${name}.png`), animations: "disabled" });
}

test.use({ viewport: { width: 1360, height: 850 } });

test("a shift: ask, watch, ask why, cancel, find, triage, look back", async ({ page }) => {
  test.setTimeout(120_000);
  // Something for Triage and Insights to show, whatever ran before.
  for (const query of ["Why is it slow for one customer?", "Is the weather in Paris good?"])
    await untilReleased(page, await startRun(page, { query }));

  await page.goto("/");
  await page.getByRole("textbox", { name: "Question" }).fill(QUESTION);
  await take(page, "ask");

  const answered = await startRun(page, { query: QUESTION });
  await untilReleased(page, answered);
  await page.goto(`/runs/${answered}?tab=answer`);
  await expect(axesOf(page).releaseOutcome).toContainText("Success");
  await take(page, "run");
  await page.keyboard.press("e");
  await expect(page.getByRole("region", { name: "Explain this run" }).getByRole("term")).toHaveCount(7);
  await take(page, "explain");

  const inFlight = await startRun(page, { query: "Reconcile the ledger against payouts" });
  await page.goto(`/runs/${inFlight}?tab=tools`);
  await expect(page.locator("summary", { hasText: "ledger-reconciliation/mismatches" })).toContainText(
    "Running",
    { timeout: 30_000 },
  );
  await page
    .getByRole("textbox", { name: "Note for the cancellation receipt (optional)" })
    .fill("the wrong month");
  await page.getByRole("button", { name: "Cancel run" }).click();
  const receipt = page.getByRole("region", { name: "Cancellation receipt" });
  await expect(receipt).toContainText("gone from the process list");
  await receipt.scrollIntoViewIfNeeded();
  await take(page, "receipt");

  await page.goto("/runs");
  await expect(page.getByRole("row").nth(2)).toBeVisible();
  await take(page, "runs");

  await page.goto("/triage");
  await expect(page.getByRole("grid", { name: "Groups" }).getByRole("row").first()).toBeVisible({
    timeout: 20_000,
  });
  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: "The selected group" })).toBeVisible();
  await take(page, "triage");

  await page.goto("/insights");
  await expect(page.getByRole("heading", { name: "Insights" })).toBeVisible();
  await expect(page.getByRole("slider", { name: "Outcomes over time" })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await take(page, "insights");

  const shown = [...readFileSync(GUIDE, "utf8").matchAll(/images\/operators\/([a-z]+)\.png/g)].map(
    ([, name = ""]) => name,
  );
  expect([...taken].sort()).toEqual([...new Set(shown)].sort());
});
