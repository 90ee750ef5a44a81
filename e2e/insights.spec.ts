import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { startRun, untilReleased } from "./fixtures/console";

/** What the figure called so says, as a number. */
async function figureOf(page: Page, name: string): Promise<number> {
  const tile = page.getByRole("list", { name: "Figures of this range" }).getByRole("link", { name });
  const text = (await tile.textContent()) ?? "";
  return Number(/\d[\d,]*(?= runs)|\d[\d,]*/.exec(text.replace(name, ""))?.[0].replaceAll(",", ""));
}

/** The page itself; what stands around every page is not its own. */
async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include("main").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

test("figures count what has run, are looked at closer, and lead to their runs", async ({ page }) => {
  const lacking = await startRun(page, { query: "It is slow for one customer of the quince cellar." });
  const answered = await startRun(page, { query: "What can you do?" });
  await untilReleased(page, lacking);
  await untilReleased(page, answered);

  await page.goto("/runs");
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(page.getByRole("heading", { level: 1, name: "Insights" })).toBeVisible();
  const chart = page.getByRole("slider", { name: "Outcomes over time" });
  await expect(chart).toBeVisible();
  expect(await figureOf(page, "Ended runs")).toBeGreaterThanOrEqual(2);

  // A preset stands in the address, and brings the same back.
  await page.getByRole("button", { name: "Last 24 h" }).click();
  await expect(page).toHaveURL(/\/insights\?range=24h$/);
  await expect(page.getByRole("button", { name: "Last 24 h" })).toHaveAttribute("aria-pressed", "true");
  await expect(chart).toHaveAttribute("aria-valuemax", /^(24|23)$/);

  // By keys: the newest bar, a selection of two hours, and Enter looks closer.
  await chart.focus();
  await page.keyboard.press("End");
  await expect(chart).toHaveAttribute("aria-valuetext", /UTC: \d+ runs?\. Success \d+, Fallback \d+/);
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(chart).toHaveAttribute("aria-valuetext", /^Selected .* Enter looks closer/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/insights\?from=\d+&to=\d+$/);
  await expect(chart).toHaveAttribute("aria-valuemax", "1");
  await page.goBack();
  await expect(page).toHaveURL(/range=24h$/);
  await expect(chart).toHaveAttribute("aria-valuemax", /^(24|23)$/);

  // By the pointer: a drag across the last bars.
  const box = await chart.boundingBox();
  if (box === null) throw new Error("the chart has no box");
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.85, box.y + box.height / 2, { steps: 4 });
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/\/insights\?from=\d+&to=\d+$/);
  await page.screenshot({ path: "test-results/insights.png" });

  // The same as a table, whose figures are links.
  await page.getByRole("button", { name: "Show outcomes over time as a table" }).click();
  const table = page.getByRole("region", { name: "Outcomes over time, as a table" });
  await expect(table.getByRole("columnheader", { name: "Fallback" })).toBeVisible();
  await expect(table.getByRole("link").first()).toHaveAttribute(
    "href",
    /^\/runs\?outcome=.*&from=\d+&to=\d+/,
  );

  // A figure leads to exactly the runs that it counts.
  const fallbacks = page.getByRole("list", { name: "Ended runs by FallbackType" });
  const missing = fallbacks.getByRole("link", { name: "Missing required context" });
  await missing.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/runs\?fallback=MISSING_REQUIRED_CONTEXT&from=\d+&to=\d+/);
  const list = page.getByRole("grid", { name: "Runs" });
  await expect(list.locator(`[data-run="${lacking}"]`)).toBeVisible();
  await expect(list.locator(`[data-run="${answered}"]`)).toHaveCount(0);
});

test("days are chosen by hand, and what is no range is said", async ({ page }) => {
  await page.goto("/insights?range=BOGUS");
  const line = page.getByRole("status").filter({ hasText: "Ignored in the address" });
  await expect(line).toContainText("range=BOGUS");
  await line.getByRole("button", { name: "Remove" }).click();
  await expect(line).toHaveCount(0);

  await page.getByRole("button", { name: "Days…" }).click();
  await page.getByLabel("First day").fill("2001-02-03");
  await page.getByLabel("Last day").fill("2001-02-02");
  await page.getByRole("button", { name: "Show these days" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "before the first" })).toBeVisible();
  await page.getByLabel("Last day").fill("2001-02-04");
  await page.getByRole("button", { name: "Show these days" }).click();
  await expect(page).toHaveURL(/from=981158400000&to=981331200000$/);
  await expect(page.getByText("3 Feb 2001 – 4 Feb 2001 UTC")).toBeVisible();
  await expect(page.getByText("No run has ended in this range")).toBeVisible();
  await page.getByRole("button", { name: "Show the last 90 days" }).click();
  await expect(page.getByRole("slider", { name: "Outcomes over time" })).toBeVisible();
});

for (const theme of ["light", "dark"] as const) {
  test(`the page has no accessibility fault in the ${theme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    const runId = await startRun(page, { query: "What can you do?" });
    await untilReleased(page, runId);
    await page.goto("/insights");
    await expect(page.getByRole("slider", { name: "Outcomes over time" })).toBeVisible();
    await expect(
      page
        .getByRole("img", { name: /^Run duration/ })
        .locator("svg")
        .first(),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show outcomes over time as a table" }).click();
    await page.getByRole("button", { name: "Show run duration as a table" }).click();
    await expectAccessible(page);
  });
}

test("without an answer the page says so, and shows the figures once there is one", async ({ page }) => {
  const runId = await startRun(page, { query: "What can you do?" });
  await untilReleased(page, runId);
  await page.route("**/api/stats?*", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/insights");
  await expect(page.getByRole("alert").filter({ hasText: "The figures could not be loaded" })).toBeVisible();
  await page.unroute("**/api/stats?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("slider", { name: "Outcomes over time" })).toBeVisible();
});
