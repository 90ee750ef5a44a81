import { expect, test } from "@playwright/test";
import { administrator, NOBODY, signIn } from "./fixtures/people";

test.use({ storageState: NOBODY });

test("nobody sees a page before signing in, and goes on to it afterwards", async ({ page }) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) violations.push(message.text());
  });
  await page.goto("/runs?state=FAILED");
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fruns%3Fstate%3DFAILED$/);
  await expect(page).toHaveTitle("Sign in · Interlock");

  const { email, password } = administrator();
  await signIn(page, { email, password: `not ${password}` });
  await expect(page.getByRole("alert").filter({ hasText: "do not go together" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue("");
  await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();

  await signIn(page, { email, password });
  await expect(page).toHaveURL(/\/runs\?state=FAILED$/);
  await expect(page.getByRole("heading", { level: 1, name: "Runs" })).toBeVisible();

  // And out again: the page that was open leads back to signing in.
  await page.getByRole("button", { name: /your account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto("/runs");
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fruns$/);
  expect(violations).toEqual([]);
});

test("the address leads to no other site", async ({ page }) => {
  for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
    await page.context().clearCookies();
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await signIn(page, administrator());
    await expect(page.getByRole("heading", { name: "Ask about an incident" })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/");
  }
});
