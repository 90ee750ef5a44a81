import { expect, test } from "@playwright/test";
import { runIdIn } from "./fixtures/console";

const QUESTION = "How do I defrost the walk-in freezer?";
const NAME = "kitchen/walk-in-freezer";
const TEXT =
  "# The walk-in freezer\n\n## Defrost the walk-in freezer\n\nSwitch it off and leave the door open.\n";

test("a document that is saved answers the next question, and says which run used it", async ({ page }) => {
  await page.goto("/knowledge");
  await expect(page.getByRole("heading", { level: 2, name: /^Playbooks/ })).toBeVisible();
  await page.getByRole("button", { name: "New document" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(NAME);
  await page.getByRole("textbox", { name: "Text" }).fill(TEXT);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("Nothing is wrong with it")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The walk-in freezer" })).toBeVisible();
  await expect(page.getByText("No run has used it")).toBeVisible();

  await page.goto("/");
  const question = page.getByRole("textbox", { name: "Question" });
  await question.fill(QUESTION);
  await question.press("Enter");
  await expect(page.getByText("Switch it off and leave the door open.")).toBeVisible();
  const runId = runIdIn(page);
  await page.goto(`/knowledge/entry?kind=document&name=${encodeURIComponent(NAME)}`);
  await expect(page.getByRole("region", { name: "Runs that used it" }).getByRole("link")).toHaveAttribute(
    "href",
    `/runs/${runId}`,
  );
});

test("a playbook whose statement writes is refused when it is saved, with the line it stands in", async ({
  page,
}) => {
  await page.goto("/knowledge/new?kind=playbook");
  const text = page.getByRole("textbox", { name: "Text" });
  const beginning = await text.inputValue();
  await text.fill(
    beginning.replace(/sql: .*/, "sql: DELETE FROM payments").replace("my-playbook", "no-writing"),
  );
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("It was not saved: the text cannot be used")).toBeVisible();
  await page.getByRole("button", { name: "Line 10" }).click();
  await expect(text).toBeFocused();
  await page.goto("/knowledge");
  await expect(page.getByText("no-writing")).toHaveCount(0);
});

test("a retrieval shows what a question would find", async ({ page }) => {
  await page.goto("/knowledge");
  await page.getByRole("textbox", { name: "Question to look up" }).fill("Why are payments failing?");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByRole("region", { name: "Playbooks" }).last().getByText("1.000")).toBeVisible();
});
