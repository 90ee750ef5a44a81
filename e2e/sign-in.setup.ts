import { expect, test } from "@playwright/test";
import { administrator, ADMINISTRATOR_STATE, signIn } from "./fixtures/people";

test("the administrator signs in, for all journeys", async ({ page }) => {
  await page.goto("/");
  await signIn(page, administrator());
  await expect(page.getByRole("heading", { name: "Ask about an incident" })).toBeVisible();
  await page.context().storageState({ path: ADMINISTRATOR_STATE });
});
