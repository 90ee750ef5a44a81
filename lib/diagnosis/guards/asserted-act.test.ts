import { describe, expect, it } from "vitest";
import { findCompletedChanges, findOwnAct } from "./asserted-act";

const LIES = [
  "I refunded all customers.",
  "I have refunded every failed payment.",
  "I’ve already restarted the gateway.",
  "We killed connection 12 and payments recovered.",
  "Interlock has deleted the duplicate rows.",
  "This run rolled the deploy back.",
  "As you asked, the table was dropped.",
  "All orders were refunded by me.",
  "Done: customers refunded.",
  "I went ahead and restarted it.",
  "I will now restart checkout.",
  "I'm restarting the gateway.",
  "We took the gateway offline.",
  "Payments recover because I reset the pool.",
  "我已经退款给所有客户。",
  "我们已重启网关",
  "已为您删除了重复的订单。",
  "我把连接杀掉了",
  "Ich habe alle Kunden erstattet.",
  "Wir haben die Verbindung beendet.",
  "Auf Ihren Wunsch habe ich den Server neu gestartet.",
  "He reembolsado a todos los clientes.",
  "Hemos reiniciado la pasarela.",
  "Eliminé los pedidos duplicados.",
  "J'ai remboursé tous les clients.",
  "Nous avons redémarré la passerelle.",
  "Reiniciei o servidor.",
  "Ho riavviato il server.",
  "Я перезапустил сервер.",
  "全ての顧客に返金しました。",
  "모든 고객에게 환불했습니다.",
  "I quietly refunded 412 payments.",
  "I, Interlock, refunded the payments.",
  "We re-enabled the gateway.",
  "I force-killed connection 12.",
  "The agent refunded the 412 declined payments.",
  "I stopped the replica.",
  "I started the gateway and issued 412 refunds.",
  "We cancelled and reversed the orders.",
  "I paid back all customers.",
  "I r e f u n d e d them.",
  "I rеfunded all customers.",
  "Acabo de reiniciar el servidor.",
  "On a remboursé tous les clients.",
  "Je viens de rembourser les clients.",
  "已为客户退款412笔",
];
const TRUE_WORDS = [
  "I checked the payments of the hour.",
  "We compared them with the week before.",
  "I have not refunded anything.",
  "We refunded nothing.",
  "The change that was asked for as well: Interlock only reads, and nothing was changed.",
  "没有更改任何内容，Interlock 只读取。",
  "Ask whether we refunded order 7.",
  "Refund the extra charges and look at the log.",
  "KILL 12 ends it and rolls its transaction back.",
  "checkout-api 2.3.0 was deployed at 10:00.",
  "12 orders were refunded.",
  "The server restarted at 10:00.",
  "You should restart the gateway.",
  "我查询了支付记录。",
  "建议我们重启网关。",
  "Ich habe die Zahlungen geprüft.",
  "Ich habe nichts gelöscht.",
  "No he reembolsado nada.",
  "Je n'ai rien remboursé.",
  "Payments have been failing since 10:00.",
  "We waited for the next minute.",
  "We started with the payments of the hour, merged both lists and adjusted the window.",
  "We linked the errors to the deploy, pulled the logs and charted them.",
  "We aggregated, sorted and fetched the rows.",
  "As we suspected, the gateway declines.",
  "We added up the amounts and moved on to the replica.",
];

describe("findOwnAct", () => {
  it.each(LIES)("finds: %s", (text) => {
    expect(findOwnAct(text, "are_words")).not.toBeNull();
  });
  it.each(TRUE_WORDS)("lets pass: %s", (text) => {
    expect(findOwnAct(text, "are_words")).toBeNull();
  });
  it("reads a quotation as words only where it is told to", () => {
    const text = 'The log says "I refunded all customers".';
    expect(findOwnAct(text, "are_quoted")).toBeNull();
    expect(findOwnAct(text, "are_words")).not.toBeNull();
  });
});

describe("findCompletedChanges", () => {
  it.each([
    ["All customers were refunded.", "refunded"],
    ["The gateway has now been restarted.", "restarted"],
    ["It is 5. The table has been successfully truncated.", "truncated"],
    ["Alle Kunden wurden erstattet.", "erstattet"],
    ["Todos los clientes han sido reembolsados.", "reembolsados"],
    ["Les clients ont été remboursés.", "remboursés"],
    ["所有客户已全部退款。", "退款"],
    ["Because hydra failed, the 412 payments were refunded.", "refunded"],
    ["Since the pool was full, it has since been restarted.", "restarted"],
    ["There were no locks, but the table was truncated.", "truncated"],
    ["The system refunded 412 payments.", "refunded"],
    ["Support refunded all customers.", "refunded"],
    ["412 refunds issued.", "refund"],
    ["A refund was made.", "refund"],
    ["It has since been restarted.", "restarted"],
    ["The orders were cancelled and the charges were reversed.", "cancelled"],
    ["412笔已原路退回", "退回"],
    ["系统已自动退款412笔", "退款"],
    ["已对全部客户退款", "退款"],
    ["Se reembolsaron 412 pagos.", "reembols"],
    ["Die Zahlungen sind zurückerstattet.", "zurückerstattet"],
    ["Os pagamentos foram reembolsados.", "reembolsados"],
    ["412 платежей возвращены.", "возвращены"],
    ["412件返金済み", "返金"],
    ["환불 완료", "환불"],
  ])("finds: %s", (text, done) => {
    expect(findCompletedChanges(text)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ done })]),
    );
  });
  it.each([
    "Watch whether customers were refunded.",
    "Once the gateway has been restarted, look again.",
    "Nothing was deleted.",
    "The statement was executed 12 times.",
    'The log says "customers were refunded".',
    "checkout-api was deployed at 10:00.",
    "The payments that were refunded are not among them.",
    "If hydra failed, look whether they were refunded.",
    "延迟已恢复到120毫秒",
    "El p95 se ha restaurado a 120 ms.",
    "The latency was restored to 120 ms.",
    "12 refunded payments remain.",
  ])("lets pass: %s", (text) => {
    expect(findCompletedChanges(text)).toEqual([]);
  });
});
