import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { PlaybookParameter } from "../../knowledge/playbook-format";
import { extractParameters } from "./extract-parameters";

const NOW = Date.parse("2026-11-30T15:30:45Z");
const since = PlaybookParameter.parse({
  name: "since",
  type: "time",
  ask: "Since when?",
  default: "-24h",
  near: ["since", "from", "自", "从"],
});
const until = PlaybookParameter.parse({
  name: "until",
  type: "time",
  ask: "Until when?",
  near: ["until", "to", "till", "到"],
});
const customer = PlaybookParameter.parse({
  name: "customer_id",
  type: "id",
  ask: "Which customer?",
  required: true,
  near: ["customer", "client", "客户", "用户"],
});
const order = PlaybookParameter.parse({
  name: "order_id",
  type: "id",
  ask: "Which order?",
  near: ["order", "订单"],
});
const service = PlaybookParameter.parse({
  name: "service",
  type: "service",
  ask: "Which service?",
  near: ["service"],
  values: ["checkout", "payment-worker", "payment", "支付网关"],
});
const table = PlaybookParameter.parse({
  name: "table",
  type: "text",
  ask: "Which table?",
  near: ["table", "表"],
});

function extract(
  parameters: z.infer<typeof PlaybookParameter>[],
  query: string,
  previousQuery: string | null = null,
) {
  const { values, missing } = extractParameters(parameters, { query, previousQuery, startedAt: NOW });
  return { ...Object.fromEntries(values), missing: missing.map((one) => one.name) };
}

describe("ids", () => {
  it.each([
    ["It is slow for customer 4711", 4711],
    ["Customer #4711 complains", 4711],
    ["customer no. 4711", 4711],
    ["customer number 4711", 4711],
    ["customer id: 4711", 4711],
    ["customer with the id 4711", 4711],
    ["customer=4711", 4711],
    ["customer-4711 is slow", 4711],
    ["client 12", 12],
    ["the customer's id is 99", 99],
    ["slow since 14:00 for customer 4711", 4711],
    ["slow for customer 4711 since 14:00", 4711],
    ["客户 4711 很慢", 4711],
    ["客户4711", 4711],
    ["客户编号为4711", 4711],
    ["客户编号：4711", 4711],
    ["4711号客户很慢", 4711],
    ["用户 8 打不开", 8],
    ["#4711 customer", 4711],
    ["#4711 is slow", 4711],
    ["is it slow for 4711?", 4711],
    ["slow for 4711 in the last 120 minutes", 4711],
    ["customer ４７１１", 4711],
  ])("%s", (query, expected) => {
    expect(extract([customer], query)).toMatchObject({ customer_id: expected, missing: [] });
  });

  it.each([
    "It is slow for one customer.",
    "It is slow for customer since 14:00",
    "customer since 2026-11-28",
    "slow in the last 120 minutes",
    "it takes 3000 ms",
    "between 1000 and 2000 requests",
    "customer 99999999999999999999",
    "某个客户很慢",
    "the customer's 12.5 % rebate",
  ])("none in: %s", (query) => {
    expect(extract([customer], query)).toMatchObject({ customer_id: null, missing: ["customer_id"] });
  });

  it("keeps two ids apart", () => {
    expect(extract([customer, order], "order 5 of customer 4711")).toMatchObject({
      customer_id: 4711,
      order_id: 5,
    });
    expect(extract([customer, order], "customer 4711")).toMatchObject({
      customer_id: 4711,
      order_id: null,
      missing: [],
    });
    expect(extract([customer, order], "slow for 4711")).toMatchObject({ customer_id: null });
  });

  it("takes what a follow-up leaves unsaid from the question before", () => {
    const before = "slow for customer 4711 since 14:00";
    expect(extract([customer, since], "and yesterday?", before)).toEqual({
      customer_id: 4711,
      since: "2026-11-29 00:00:00",
      missing: [],
    });
    expect(extract([customer, since], "and customer 12?", before)).toMatchObject({
      customer_id: 12,
      since: "2026-11-30 14:00:00",
    });
  });
});

describe("times", () => {
  it.each([
    ["no time at all", "2026-11-29 15:30:45"],
    ["since 14:00", "2026-11-30 14:00:00"],
    ["从14点开始", "2026-11-30 14:00:00"],
    ["自昨天", "2026-11-29 00:00:00"],
    ["yesterday", "2026-11-29 00:00:00"],
  ])("%s", (query, expected) => {
    expect(extract([since], query)).toMatchObject({ since: expected });
  });

  it("gives both ends of a window to the parameters they are named for", () => {
    const window = { since: "2026-11-30 13:00:00", until: "2026-11-30 14:30:00" };
    expect(extract([since, until], "from 13:00 to 14:30")).toMatchObject(window);
    expect(extract([since, until], "until 14:30 since 13:00")).toMatchObject(window);
    expect(extract([since, until], "between 13:00 and 14:30")).toMatchObject(window);
    expect(extract([since, until], "从13:00到14:30")).toMatchObject(window);
    expect(extract([since, until], "until 14:30")).toMatchObject({
      since: "2026-11-29 15:30:45",
      until: window.until,
    });
    expect(extract([since, until], "since 13:00")).toMatchObject({ since: window.since, until: null });
  });

  it.each([
    ["-30m", "2026-11-30 15:00:45"],
    ["-7d", "2026-11-23 15:30:45"],
    ["-2w", "2026-11-16 15:30:45"],
    ["-90s", "2026-11-30 15:29:15"],
  ])("default %s", (offset, expected) => {
    expect(extract([{ ...since, default: offset }], "x")).toMatchObject({ since: expected });
  });
});

describe("words", () => {
  it.each([
    ["Is checkout slow?", "checkout"],
    ["CHECKOUT", "checkout"],
    ["the payment worker hangs", "payment-worker"],
    ["payment_worker", "payment-worker"],
    ["payment is slow", "payment"],
    ["支付网关很慢", "支付网关"],
    ["prepayment is slow", null],
    ["payments are slow", null],
    ["nothing named", null],
  ])("service in: %s", (query, expected) => {
    expect(extract([service], query)).toMatchObject({ service: expected });
  });

  it.each([
    ["who locks table orders?", "orders"],
    ['table "shop.orders"', "shop.orders"],
    ["table: order_items.", "order_items"],
    ["表 orders 被锁了", "orders"],
    ["tables are slow", null],
    ["nothing", null],
  ])("table in: %s", (query, expected) => {
    expect(extract([table], query)).toMatchObject({ table: expected });
  });
});

it("is not led by names of the language or by patterns in a playbook", () => {
  const odd = PlaybookParameter.parse({
    name: "constructor",
    type: "text",
    ask: "?",
    near: ["(a+)+$", "[", "\\"],
    values: ["__proto__", "toString"],
  });
  expect(extract([odd], "call toString please").constructor).toBe("toString");
  expect(extract([odd], "a".repeat(4_000)).constructor).toBeNull();
});
