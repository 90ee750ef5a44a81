import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { startRun, untilReleased } from "./fixtures/console";

const row = (page: Page, runId: string) =>
  page.getByRole("grid", { name: "Runs" }).locator(`[data-run="${runId}"]`);
const conditions = (page: Page) => page.getByRole("group", { name: "Conditions" });

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

test("words, times, stop reasons and triage narrow the list, and each is taken out by itself", async ({
  page,
}) => {
  const wanted = await startRun(page, { query: "Filters: 退款 失败 since noon?" });
  const other = await startRun(page, { query: "Filters: nothing of the kind" });
  await untilReleased(page, wanted);
  await untilReleased(page, other);
  await page.goto("/runs");
  await expect(row(page, other)).toBeVisible();

  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search questions" });
  await expect(search).toBeFocused();
  await search.fill("退");
  await expect(
    page.getByRole("status").filter({ hasText: "two or more characters of Chinese" }),
  ).toBeVisible();
  await search.fill("退款 filters");
  await expect(row(page, other)).toHaveCount(0);
  await expect(row(page, wanted)).toBeVisible();
  await expect(page).toHaveURL(/text=/);
  await expect(
    conditions(page).getByRole("button", { name: "Remove Question has 退款 filters" }),
  ).toBeVisible();
  await page.keyboard.press("Escape");

  // The popover says how many each value would show, and follows the other conditions.
  await page.keyboard.press("2");
  await expect(page.getByRole("group", { name: "ReleaseOutcome values" })).toContainText(/\d+ runs/);
  await page.keyboard.press("Escape");

  await page.keyboard.press("7");
  await page.getByRole("button", { name: "24 h" }).click();
  await expect(page).toHaveURL(/from=\d{13}/);
  await page.keyboard.press("Escape");
  await expect(row(page, wanted)).toBeVisible();
  await page.keyboard.press("7");
  await page.getByLabel("From (your local time)").fill("2020-01-01T00:00");
  await page.getByLabel("Before (your local time)").fill("2019-01-01T00:00");
  await expect(page.getByRole("alert").filter({ hasText: "after the beginning" })).toBeVisible();
  await page.getByLabel("Before (your local time)").fill("2020-01-02T00:00");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("No run matches these filters")).toBeVisible();
  await page.keyboard.press("Escape");

  // Each way out hands the focus on.
  const time = conditions(page).getByRole("button", { name: /^Remove Began/ });
  await time.focus();
  await time.press("Enter");
  await expect(row(page, wanted)).toBeVisible();
  await expect(conditions(page).getByRole("button", { name: /^Remove Question has/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(conditions(page)).toHaveCount(0);
  await expect(search).toBeFocused();
  await page.keyboard.press("Escape");

  await page.keyboard.press("6");
  await page.getByRole("checkbox", { name: "Resolved" }).check();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/triage=RESOLVED/);
  await expect(conditions(page)).toContainText("Resolved");
  await page.keyboard.press("5");
  await expect(page.getByRole("group", { name: "Stop reason values" })).toBeVisible();
  await page.keyboard.press("Escape");
  await conditions(page).getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(/\/runs$/);

  // An id is followed, wherever it was copied from.
  await search.fill(`see /runs/${wanted}`);
  await expect(page).toHaveURL(new RegExp(`/runs/${wanted}$`));
});

test("a search that stopped says how far it came, and looks further", async ({ page }) => {
  const runId = await startRun(page, { query: "What can you do?" });
  await untilReleased(page, runId);
  const reply = await page.request.get("/api/runs?limit=1");
  const { items }: { items: unknown[] } = await reply.json();
  const asked: (string | null)[] = [];
  await page.route("**/api/runs?**", async (route) => {
    const address = new URL(route.request().url());
    const cursor = address.searchParams.get("cursor");
    // Stops twice before it finds anything: no store of a journey is as large as that.
    if (address.searchParams.get("text") === null) return route.continue();
    asked.push(cursor);
    const answer =
      cursor === "second"
        ? { items, nextCursor: null, searchedTo: null }
        : { items: [], nextCursor: cursor === null ? "first" : "second", searchedTo: 1_790_000_000_000 };
    await route.fulfill({ json: answer });
  });
  await page.goto("/runs?text=nowhere");
  await expect(page.getByText("No run found so far")).toBeVisible();
  await expect(
    page.getByText(/None found among the runs that began since 2026-09-21 \d\d:\d\d/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Look further back" }).click();
  await expect(page.getByText("No run found so far")).toBeVisible();
  await expect.poll(() => asked.includes("first")).toBe(true);
  await page.keyboard.press("m");
  await expect(page.getByRole("grid", { name: "Runs" }).getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Look further back" })).toHaveCount(0);
});

test("a list is saved under a name, renamed, made the default, and removed", async ({ page }) => {
  const runId = await startRun(page, { query: "It is slow for one customer." });
  await untilReleased(page, runId);
  await page.goto("/runs?outcome=FALLBACK");
  await expect(row(page, runId)).toBeVisible();
  await page.keyboard.press("w");
  const menu = page.getByRole("group", { name: "Saved views" });
  await menu.getByRole("textbox", { name: "Save what is shown as" }).fill("Journey: fallbacks");
  await menu.getByRole("button", { name: "Save" }).click();
  const item = (name: string) => menu.getByRole("button", { name: new RegExp(`^${name} yours alone`) });
  await expect(item("Journey: fallbacks")).toHaveAttribute("aria-current", "true");

  await menu.getByRole("button", { name: "Rename Journey: fallbacks" }).click();
  await menu.getByRole("textbox", { name: "New name of Journey: fallbacks" }).fill("Journey: only fallbacks");
  await page.keyboard.press("Enter");
  await expect(item("Journey: only fallbacks")).toBeVisible();
  await expect(item("Journey: fallbacks")).toHaveCount(0);

  await menu.getByRole("button", { name: "Open the list with Journey: only fallbacks" }).click();
  await expect(menu).toContainText("the list opens with it");
  await page.keyboard.press("Escape");
  await page.keyboard.press("0");
  await expect(page).toHaveURL(/\/runs$/);
  await page.goto("/");
  await page.getByRole("link", { name: "Runs" }).click();
  await expect(page).toHaveURL(/\/runs\?outcome=FALLBACK$/);
  // The default can be left: what was opened with it is taken out like any other condition.
  await page.keyboard.press("0");
  await expect(page).toHaveURL(/\/runs$/);

  await page.keyboard.press("w");
  await item("Journey: only fallbacks").click();
  await expect(page).toHaveURL(/outcome=FALLBACK/);
  await page.keyboard.press("w");
  await menu.getByRole("button", { name: "Remove Journey: only fallbacks" }).click();
  await menu.getByRole("button", { name: "Remove Journey: only fallbacks" }).click();
  await expect(item("Journey: only fallbacks")).toHaveCount(0);
  await page.goto("/runs");
  await expect(page.getByRole("grid", { name: "Runs" })).toBeVisible();
  await expect(page).toHaveURL(/\/runs$/);
});

test("everything is within reach on a narrow screen, and nothing scrolls sideways", async ({ page }) => {
  const runId = await startRun(page, { query: "What can you do?" });
  await untilReleased(page, runId);
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 780 });
    for (const address of ["/", "/runs", `/runs/${runId}`, "/triage", "/knowledge", "/reference"]) {
      await page.goto(address);
      await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
      const hidden = await page.evaluate(() =>
        ["html", "#main", "nav"].map((place) => {
          const element = document.querySelector(place);
          return element === null ? 0 : element.scrollWidth - element.clientWidth;
        }),
      );
      expect(hidden, address).toEqual([0, 0, 0]);
    }
  }
  await page.goto("/runs?outcome=SUCCESS");
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(page.getByRole("button", { name: /^Filter by RunState/ })).toBeVisible();
  await page.getByRole("button", { name: "More", exact: true }).click();
  const more = page.getByRole("group", { name: "More", exact: true });
  // Escape closes it, also while its button has the focus.
  await page.keyboard.press("Escape");
  await expect(more).toBeHidden();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await more.getByRole("radio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await more.getByRole("radio", { name: "System" }).click();
  await expect(more.getByRole("link", { name: "API reference" })).toBeVisible();
  await more.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(/\/settings\/sources$/);
  await expect(more).toBeHidden();
});

test("the list and its filters are fit for any reader", async ({ page }) => {
  const runId = await startRun(page, { query: "What can you do?" });
  await untilReleased(page, runId);
  test.slow();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/runs?outcome=SUCCESS,FALLBACK&text=what");
    await expect(row(page, runId)).toBeVisible();
    for (const key of ["1", "6", "7", "w"]) {
      await page.keyboard.press(key);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [key, id, nodes.map(({ html }) => html)])).toEqual([]);
      await page.keyboard.press("Escape");
    }
  }
});

test("the timeline of a run is zoomed, moved and shown whole again, by keys, buttons and the wheel", async ({
  page,
}) => {
  const runId = await startRun(page, { query: "Why are payments failing?" });
  await untilReleased(page, runId);
  await page.goto(`/runs/${runId}`);
  const part = page.getByRole("group", { name: "Part of the timeline" });
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByRole("listitem").first()).toBeVisible();
  await expect(part.getByRole("button", { name: "Show all" })).toBeDisabled();

  await page.keyboard.press("+");
  await expect(part).toContainText("…");
  const once = await part.innerText();
  await page.keyboard.press("+");
  await expect(part).not.toHaveText(once);
  // As far as it goes, and no further.
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press("h");
  await expect(part).toContainText("+0 ms …");
  // What is later stays in the list, and is said to be beside what is shown.
  await expect(timeline.getByText("later than what is shown").first()).toBeAttached();
  await part.getByRole("button", { name: "Later" }).click();
  await expect(part).not.toContainText("+0 ms …");
  await page.keyboard.press("0");
  await expect(part).not.toContainText("…");

  await timeline.hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await expect(part).toContainText("…");
  await part.getByRole("button", { name: "Show all" }).click();
  await expect(part).not.toContainText("…");
});
