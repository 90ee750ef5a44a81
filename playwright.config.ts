import { defineConfig } from "@playwright/test";
import { ADMINISTRATOR_STATE } from "./e2e/fixtures/people";

/**
 * `npm test` starts the built console and finds a browser, and sets both. Without it the tests run against a console
 * that is running already, in Playwright's own browser.
 */
const baseURL = process.env.E2E_BASE_URL ?? "http://127.0.0.1:3000";
const executablePath = process.env.E2E_CHROMIUM_PATH;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: "sign-in", testMatch: "sign-in.setup.ts" },
    { name: "console", dependencies: ["sign-in"], use: { storageState: ADMINISTRATOR_STATE } },
  ],
  use: {
    baseURL,
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "UTC",
    video: "off",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
      ],
    },
  },
});
