import { expect, test } from "@playwright/test";
import { FROM_THE_CONSOLE, runIdIn, startRun, untilReleased } from "./fixtures/console";

const QUESTION = "Why are so many payments failing?";

test("a run is run again, linked to its origin, and compared with it", async ({ page }) => {
  const origin = await startRun(page, { query: QUESTION });
  await untilReleased(page, origin);
  await page.goto(`/runs/${origin}`);
  await expect(page.getByRole("heading", { level: 1, name: QUESTION })).toBeVisible();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: "Run this question again" });
  await dialog.getByRole("spinbutton", { name: /^Model calls/ }).fill("20");
  await dialog.getByRole("button", { name: "Run again" }).click();
  await expect(page).not.toHaveURL(new RegExp(origin));
  const rerun = runIdIn(page);
  await expect(page.getByText("rerun of")).toBeVisible();
  await untilReleased(page, rerun);

  await page.keyboard.press("p");
  await expect(page).toHaveURL(new RegExp(`/runs/compare\\?a=${origin}&b=${rerun}`));
  const [a, b] = [page.getByRole("region", { name: "Run A" }), page.getByRole("region", { name: "Run B" })];
  await expect(a.getByRole("group", { name: "The three axes of this run" })).toBeVisible();
  await expect(b.getByText("rerun of")).toBeVisible();
  const tools = page.getByRole("region", { name: "Tool calls and evidence" });
  await expect(tools.locator("summary").first()).toBeVisible();
  const facts = page.getByRole("region", { name: "Axes, course and budgets" });
  await expect(facts.getByRole("row", { name: /^Model calls differs/ })).toContainText("of 20");
  await page.screenshot({ path: "test-results/compare.png", fullPage: true });

  // The origin knows its rerun.
  await a.getByRole("link").first().click();
  await expect(
    page.getByRole("region", { name: "Reruns" }).getByRole("link", { name: "Compare" }),
  ).toHaveAttribute("href", `/runs/compare?a=${origin}&b=${rerun}`);
});

test("a run that is missing or wrong is asked for in words", async ({ page }) => {
  const [one, two] = [
    await startRun(page, { query: "What can you do?" }),
    await startRun(page, { query: "It is slow for one customer." }),
  ];
  await untilReleased(page, one);
  await untilReleased(page, two);
  await page.goto(`/runs/compare?a=${one}&b=nonsense`);
  const b = page.getByRole("region", { name: "Run B" });
  await expect(b.getByRole("heading", { name: "No run has this id" })).toBeVisible();
  await b.getByRole("textbox", { name: "Id of a run, or the link to it" }).fill("not an id");
  await b.getByRole("button", { name: "Compare" }).click();
  await expect(b.getByRole("alert")).toContainText("There is no run id in this text");

  // An id of the right shape that is stored nowhere.
  await page.goto(`/runs/compare?a=${one}&b=run_00000000000000000000000000`);
  await expect(b.getByRole("heading", { name: "No run has this id" })).toBeVisible();
  await b
    .getByRole("textbox", { name: "Id of a run, or the link to it" })
    .fill(`http://127.0.0.1/runs/${two}?tab=raw`);
  await b.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("The two runs were asked different questions")).toBeVisible();
  await expect(page.getByRole("region", { name: "Answers" })).toContainText("of different kinds");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(new RegExp(`a=${two}&b=${one}`));
});

test("the public stream is shown as it was sent, the timeline by phase, and the run is a file", async ({
  page,
}) => {
  const reply = await page.request.post("/api/chat", {
    data: { query: QUESTION },
    headers: FROM_THE_CONSOLE,
  });
  const sent = await reply.text();
  const runId = /run_[0-9a-z]{26}/.exec(sent)?.[0] ?? "";
  await page.goto(`/runs/${runId}?tab=stream`);
  const frames = page.getByRole("tabpanel").getByRole("listitem");
  await expect(frames).toHaveCount(sent.match(/^event: /gm)?.length ?? 0);
  await expect(frames.first()).toContainText("metadata");
  await expect(frames.last()).toContainText("done");

  await page.getByRole("tab", { name: "Timeline" }).click();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByText("Run started")).toBeVisible();
  await page.keyboard.press("f");
  await page.getByRole("button", { name: /^Guards/ }).click();
  await expect(page).toHaveURL(/phase=guard/);
  await expect(timeline.getByText("Run started")).toHaveCount(0);
  await expect(timeline.getByText("Evidence guard").first()).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.keyboard.press("d");
  expect((await downloading).suggestedFilename()).toBe(`${runId}.json`);
});
