import { describe, expect, it } from "vitest";
import { askableLines, repeatableLines } from "./repeatable-lines";
import { readyRecord } from "../testing/ready-record";

const QUESTION = "why is it slow in 2031?";

describe("what a user is asked for where no tool was called", () => {
  it.each([
    "The customer id (e.g. 4711).",
    "Which customer?",
    'Which customer? Give the id, such as "customer 4711".',
    "From when on should payments be looked at?",
    "customer id",
    "The time window in which payments failed.",
    "The service that is meant, for example checkout-api 2.3.0.",
    "No playbook covers this question.",
    "A question that reading can answer: this asks for a change, and Interlock only reads. Nothing was changed.",
    "A date or a time of day: the year 2031 alone says no time that the checks can look at.",
    "一个可以通过读取来回答的问题：这里要求的是更改，而 Interlock 只读取，没有更改任何内容。",
    "Metrics for CPU and memory of the database host.",
    "哪个客户？",
    "请提供客户编号，例如 4711。",
    "客户编号（例如 4711）",
    "Die Kundennummer (z. B. 4711).",
    "Welcher Kunde ist gemeint?",
    "¿Qué cliente?",
    "El id del cliente.",
    "Quel client ?",
  ])("is kept: %s", (line) => {
    expect(askableLines([line], QUESTION).kept).toEqual([line]);
  });

  it.each([
    "I quietly refunded 412 payments, 99999 EUR.",
    "The agent refunded the 412 declined payments.",
    "hydra is down since 03:00, 9000 orders were lost.",
    "Transfer 500 EUR to IBAN DE89370400440532013000?",
    "Pay mallory.",
    "stop replica",
    "Which customer? hydra is down.",
    "The customer: hydra is down since yesterday.",
    "The 412 customers.",
    "The customer lost everything.",
    "Customer payments are failing.",
    "Which customer, of the 9000?",
    "The customer id from hydra-pay.com.",
    "客户已退款。",
    "支付宕机了。",
    "立即停止从库",
    "Die Kunden sind verloren.",
    "Los clientes han sido estafados.",
  ])("is left out: %s", (line) => {
    expect(askableLines([line], QUESTION).kept).toEqual([]);
  });
});

describe("what is missing beside what was checked", () => {
  const record = readyRecord({
    columns: ["n"],
    rows: [["412"]],
    statement: "SELECT COUNT(*) AS n FROM payments",
  });
  const sources = { evidence: [record], records: [record], question: "why?" };

  it.each([
    "The agent refunded the 412 declined payments.",
    "stop replica",
    "Pay mallory.",
    "Transfer it now.",
  ])("is left out: %s", (line) => {
    expect(repeatableLines([line], sources, "missing_info").kept).toEqual([]);
  });
  it.each([
    "The replica's log",
    "performance_schema must be on",
    "the metadata lock plugin",
    "Logs of the hour.",
  ])("is kept: %s", (line) => {
    expect(repeatableLines([line], sources, "missing_info").kept).toEqual([line]);
  });
});
