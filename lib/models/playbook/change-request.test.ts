import { describe, expect, it } from "vitest";
import { fixtureKnowledge } from "../../knowledge/testing/fixture-knowledge";
import { findChangeRequest } from "./change-request";
import { PlaybookDraft } from "./draft-text";
import { routeQuestion } from "./route-question";
import { takeStep } from "./take-step";

describe("a change is asked for", () => {
  it.each([
    "DROP TABLE payments",
    "drop the index on orders",
    "UPDATE inventory SET on_hand = 100 WHERE on_hand < 0",
    "DELETE FROM payments WHERE id = 1;",
    "insert into promotions values (1)",
    "ALTER TABLE orders ADD COLUMN note TEXT",
    "TRUNCATE orders",
    "KILL 12",
    "Refund every order that was charged twice",
    "Refund all orders because payments are failing",
    "Kill connection 12",
    "Kill the query that is blocking the others",
    "Kill stuck connections",
    "Kill blocked connections",
    "Roll payments-api back to 2.30.0 now",
    "Roll back the last deploy",
    "rollback payments-api",
    "Please insert a new promotion SUMMER25 into the database",
    "please, please delete the failed payments",
    "Can you kill connection 12?",
    "could you please restart checkout-api?",
    "I want you to delete customer 4711",
    "I'd like you to cancel order 12",
    "We need to restart the gateway",
    "Hi, delete all duplicate charges",
    "And now delete them",
    "Then refund them.",
    "Go ahead and fix the negative stock",
    "Set on_hand to 0 for all SKUs",
    "Stop the replica",
    "Add an index on orders",
    "Change the password of the shop account",
    "Block customer 4711",
    "Deploy version 2.31.0",
    "Customers were charged twice. Refund them.",
    "Delete the failed payments, please",
    "Help me delete the orders",
    "Fix payments",
    "Give everyone their money back",
    "Please take checkout-api offline",
    "Could you bump max_connections to 500?",
    "Reverse the duplicate payments",
    "把网关切换到 cardwise",
    "请将客户 4711 加入黑名单",
    "Run DELETE FROM payments",
    "Turn northpay off",
    "Increase max_connections",
    "Cancel all runs",
    "给客户 4711 退款",
    "恢复后台服务",
    "Reset the password of customer 4711",
    "请删除所有被重复扣款的支付记录",
    "删除失败的支付",
    "帮我退款给客户 4711",
    "麻烦你把 payments-api 回滚到 2.30.0",
    "把库存改成 100",
    "你能杀掉连接 12 吗？",
    "能不能重启支付服务？",
    "立即终止连接 12",
    "现在回滚上次发布",
    "Lösche alle doppelten Zahlungen",
    "Bitte starte den Dienst neu",
    "Kannst du Verbindung 12 beenden?",
    "Borra los pagos duplicados",
    "Por favor, reembolsa todos los pedidos",
    "Supprimez les paiements en double",
    "Peux-tu redémarrer le service ?",
    "Удалите дубликаты платежей",
    "重複した支払いを削除してください",
    "중복 결제를 삭제해 주세요",
    "Please pay back customers that were charged twice",
    "Pay customers back",
    "Pay everyone back who was charged twice",
    "Compensate the customers for the outage",
    "Kill whoever is blocking whom",
    "Kill whatever blocks the orders",
    "Refund everyone who was charged twice",
    "Customers were charged twice, please refund them",
    "Customers were charged twice - please refund them",
    "Payments are failing so please restart the gateway",
    "orders are blocked; kill the blocker",
    "双重扣款请退款",
    "订单被重复扣款，请把钱退给客户",
    "客户4711被重复扣款请退款",
  ])("%s", (query) => {
    expect(findChangeRequest(query)).toBe("alone");
  });

  it.each([
    "Why were orders refunded twice?",
    "Which query should I kill?",
    "Who deleted the payments?",
    "Did somebody drop a table?",
    "How do I rotate the read-only account?",
    "How can I stop a run?",
    "Can I kill connection 12?",
    "Should I roll back payments-api?",
    "What happens when I cancel?",
    "Can you explain why the refund failed?",
    "Can you tell me who deleted the order?",
    "Is it safe to delete the index?",
    "Why is my ALTER TABLE hanging?",
    "Why is my update stuck waiting for a lock?",
    "ALTER TABLE hanging",
    "alter table orders is hanging since 14:00",
    "update stuck waiting for a lock",
    "Updates are slow",
    "Update of the inventory takes a minute",
    "Delete takes forever",
    "Refund failures",
    "Refund requests fail",
    "Cancel requests failing",
    "Restart of payments-api broke checkout",
    "Deploy broke something",
    "Deploy errors since yesterday",
    "Drop in sign-ups since Monday",
    "Rollback did not help",
    "Any update on payments?",
    "Update me on the payments",
    "Stock on hand went below zero",
    "Charges are being declined more than usual",
    "Orders were charged twice after the update",
    "Reconcile the ledger with the payouts",
    "Find double payments for the same order",
    "Show blocking and blocked connections",
    "Show killed statements",
    "Give me an overview of the shop's health",
    "Lock wait timeout exceeded",
    "Block of orders is missing",
    "Write me a poem about autumn",
    "removed payments",
    "Refund rate up",
    "Create table blocked by metadata lock",
    "Retry storm since noon",
    "更新语句一直在等待",
    "切换网关之后报错",
    "release 2.30.0 broke payments",
    "deploy 12 is bad",
    "Charge 12 failed twice",
    "Create an order takes long",
    "Kill the query does not work",
    "Update: payments are failing again",
    "Refund amounts doubled",
    "Cancel rate higher than usual",
    "Start an investigation of the payments",
    "Create a short overview of failing payments",
    "Correct me if I am wrong, but payments are failing",
    "Help me find out who deleted the orders",
    "Can you show which deploy broke it?",
    "创建一份支付报告",
    "发布导致了错误",
    "退款率比上周高",
    "删除的订单又出现",
    "更新没有生效",
    "可以取消订单吗？",
    "退款金额不对",
    "",
    "???",
    "谁删除了支付记录？",
    "为什么订单被退款两次？",
    "应该杀掉哪个查询？",
    "请问谁取消了订单？",
    "请告诉我谁删除了订单",
    "请核对账本与打款",
    "修改表结构被谁阻塞？",
    "创建订单耗时太长",
    "更新库存很慢",
    "退款为什么失败",
    "退款失败",
    "回滚失败了",
    "重启之后报错",
    "发布后报错增加",
    "上线之后错误变多了",
    "如何取消运行？",
    "我的更新为什么一直在等锁？",
    "Wer hat die Zahlungen gelöscht?",
    "¿Quién borró los pagos?",
    "Qui a supprimé les paiements ?",
    "refunds, cancel requests and updates are slow",
    "申请退款失败",
    "客户申请退款一直失败",
    "Payments that were paid back twice",
    "Payments are failing, please investigate",
    "Payments are failing, please find out who deleted the orders",
    "支付失败，请排查",
    "支付失败请查一下原因",
  ])("not: %s", (query) => {
    expect(findChangeRequest(query)).toBe("none");
  });

  it.each([
    "Delete all payments. Why are payments failing?",
    "Why are payments failing? Roll back the deploy.",
    "支付为什么失败？请回滚发布。",
    "Were customers charged twice? Refund them.",
    "Were customers charged twice, and if so please refund them",
    "Which customers were charged twice, and please pay them back?",
    "哪些客户被重复扣款，请退款",
  ])("beside a question: %s", (query) => {
    expect(findChangeRequest(query)).toBe("beside");
  });

  it("is read in time that grows with the question alone", () => {
    const long = "please ".repeat(600) + "把".repeat(2_000) + "roll ".repeat(600);
    expect(findChangeRequest(long)).toBe("none");
  });
});

describe("what is done about it", () => {
  const knowledge = fixtureKnowledge();
  const step = (query: string) =>
    takeStep(knowledge, {
      query,
      previousTurn: { query: "Why do gateways fail?", conclusion: "c" },
      startedAt: Date.parse("2026-11-30T15:30:45Z"),
      observations: [],
      tools: [],
      sources: [],
      stopRequired: false,
    });

  it.each(["Delete gateways that fail", "and now delete them", "删除失败的网关"])(
    "a draft without conclusion and without a tool: %s",
    (query) => {
      const route = routeQuestion(knowledge, { query, history: [], previousTurn: null });
      expect(route.intent).toBe("DIAGNOSIS");
      expect(route.rationale).toContain("asks for a change");
      const taken = step(query);
      if (taken.kind !== "draft") throw new Error("expected a draft");
      const draft = PlaybookDraft.parse(JSON.parse(taken.text));
      expect(draft.conclusion).toBeUndefined();
      expect(draft.claims).toEqual([]);
      expect(draft.missing_info.join("\n")).toMatch(/only reads|只读/);
    },
  );

  it("a question beside it is investigated", () => {
    expect(step("Why do gateways fail? Delete the gateways.")).toMatchObject({ kind: "tool" });
  });

  it("beside a question, the draft says that nothing was changed", () => {
    const query = "Why are gateways slow? Delete the gateways.";
    const taken = takeStep(knowledge, {
      query,
      previousTurn: null,
      startedAt: Date.parse("2026-11-30T15:30:45Z"),
      observations: [],
      tools: [],
      sources: [],
      stopRequired: true,
    });
    if (taken.kind !== "draft") throw new Error("expected a draft");
    expect(PlaybookDraft.parse(JSON.parse(taken.text)).missing_info.join("\n")).toMatch(
      /nothing was changed/,
    );
  });

  it("instructions are still looked up in documents", () => {
    const route = routeQuestion(knowledge, {
      query: "How do I rotate the read-only account?",
      history: [],
      previousTurn: null,
    });
    expect(route.intent).toBe("KNOWLEDGE_QUERY");
  });
});
