import { defineConfig } from "@playwright/test";

/** Set by `npm test`, which starts the built console and finds the browser. */
const baseURL = process.env.E2E_BASE_URL;
const executablePath = process.env.E2E_CHROMIUM_PATH;
if (baseURL === undefined || executablePath === undefined) {
  throw new Error("run the end-to-end tests with: npm test -- e2e");
}

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL,
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "UTC",
    video: "off",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath,
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
