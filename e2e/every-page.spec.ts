/** Every page that there is, in both themes: nothing that axe finds, nothing that the browser complains of, nothing wider than a phone. */
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { ask, startRun, untilReleased } from "./fixtures/console";
import { ADMINISTRATOR_STATE, NOBODY } from "./fixtures/people";

const APP = join(import.meta.dirname, "../app");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const NARROW = { width: 360, height: 740 };

/** Pages whose address needs more than their folder: "/runs/[id]" is one. */
let runId = "";
const ADDRESSES: Readonly<Record<string, () => string>> = {
  "/runs/[id]": () => `/runs/${runId}`,
  "/runs/compare": () => `/runs/compare?a=${runId}&b=${runId}`,
  "/knowledge/entry": () => "/knowledge/entry?kind=playbook&name=general-survey",
};
/** Pages for who has not come in. */
const OPEN = ["/sign-in"];

/** The folders of app/ that hold a page, as addresses; a page that is added is among them. */
function pagesOfApp(): string[] {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" });
  return files
    .filter((path) => path.split(sep).at(-1) === "page.tsx")
    .map((path) => {
      const folders = path.split(sep).slice(0, -1);
      return `/${folders.filter((folder) => !folder.startsWith("(")).join("/")}`;
    })
    .sort();
}

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ storageState: ADMINISTRATOR_STATE });
  const page = await context.newPage();
  runId = await startRun(page, { query: "Why are payments failing since 14:00?" });
  await untilReleased(page, runId);
  await context.close();
});

for (const address of pagesOfApp()) {
  test(`${address} in both themes, and on a phone`, async ({ browser }) => {
    const page = await pageWithComplaints(browser, OPEN.includes(address));
    const to = ADDRESSES[address]?.() ?? address;
    await page.goto(to);
    await untilShown(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
      expect(violations.map(inShort), `${to}, ${colorScheme}`).toEqual([]);
      await page.screenshot({ path: `test-results/pages/${nameOf(address)}-${colorScheme}.png` });
    }
    await page.setViewportSize(NARROW);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, `${to} scrolls sideways at ${NARROW.width} px`).toBeLessThanOrEqual(NARROW.width);
    await page.screenshot({ path: `test-results/pages/${nameOf(address)}-narrow.png` });
    expect(complaints.get(page), "what the browser complained of").toEqual([]);
    await page.context().close();
  });
}

test("a run in flight and its end, live: nothing that axe finds", async ({ page }) => {
  await ask(page, "Why are payments failing since 14:00?");
  await expect(page.getByRole("group", { name: "The three axes of this run" })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(inShort)).toEqual([]);
});

const complaints = new WeakMap<Page, string[]>();

/** A page that keeps what the browser complains of. */
async function pageWithComplaints(browser: Browser, signedOut: boolean): Promise<Page> {
  const context = await browser.newContext({ storageState: signedOut ? NOBODY : ADMINISTRATOR_STATE });
  const page = await context.newPage();
  const said: string[] = [];
  complaints.set(page, said);
  page.on("pageerror", (error) => said.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") said.push(message.text());
  });
  return page;
}

/** The page has what it asked for: no placeholder is left. */
async function untilShown(page: Page): Promise<void> {
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

function inShort({ id, nodes }: { id: string; nodes: readonly { html: string }[] }): string {
  return `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`;
}

function nameOf(address: string): string {
  return address === "/" ? "ask" : address.slice(1).replaceAll(/[^a-z]+/g, "-");
}
