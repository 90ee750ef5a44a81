import { describe, expect, it } from "vitest";
import { findAssertedState } from "./asserted-state";

describe("findAssertedState", () => {
  it.each([
    "hydra is down right now",
    "The disk is full.",
    "Payments fail because hydra declines cards.",
    "I know that the gateway is down.",
    "The database has been slow since 10:00.",
    "支付目前无法使用",
    "数据库已宕机。",
    "Die Datenbank ist überlastet.",
    "Los pagos están fallando.",
    "Le serveur est en panne.",
  ])("finds: %s", (text) => {
    expect(findAssertedState(text, "are_sentences")).not.toBeNull();
  });
  it.each([
    "Ask why payments are failing.",
    "If the disk is full, free some of it.",
    "statements that have been running for long",
    "transactions that were open before",
    "支付失败的记录",
    "为什么支付失败了",
    "An account reads the databases.",
  ])("lets pass: %s", (text) => {
    expect(findAssertedState(text, "are_sentences")).toBeNull();
  });
  it("takes a participle for a name only where it is told to", () => {
    expect(findAssertedState("payments declined since noon", "are_names")).toBeNull();
    expect(findAssertedState("payments declined since noon", "are_sentences")).not.toBeNull();
  });
});
