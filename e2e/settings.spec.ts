import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { isSigned, startReceiver, type Receiver } from "../lib/webhooks/testing/receiver";
import { FROM_THE_CONSOLE } from "./fixtures/console";
import { pageOf } from "./fixtures/people";

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

/** Creates a webhook on its page, and returns its secret. */
async function createWebhook(page: Page, url: string): Promise<string> {
  await page.goto("/settings/webhooks");
  await page.getByRole("button", { name: "Create webhook" }).click();
  const form = page.getByRole("form", { name: "Create webhook" });
  await form.getByRole("button", { name: "Create webhook" }).click();
  await expect(form.getByText("give an address")).toBeVisible();
  await expect(form.getByText("name at least one event")).toBeVisible();
  await form.getByRole("textbox", { name: "Address" }).fill(url);
  await form.getByRole("textbox", { name: "Description" }).fill("a journey");
  await form.getByRole("checkbox", { name: /^Run finished/ }).check();
  await form.getByRole("button", { name: "Create webhook" }).click();
  const given = page.getByRole("status").filter({ hasText: "was created" });
  const secret = await given.locator("code").innerText();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await given.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  return secret;
}

test("a webhook is created, tested, rotated and deleted, and its log says what was sent", async ({
  page,
}) => {
  const secret = await createWebhook(page, receiver.url);
  const row = page.getByRole("listitem", { name: receiver.url });
  await expect(row.getByText("Nothing was sent yet")).toBeVisible();

  receiver.behave({ kind: "answer", status: 500 }, { kind: "answer", status: 204 });
  await row.getByRole("button", { name: "Send test" }).click();
  await receiver.until(1);
  await row.getByRole("button", { name: "Deliveries" }).click();
  const log = page.getByRole("region", { name: `Deliveries to ${receiver.url}` });
  const delivery = log.getByRole("listitem", { name: /^webhook_test-/ });
  await expect(delivery).toContainText("The receiver answered with another status than 2xx.");
  // It is sent again by itself, after some seconds.
  await receiver.until(2);
  await expect(delivery.getByText("Delivered", { exact: true })).toBeVisible();
  await expect(delivery.getByText("2 attempts")).toBeVisible();
  await expect(row.getByText(/^204 after/).first()).toBeVisible();
  expect(receiver.received.every((message) => isSigned(secret, message))).toBe(true);

  await row.getByRole("button", { name: "Rotate secret" }).click();
  await row.getByRole("button", { name: "Rotate now?" }).click();
  const given = page.getByRole("status").filter({ hasText: "has a new secret" });
  const fresh = await given.locator("code").innerText();
  await delivery.getByRole("button", { name: /^Deliver again/ }).click();
  await receiver.until(3);
  const latest = receiver.received[2];
  if (latest === undefined) throw new Error("nothing came");
  expect([isSigned(secret, latest), isSigned(fresh, latest)]).toEqual([true, true]);
  expect(fresh).not.toBe(secret);

  await page.reload();
  await expect(delivery).toBeVisible();
  await row.getByRole("button", { name: "Edit" }).click();
  const form = row.getByRole("form", { name: "Save webhook" });
  await form.getByRole("checkbox", { name: /^Triage reopened/ }).check();
  await form.getByRole("button", { name: "Save webhook" }).click();
  await expect(row.getByText("Triage reopened")).toBeVisible();
  await row.getByRole("button", { name: "Disable" }).click();
  await row.getByRole("button", { name: "Disable?" }).click();
  await expect(row.getByText("Disabled", { exact: true })).toBeVisible();
  await expect(row.getByRole("button", { name: "Send test" })).toBeDisabled();
  await row.getByRole("button", { name: "Delete" }).click();
  await row.getByRole("button", { name: "Delete it and its deliveries?" }).click();
  await expect(row).toHaveCount(0);
});

test("settings lead to the first page that a role may read, and mark the others", async ({
  browser,
  page,
}) => {
  await page.goto("/settings");
  await expect(page).toHaveURL(/\/settings\/sources$/);
  const viewer = await pageOf(browser, page, "nora", "viewer");
  await viewer.goto("/settings");
  await expect(viewer).toHaveURL(/\/settings\/views$/);
  const places = viewer.getByRole("navigation", { name: "Settings" });
  await places.getByRole("link", { name: "Webhooks (not for your role)" }).click();
  await expect(viewer.getByRole("heading", { name: "This page is not for your role" })).toBeVisible();
  await expect(places.getByRole("link", { name: "Saved views" })).toBeVisible();
  await viewer.context().close();
});

const PLACES = ["sources", "model", "limits", "views", "users", "tokens", "webhooks", "audit"] as const;
for (const colorScheme of ["light", "dark"] as const) {
  test(`the settings pages can be read by everybody, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await createWebhook(page, receiver.url);
    const row = page.getByRole("listitem", { name: receiver.url });
    const webhookId = await row.getAttribute("data-webhook");
    await row.getByRole("button", { name: "Send test" }).click();
    await receiver.until(1);
    await row.getByRole("button", { name: "Deliveries" }).click();
    await row.getByRole("button", { name: "Edit" }).click();
    await expect(row.getByText("1 attempt").first()).toBeVisible();
    await expectReadable(page);
    for (const place of PLACES) {
      await page.goto(`/settings/${place}`);
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
      await expectReadable(page);
    }
    const removed = await page.request.delete(`/api/webhooks/${webhookId}`, { headers: FROM_THE_CONSOLE });
    expect(removed.status()).toBe(200);
  });
}

/** Nothing that axe finds, and nothing that is wider than a small telephone. */
async function expectReadable(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    page.url(),
  ).toEqual([]);
  await page.setViewportSize({ width: 360, height: 780 });
  const overflow = await page
    .locator("#main")
    .evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow, `${page.url()} at 360 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 720 });
}
