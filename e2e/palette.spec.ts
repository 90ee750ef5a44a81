import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { startRun, untilReleased } from "./fixtures/console";
import { pageOf } from "./fixtures/people";

const HEAVY = "Reconcile the ledger against payouts";
const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });
const field = (page: Page) => palette(page).getByRole("combobox", { name: "Search and commands" });
const chosen = (page: Page) => palette(page).locator("[role=option][aria-selected=true]");

/** Opens the palette by its key, and waits for its list. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
}

test("the palette goes to pages, opens pasted ids and searches runs", async ({ page }) => {
  const runId = await startRun(page, { query: "Palette: 支付 失败率 why?" });
  await untilReleased(page, runId);
  await page.goto("/");
  await expect(page.getByRole("textbox", { name: "Question" })).toBeFocused();

  // Its key works while something is typed; Escape gives the focus back.
  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Question" })).toBeFocused();

  await openPalette(page);
  await page.keyboard.type("tria");
  await expect(chosen(page)).toHaveText(/^Triage/);
  await page.keyboard.press("ArrowDown");
  await expect(chosen(page)).toHaveText("Regression cases");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/triage$/);
  await expect(palette(page)).toHaveCount(0);

  // Tab stays inside.
  await openPalette(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") ?? null)).toBeNull();
  await field(page).fill(`see https://elsewhere.example/runs/${runId}?tab=raw`);
  await expect(chosen(page)).toContainText("Open the run");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/runs/${runId}$`));

  await openPalette(page);
  await field(page).fill("支付 失败率");
  await expect(
    palette(page)
      .getByRole("option", { name: /Palette: 支付/ })
      .first(),
  ).toBeVisible();
  await palette(page).getByRole("option", { name: "Search the runs for" }).click();
  await expect(page).toHaveURL(/\/runs\?text=/);
  await expect(page.getByRole("grid", { name: "Runs" }).locator(`[data-run="${runId}"]`)).toBeVisible();

  await openPalette(page);
  await field(page).fill("Why is checkout slow?");
  await palette(page).getByRole("option", { name: "Write as a question" }).click();
  await expect(page.getByRole("textbox", { name: "Question" })).toHaveValue("Why is checkout slow?");
  await expect(page.getByRole("textbox", { name: "Question" })).toBeFocused();

  // A theme is chosen, and chosen back.
  await openPalette(page);
  await field(page).fill("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await openPalette(page);
  await field(page).fill("as the device");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});

test("the palette does what can be done with the run that is shown", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const runId = await startRun(page, { query: HEAVY });
  await page.goto(`/runs/${runId}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Reconcile");

  await openPalette(page);
  await field(page).fill("copy link");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/runs/${runId}$`));

  await openPalette(page);
  await field(page).fill("cancel");
  await expect(chosen(page)).toContainText("Cancel this run");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Cancellation receipt" })).toContainText("Asked by");

  await openPalette(page);
  await expect(palette(page).getByRole("option", { name: "Cancel this run" })).toHaveCount(0);
  await field(page).fill("run again");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Run this question again" });
  await expect(dialog).toContainText(HEAVY);
  // It is about something that is to be settled first.
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await openPalette(page);
  await field(page).fill("compare this");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/runs/compare\\?a=${runId}$`));
});

test("the palette tells a viewer why, and is fit for any reader at any width", async ({ browser, page }) => {
  // Another person signs in, and four looks at what is shown.
  test.slow();
  const viewer = await pageOf(browser, page, "paul", "viewer");
  await viewer.goto("/runs");
  await expect(viewer.getByRole("grid", { name: "Runs" })).toBeVisible();
  await openPalette(viewer);
  await field(viewer).fill("settings users");
  const users = palette(viewer).getByRole("option", { name: /^Settings: users/ });
  await expect(users).toHaveAttribute("aria-disabled", "true");
  await expect(users).toContainText("ask an administrator");
  await viewer.context().close();

  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto("/runs");
      await page.getByRole("button", { name: "Search and commands" }).click();
      await field(page).fill("s");
      await expect(palette(page).getByRole("option").first()).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).include("dialog").analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      const box = await palette(page).boundingBox();
      expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
      await page.screenshot({ path: `test-results/palette-${width}-${colorScheme}.png` });
      await page.keyboard.press("Escape");
      await expect(page.getByRole("button", { name: "Search and commands" })).toBeFocused();
    }
  }
});
