import { describe, expect, it } from "vitest";
import { findUnknownName, KnownWords } from "./unknown-name";

const known = new KnownWords([
  "cardwise",
  "checkout-api 2.3.0",
  "SELECT gateway FROM payment_attempts",
  "web",
]);

describe("findUnknownName", () => {
  it.each([
    ["Gateway hydra lost half the payments.", "hydra"],
    ["Route payments away from gateway lumen.", "lumen"],
    ["Move it to the server named atlas.", "atlas"],
    ["Roll ledger-sync-api back.", "ledger-sync-api"],
    ["Ask gw-lumen about it.", "gw-lumen"],
    ["Restart PayRouter first.", "PayRouter"],
    ["Route payments away from Lumen until it recovers.", "Lumen"],
    ["把流量切到网关 hydra。", "hydra"],
    ["Der Dienst hydra antwortet nicht.", "hydra"],
    ["La pasarela hydra perdió pagos.", "hydra"],
    ["La passerelle hydra ne répond pas.", "hydra"],
    ["Route it to gateway Stripe.", "Stripe"],
  ])("finds in %s: %s", (text, name) => {
    expect(findUnknownName(text, known)).toBe(name);
  });

  it.each([
    "Route payments away from cardwise until gateway cardwise recovers.",
    "Roll checkout-api back.",
    "Ask Cardwise about refused connections.",
    "The gateway lost half the payments.",
    "Gateway errors rose; ask the service owners, and customers who complain.",
    "Look at the table payment_attempts and the web server.",
    "Raise it on MySQL or MariaDB; InnoDB keeps the rest.",
    "Prüfe den Pool der Anwendung und die Verbindungen.",
    "检查网关 cardwise 的日志。",
    "Ask Finance to reconcile.",
    "Metrics for CPU and memory of the database host.",
    "Look at Datadog, at CloudWatch and at the dashboards of PagerDuty.",
    "Check the status of Stripe and of Visa.",
    'Name an earlier start, such as "Since last week".',
  ])("finds none in: %s", (text) => {
    expect(findUnknownName(text, known)).toBeNull();
  });
});
