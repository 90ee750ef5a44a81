import { expect, test, type Page } from "@playwright/test";
import { startRun, untilReleased } from "./fixtures/console";

/** Of this journey alone: nobody else's run asks so. */
const QUESTION = "Everything about the tangerine warehouse is slow for one customer.";

async function ended(page: Page): Promise<string> {
  const runId = await startRun(page, { query: QUESTION });
  await untilReleased(page, runId);
  return runId;
}

test("a fallback comes by itself, is worked by keys, comes back, and becomes a regression case", async ({
  page,
}) => {
  await ended(page);
  await page.goto("/triage");
  await page.keyboard.press("/");
  await page.getByRole("searchbox").fill("tangerine warehouse");
  const list = page.getByRole("grid", { name: "Groups" });
  await expect(list.getByRole("row")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  const detail = page.getByRole("region", { name: "The selected group" });
  await expect(detail.getByText("Missing required context").first()).toBeVisible();
  await expect(page).toHaveURL(/group=tri_/);
  await page.screenshot({ path: "test-results/triage.png" });

  // Acknowledged by a key; a label and somebody to have it.
  await page.keyboard.press("a");
  await expect(detail.getByText("acknowledged it")).toBeVisible();
  await page.keyboard.press("i");
  await page.getByRole("combobox", { name: "Who takes it?" }).fill("ana");
  await page.keyboard.press("Enter");
  await expect(detail.getByRole("button", { name: /@ana/ })).toBeVisible();
  await page.keyboard.press("l");
  await page.getByRole("combobox", { name: "Add" }).fill("tangerines");
  await page.keyboard.press("Enter");
  await expect(detail.getByText("added tangerines")).toBeVisible();

  // Resolved, with a reason by its number.
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog", { name: /^Resolve/ })).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByRole("radio", { name: /Missing context/ })).toBeChecked();
  await page.getByRole("button", { name: /^Resolve ↵/ }).click();
  await expect(detail.getByText("resolved it: missing context")).toBeVisible();

  // It comes back: open again, with who had resolved it.
  await ended(page);
  await expect(detail.getByText(/Came back 1 time/)).toBeVisible({ timeout: 20_000 });
  await expect(detail.getByText(/Was resolved by/)).toBeVisible();

  // A case of its latest run, replayed: it still ends as it did.
  await page.keyboard.press("c");
  await page.getByRole("button", { name: /^Make the case/ }).click();
  await expect(page.getByText("The case is kept")).toBeVisible();
  await page.getByRole("link", { name: "All cases" }).click();
  await expect(page).toHaveURL(/\/triage\/cases/);
  await page.getByRole("button", { name: /^Replay 1 case/ }).click();
  const replay = page.getByRole("region", { name: "Replay" });
  await expect(replay.getByText("As expected")).toBeVisible({ timeout: 20_000 });
  await page.screenshot({ path: "test-results/triage-cases.png" });
});

test("several groups are changed as they were previewed, and a filter is needed for it", async ({ page }) => {
  await ended(page);
  await page.goto("/triage?view=all");
  await expect(page.getByRole("grid", { name: "Groups" }).getByRole("row").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Change what is found/ })).toBeDisabled();
  await page.goto("/triage?view=all&text=tangerine+warehouse");
  await expect(page.getByRole("grid", { name: "Groups" }).getByRole("row")).toHaveCount(1);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("1 group picked")).toBeVisible();
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "Change 1 group" });
  await expect(dialog.getByText("These and no others are changed", { exact: false })).toBeVisible();
  await dialog.getByRole("button", { name: "Note…" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("looked at together");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText("1 group changed")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("looked at together").first()).toBeVisible();
});

test("what is shown is exported as it is", async ({ page }) => {
  await ended(page);
  const csv = await page.request.get("/api/triage/export?format=csv&of=runs&text=tangerine+warehouse");
  expect(csv.headers()["content-type"]).toContain("text/csv");
  expect(await csv.text()).toContain('"SUCCESS","FALLBACK","MISSING_REQUIRED_CONTEXT"');
});
