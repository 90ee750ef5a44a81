import { expect, test } from "@playwright/test";
import { startRun } from "./fixtures/console";
import { NOBODY, pageOf } from "./fixtures/people";

test("a viewer reads, and is told why nothing can be asked or cancelled", async ({ browser, page }) => {
  const runId = await startRun(page, { query: "Reconcile the ledger against payouts" });
  const viewer = await pageOf(browser, page, "vera", "viewer");

  await viewer.goto(`/runs/${runId}`);
  await expect(viewer.getByRole("heading", { level: 1 })).toContainText("Reconcile");
  const cancel = viewer.getByRole("button", { name: "Cancel run" });
  await expect(cancel).toBeDisabled();
  await expect(viewer.getByText("Your role (viewer) may not cancel runs: ask an operator.")).toBeVisible();
  await viewer.keyboard.press("c");
  await expect(cancel).toBeVisible();

  await viewer.goto("/");
  await expect(viewer.getByText("Your role (viewer) may not ask questions: ask an operator.")).toBeVisible();
  await viewer.goto("/settings/users");
  await expect(viewer.getByRole("heading", { name: "This page is not for your role" })).toBeVisible();

  // The server refuses as well, whatever the page shows.
  const { status, code } = await viewer.evaluate(async (id) => {
    const reply = await fetch(`/api/runs/${id}/cancel`, { method: "POST" });
    const problem: { code: string } = await reply.json();
    return { status: reply.status, code: problem.code };
  }, runId);
  expect([status, code]).toEqual([403, "FORBIDDEN"]);
  await viewer.context().close();

  await page.goto(`/runs/${runId}`);
  await page.getByRole("button", { name: "Cancel run" }).click();
  const receipt = page.getByRole("region", { name: "Cancellation receipt" });
  await expect(receipt).toContainText("Asked by admin@interlock.example");
  await page.goto("/settings/audit?outcome=refused");
  await expect(
    page.getByRole("listitem").filter({ hasText: "vera@interlock.example" }).first(),
  ).toContainText("POST /api/runs/[id]/cancel");
});

test("an administrator adds a user, changes the role and disables it", async ({ page }) => {
  await page.goto("/settings/users");
  await page.getByRole("button", { name: "Add user" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Otto");
  await page.getByRole("textbox", { name: "E-mail" }).fill("otto@interlock.example");
  await page.getByRole("combobox", { name: "Role", exact: true }).selectOption("operator");
  await page.getByRole("button", { name: "Add user" }).click();
  const given = page.getByRole("status").filter({ hasText: "otto@interlock.example may sign in" });
  await expect(given.locator("code")).toHaveText(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
  await page.screenshot({ path: "test-results/users.png" });
  await given.getByRole("button", { name: "Done" }).click();

  const row = page.getByRole("listitem", { name: "otto@interlock.example" });
  await row.getByRole("combobox", { name: "Role of otto@interlock.example" }).selectOption("viewer");
  await expect(row.getByRole("combobox")).toHaveValue("viewer");
  await row.getByRole("button", { name: "Disable" }).click();
  await row.getByRole("button", { name: "Disable?" }).click();
  await expect(row.getByText("Disabled", { exact: true })).toBeVisible();

  await page.goto("/settings/audit?action=user.change");
  const newest = page.getByRole("listitem").filter({ hasText: "otto@interlock.example" });
  await expect(newest.first()).toContainText("disabled no → yes");
  await expect(newest.nth(1)).toContainText("role operator → viewer");
});

test("a token lets a program in, until it is revoked", async ({ page, playwright, baseURL }) => {
  await page.goto("/settings/tokens");
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("a journey");
  await page.getByRole("combobox", { name: "Role" }).selectOption("operator");
  await page.getByRole("button", { name: "Create token" }).click();
  const given = page.getByRole("status").filter({ hasText: "was created" });
  const secret = await given.locator("code").innerText();
  expect(secret).toMatch(/^ilk_[A-Za-z0-9_-]{43}$/);

  const program = await playwright.request.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    storageState: NOBODY,
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  });
  expect((await program.post("/api/runs", { data: { query: "What can you do?" } })).status()).toBe(202);
  expect((await program.get("/api/users")).status()).toBe(403);

  await page.reload();
  const row = page.getByRole("listitem", { name: "a journey" });
  await expect(row).toContainText("Used");
  await expect(page.getByText(secret)).toHaveCount(0);
  await row.getByRole("button", { name: "Revoke" }).click();
  await row.getByRole("button", { name: "Revoke?" }).click();
  await expect(row).toContainText("Revoked");
  expect((await program.get("/api/runs")).status()).toBe(401);
  await program.dispose();
});
