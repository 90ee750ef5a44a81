/** What operators ask, in English and in Chinese, with names and figures put in. */
import type { IntentType } from "../../lib/contracts/axes";
import type { SeedRandom } from "./seed-random";

const SERVICES = [
  "payments-api",
  "checkout-api",
  "search-api",
  "inventory-service",
  "payments-worker",
  "orders-api",
  "ledger-service",
  "notification-worker",
  "pricing-service",
  "customer-api",
  "shipping-service",
  "refund-worker",
  "fraud-check",
  "catalog-api",
  "cart-service",
  "session-store",
  "report-builder",
  "invoice-worker",
  "loyalty-api",
  "webhook-relay",
] as const;
const GATEWAYS = ["cardwise", "northpay", "bankline", "quickpay", "eurosettle", "unionlink"] as const;
const REGIONS = ["eu-west", "eu-north", "us-east", "ap-south", "cn-north"] as const;
const TABLES = [
  "orders",
  "payments",
  "customers",
  "stock_movements",
  "ledger_entries",
  "sessions",
  "payouts",
  "promotions",
  "carts",
  "shipments",
] as const;
const ERRORS = [
  "TLS_HANDSHAKE_FAILED",
  "FACET_INDEX_MISSING",
  "LOCK_WAIT_TIMEOUT",
  "CONNECTION_REFUSED",
  "DUPLICATE_KEY",
  "OUT_OF_STOCK",
  "RATE_LIMITED",
  "DEADLOCK_FOUND",
  "INVALID_SIGNATURE",
  "QUEUE_FULL",
] as const;
const SERVICES_ZH = [
  "支付服务",
  "订单服务",
  "库存服务",
  "搜索服务",
  "结算服务",
  "通知服务",
  "用户服务",
  "物流服务",
  "退款服务",
  "价格服务",
  "购物车",
  "对账系统",
] as const;
const SYMPTOMS_ZH = [
  "响应变慢",
  "大量超时",
  "错误率升高",
  "连接数耗尽",
  "出现死锁",
  "数据不一致",
  "吞吐下降",
  "频繁重启",
  "队列积压",
  "内存上涨",
] as const;
const PERIODS_ZH = [
  "今天上午",
  "昨天晚上",
  "最近一小时",
  "过去两天",
  "发布之后",
  "本周",
  "凌晨三点以后",
  "大促期间",
] as const;
const PERIODS = [
  "since this morning",
  "in the last hour",
  "since yesterday",
  "after the deploy",
  "over the weekend",
  "since midnight",
  "during the sale",
  "this week",
] as const;

type Ask = (random: SeedRandom) => string;
const DIAGNOSES: readonly Ask[] = [
  (r) => `Why are payments through ${r.pick(GATEWAYS)} failing ${r.pick(PERIODS)}?`,
  (r) => `Why is ${r.pick(SERVICES)} slow ${r.pick(PERIODS)}?`,
  (r) => `What changed in ${r.pick(SERVICES)} before ${r.pick(ERRORS)} appeared?`,
  (r) => `${r.pick(ERRORS)} in ${r.pick(SERVICES)} in ${r.pick(REGIONS)}, what is the cause?`,
  (r) => `Order ${r.between(10_000, 9_999_999)} was charged twice, which gateway did it?`,
  (r) => `Customer ${r.between(1_000, 400_000)} says the cart is empty ${r.pick(PERIODS)}`,
  (r) => `Which query holds locks on ${r.pick(TABLES)} and who waits for it?`,
  (r) => `Is replication of ${r.pick(TABLES)} behind in ${r.pick(REGIONS)}?`,
  (r) => `Stock of sku ${r.between(100, 90_000)} is negative, where did it come from?`,
  (r) => `Why do sign-ups drop in ${r.pick(REGIONS)} ${r.pick(PERIODS)}?`,
  (r) =>
    `Deploy ${r.between(1, 9)}.${r.between(0, 40)}.${r.between(0, 9)} of ${r.pick(SERVICES)}: did errors rise?`,
  (r) => `Connections to the ${r.pick(TABLES)} database are exhausted ${r.pick(PERIODS)}, who holds them?`,
];
const DIAGNOSES_ZH: readonly Ask[] = [
  (r) => `${r.pick(SERVICES_ZH)}${r.pick(PERIODS_ZH)}为什么${r.pick(SYMPTOMS_ZH)}？`,
  (r) => `${r.pick(PERIODS_ZH)}通过 ${r.pick(GATEWAYS)} 的支付为什么失败？`,
  (r) => `订单 ${r.between(10_000, 9_999_999)} 被重复扣款，是哪个网关的问题？`,
  (r) => `${r.pick(SERVICES_ZH)}报 ${r.pick(ERRORS)}，根本原因是什么？`,
  (r) => `商品 ${r.between(100, 90_000)} 的库存为什么变成负数？`,
  (r) => `谁锁住了 ${r.pick(TABLES)} 表，哪些会话在等待？`,
  (r) => `${r.pick(PERIODS_ZH)}${r.pick(SERVICES_ZH)}的错误率为什么升高？`,
  (r) => `主从复制延迟是不是影响了${r.pick(SERVICES_ZH)}？`,
];
const KNOWLEDGE: readonly Ask[] = [
  (r) => `How do I roll back ${r.pick(SERVICES)}?`,
  (r) => `Where is the runbook for ${r.pick(ERRORS)}?`,
  (r) => `What does the alert on ${r.pick(TABLES)} growth mean?`,
  (r) => `怎么回滚${r.pick(SERVICES_ZH)}？`,
  (r) => `${r.pick(ERRORS)} 的处理手册在哪里？`,
];
const SYSTEM: readonly Ask[] = [
  () => "What can you do?",
  () => "Which data sources do you read?",
  () => "你能查询哪些数据源？",
  () => "hello",
];

const QUESTIONS = {
  DIAGNOSIS: [DIAGNOSES, DIAGNOSES_ZH],
  KNOWLEDGE_QUERY: [KNOWLEDGE],
  SYSTEM_CHAT: [SYSTEM],
} as const satisfies Record<IntentType, readonly (readonly Ask[])[]>;

/** Of diagnoses, two of five are asked in Chinese. */
export function askQuestion(intent: IntentType, random: SeedRandom): string {
  const languages = QUESTIONS[intent];
  const asks = languages[languages.length > 1 && random.chance(0.4) ? 1 : 0] ?? languages[0];
  return random.pick(asks)(random);
}
