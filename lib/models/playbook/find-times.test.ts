import { describe, expect, it } from "vitest";
import { findTimes, foldQuestion } from "./find-times";

/** A Monday. */
const NOW = Date.parse("2026-11-30T15:30:45Z");

function times(query: string, now = NOW): string[] {
  return findTimes(foldQuestion(query), now).map(({ epochMs }) =>
    new Date(epochMs).toISOString().slice(0, 19).replace("T", " "),
  );
}

describe("findTimes, English", () => {
  it.each([
    ["payments failing since 14:00", "2026-11-30 14:00:00"],
    ["since 9:05 today", "2026-11-30 09:05:00"],
    ["from 2pm on", "2026-11-30 14:00:00"],
    ["since 2:30 pm", "2026-11-30 14:30:00"],
    ["since 12am", "2026-11-30 00:00:00"],
    ["since 12 p.m. it fails", "2026-11-30 12:00:00"],
    // A clock time still ahead was meant yesterday.
    ["since 18:00", "2026-11-29 18:00:00"],
    ["since 11pm", "2026-11-29 23:00:00"],
    ["in the last hour", "2026-11-30 14:30:45"],
    ["over the last 2 hours", "2026-11-30 13:30:45"],
    ["for the past 30 minutes", "2026-11-30 15:00:45"],
    ["in the last half hour", "2026-11-30 15:00:45"],
    ["last 90 min", "2026-11-30 14:00:45"],
    ["last 24h", "2026-11-29 15:30:45"],
    ["the last couple of hours", "2026-11-30 13:30:45"],
    ["the past few days", "2026-11-27 15:30:45"],
    ["the last three days", "2026-11-27 15:30:45"],
    ["two hours ago", "2026-11-30 13:30:45"],
    ["half an hour ago", "2026-11-30 15:00:45"],
    ["an hour ago", "2026-11-30 14:30:45"],
    ["3 weeks ago", "2026-11-09 15:30:45"],
    ["Why did sign-ups drop last week?", "2026-11-23 15:30:45"],
    ["since last month", "2026-10-31 15:30:45"],
    ["yesterday", "2026-11-29 00:00:00"],
    ["and yesterday?", "2026-11-29 00:00:00"],
    ["since yesterday 14:00", "2026-11-29 14:00:00"],
    ["yesterday at 3pm", "2026-11-29 15:00:00"],
    ["since 14:00 yesterday", "2026-11-29 14:00:00"],
    ["yesterday afternoon", "2026-11-29 12:00:00"],
    ["yesterday evening at 8", "2026-11-29 18:00:00"],
    ["yesterday evening at 8:15", "2026-11-29 20:15:00"],
    ["the day before yesterday", "2026-11-28 00:00:00"],
    ["last night", "2026-11-29 18:00:00"],
    ["today", "2026-11-30 00:00:00"],
    ["since this morning", "2026-11-30 06:00:00"],
    ["this afternoon", "2026-11-30 12:00:00"],
    ["this afternoon at 3:10", "2026-11-30 15:10:00"],
    ["since noon", "2026-11-30 12:00:00"],
    ["since midnight", "2026-11-30 00:00:00"],
    ["since Friday", "2026-11-27 00:00:00"],
    ["since last monday", "2026-11-23 00:00:00"],
    ["since Monday", "2026-11-30 00:00:00"],
    ["since friday 17:00", "2026-11-27 17:00:00"],
    ["this week", "2026-11-30 00:00:00"],
    ["this month", "2026-11-01 00:00:00"],
    ["since November 28", "2026-11-28 00:00:00"],
    ["since Nov 28th, 14:00", "2026-11-28 14:00:00"],
    ["since 28 November 2025", "2025-11-28 00:00:00"],
    ["since December 24", "2025-12-24 00:00:00"],
    ["since 2026-11-28", "2026-11-28 00:00:00"],
    ["since 2026-11-28 09:30", "2026-11-28 09:30:00"],
    ["since 2026-11-28 09:30:15 UTC", "2026-11-28 09:30:15"],
    ["since 2026-11-28T09:30:15Z", "2026-11-28 09:30:15"],
    ["since 2026-11-28T09:30:15+02:00", "2026-11-28 07:30:15"],
    ["since 2026-11-28T09:30:15.123Z", "2026-11-28 09:30:15"],
  ])("%s", (query, expected) => {
    expect(times(query)).toEqual([expected]);
  });

  it("finds both ends of a window in order", () => {
    expect(times("between 13:00 and 14:30")).toEqual(["2026-11-30 13:00:00", "2026-11-30 14:30:00"]);
    expect(times("from yesterday 22:00 to 02:00")).toEqual(["2026-11-29 22:00:00", "2026-11-30 02:00:00"]);
  });

  it.each([
    "Why are payments failing?",
    "customer 4711",
    "order #1234567",
    "it takes 300 ms",
    "version 1.2.3",
    "may I ask",
    "the second payment in a row",
    "at 25:00",
    "2026-13-45",
    "since the last 99999999999999999999 hours",
    "port 3306 on 10.0.0.1:3306",
  ])("no time in: %s", (query) => {
    expect(times(query)).toEqual([]);
  });

  it("goes back a day for this morning before six", () => {
    expect(times("since this morning", Date.parse("2026-11-30T03:00:00Z"))).toEqual(["2026-11-29 06:00:00"]);
  });
});

describe("findTimes, Chinese", () => {
  it.each([
    ["昨天支付失败", "2026-11-29 00:00:00"],
    ["前天", "2026-11-28 00:00:00"],
    ["今天的支付", "2026-11-30 00:00:00"],
    ["今早开始", "2026-11-30 06:00:00"],
    ["今天上午", "2026-11-30 06:00:00"],
    ["昨晚", "2026-11-29 18:00:00"],
    ["昨天下午", "2026-11-29 12:00:00"],
    ["昨天下午3点", "2026-11-29 15:00:00"],
    ["昨天14点以来", "2026-11-29 14:00:00"],
    ["最近两小时", "2026-11-30 13:30:45"],
    ["最近2个小时", "2026-11-30 13:30:45"],
    ["过去30分钟", "2026-11-30 15:00:45"],
    // Digits between Chinese characters are often set apart.
    ["过去 30 分钟", "2026-11-30 15:00:45"],
    ["最近 2 个小时", "2026-11-30 13:30:45"],
    ["自 25 天前起", "2026-11-05 15:30:45"],
    ["近三天", "2026-11-27 15:30:45"],
    ["最近一个半小时", "2026-11-30 14:00:45"],
    ["最近半小时", "2026-11-30 15:00:45"],
    ["最近十二个小时", "2026-11-30 03:30:45"],
    ["过去二十四小时", "2026-11-29 15:30:45"],
    ["最近一周", "2026-11-23 15:30:45"],
    ["最近一个月", "2026-10-31 15:30:45"],
    ["两小时前", "2026-11-30 13:30:45"],
    ["半小时前", "2026-11-30 15:00:45"],
    ["三天前开始变慢", "2026-11-27 15:30:45"],
    ["从14点开始", "2026-11-30 14:00:00"],
    ["从14:00开始支付失败", "2026-11-30 14:00:00"],
    ["下午两点半以来", "2026-11-30 14:30:00"],
    ["上午九点十五分", "2026-11-30 09:15:00"],
    ["晚上8点", "2026-11-29 20:00:00"],
    ["上周注册为什么下降", "2026-11-23 15:30:45"],
    ["上周三", "2026-11-25 00:00:00"],
    ["周五以来", "2026-11-27 00:00:00"],
    ["星期天", "2026-11-29 00:00:00"],
    ["这周", "2026-11-30 00:00:00"],
    ["本月", "2026-11-01 00:00:00"],
    ["11月28日", "2026-11-28 00:00:00"],
    ["2025年11月28日14点", "2025-11-28 14:00:00"],
    ["１４：００以来", "2026-11-30 14:00:00"],
  ])("%s", (query, expected) => {
    expect(times(query)).toEqual([expected]);
  });

  it.each([
    "为什么支付失败？",
    "谁阻塞了谁？",
    "客户 4711 很慢",
    "有时候会失败",
    "之前没有问题",
    "前面的订单",
  ])("no time in: %s", (query) => {
    expect(times(query)).toEqual([]);
  });
});

it("takes hostile input in stride", () => {
  const started = performance.now();
  for (const text of [
    "last ".repeat(900),
    "1".repeat(4_000),
    "昨天".repeat(2_000),
    "14:".repeat(1_500),
    "上周".repeat(2_000),
  ]) {
    times(text);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});
