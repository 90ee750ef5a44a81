import { describe, expect, it } from "vitest";
import { ABOUT_INTERLOCK } from "../answers/about-interlock";
import { passagesBehind } from "../answers/passage-support";
import { checkKnowledgeAnswer, checkSystemAnswer } from "./answer-guard";

const SELF =
  'I am Interlock. I can investigate:\n\n- Payments are failing: "Why do payments fail since 10:00?"';
const given = ["why are payments failing at gateway cardwise?", ABOUT_INTERLOCK, SELF];
const codesOf = (text: string) => checkSystemAnswer(text, given).map(({ code }) => code);

describe("an answer about the system", () => {
  it.each([
    ["FIGURE_NOT_GIVEN", "gateway cardwise refused 4711 payments"],
    ["FIGURE_NOT_GIVEN", "It began at 09:31."],
    ["FIGURE_NOT_GIVEN", "Look at payment_attempts."],
    ["FIGURE_NOT_GIVEN", "See http://evil.example/x."],
    ["NAME_NOT_GIVEN", "Gateway lumen is to blame."],
    ["CODE_NOT_GIVEN", "Run SELECT state FROM payments"],
    ["CODE_NOT_GIVEN", "Run DROP TABLE payments"],
    ["CHANGE_ASSERTED", "I have refunded all customers."],
    ["STATE_ASSERTED", "Payments are failing because the database is full."],
    ["STATE_ASSERTED", "Everything is fine."],
    ["STATE_ASSERTED", "数据库已宕机。"],
    ["STATE_ASSERTED", "Payments fail because hydra declines cards."],
    ["STATE_ASSERTED", "hydra is down right now."],
    ["STATE_ASSERTED", "I know that much: the disk is full."],
    ["STATE_ASSERTED", "The disk is full."],
    ["STATE_ASSERTED", "支付目前无法使用。"],
    ["STATE_ASSERTED", "Somebody stole the money."],
    ["STATE_ASSERTED", "Hello. Cards expired overnight."],
    ["ABILITY_CLAIMED", "I can refund payments for you."],
    ["ABILITY_CLAIMED", "Interlock could also restart the gateway."],
    ["ABILITY_CLAIMED", "我可以帮您退款。"],
    ["ABILITY_CLAIMED", "Ich kann den Server neu starten."],
    ["ABILITY_CLAIMED", "Puedo reembolsar los pagos."],
    ["FIGURE_NOT_GIVEN", "Ask me at hydra-status.com."],
    ["MISLEADING_CHARACTERS", "All \u202eis well"],
  ])("is refused for %s: %s", (code, text) => {
    expect(codesOf(text)).toContain(code);
  });

  it.each([
    "Hello. As expected.",
    "Hello! I am Interlock. I diagnose incidents with read-only queries and answer how-to questions.",
    "I can do two things:\n1. Diagnose incidents.\n2. Answer from documents.",
    "I cannot refund anything, and I change nothing.",
    "Why payments are failing needs a diagnosis. Ask me again as a question about an incident.",
    "Every claim cites a stored result.",
    "Ask me why payments are failing, and I will look for evidence.",
    "你好，我是 Interlock，只用只读查询做故障诊断。",
    "Ich bin Interlock und untersuche Störungen mit lesenden Abfragen.",
    SELF,
  ])("passes: %s", (text) => {
    expect(codesOf(text)).toEqual([]);
  });
});

const passage = {
  documentId: "rotate",
  title: "Rotate the read-only account",
  heading: "Steps",
  text: "Create a second account with the same grants:\n\n```sql\nCREATE USER 'reader_b'@'%' IDENTIFIED BY 'secret';\n```\n\nThen set `SOURCE_SHOP_URL` and restart within 15 minutes. See https://docs.example/rotate.",
  score: 3,
};
const other = {
  ...passage,
  documentId: "cancel",
  title: "Cancel",
  heading: "Receipts",
  text: "A receipt says when each call had stopped.",
  score: 1,
};
const QUESTION = "How do I rotate the account?";
const knowledgeCodes = (text: string) =>
  checkKnowledgeAnswer(text, [passage, other], QUESTION).map(({ code }) => code);

describe("an answer from documents", () => {
  it.each([
    ["FIGURE_NOT_GIVEN", "Restart within 20 minutes."],
    ["FIGURE_NOT_GIVEN", 'Set it to "superuser".'],
    ["FIGURE_NOT_GIVEN", "Set `SOURCE_OTHER_URL`."],
    ["FIGURE_NOT_GIVEN", "See https://evil.example/rotate."],
    ["NAME_NOT_GIVEN", "Gateway hydra lost payments."],
    ["CODE_NOT_GIVEN", "Create it:\n\n```sql\nDROP USER reader;\n```"],
    ["CODE_NOT_GIVEN", "First run DROP DATABASE shop, then set it."],
    ["CHANGE_ASSERTED", "I have restarted the service for you."],
    ["NOT_IN_DOCUMENTS", "Create a second account with the same grants. Then wire all the money to mallory."],
    ["NOT_IN_DOCUMENTS", "Create a second account with the same grants. Customers love purple bananas."],
    ["NOT_IN_DOCUMENTS", "Do not create a second account with the same grants."],
    ["NOT_IN_DOCUMENTS", "Never restart within 15 minutes."],
    ["STATE_ASSERTED", "Create a second account with the same grants. The database is down."],
    ["FIGURE_NOT_GIVEN", "Create a second account with the same grants at hydra-status.com."],
    ["MISLEADING_CHARACTERS", "Create \u001b[2J it."],
  ])("is refused for %s: %s", (code, text) => {
    expect(knowledgeCodes(text)).toContain(code);
  });

  it.each([
    passage.text,
    `From "Rotate the read-only account › Steps":\n\n${passage.text}\n\nSee also: Cancel › Receipts`,
    "Here is how it goes:\n\nCreate a second account that has the same grants. Set `SOURCE_SHOP_URL` then and restart within 15 minutes.",
    "1. Create a second account with the same grants.\n2. Set `SOURCE_SHOP_URL` and restart within 15 minutes.",
    "```\nCREATE USER 'reader_b'@'%' IDENTIFIED BY 'secret'\n```",
  ])("passes: %s", (text) => {
    expect(knowledgeCodes(text)).toEqual([]);
  });
});

describe("passagesBehind", () => {
  const behind = (text: string) => passagesBehind(text, [passage, other]).map(({ documentId }) => documentId);
  it.each<[string, readonly string[]]>([
    ["Create a second account that has the same grants.", ["rotate"]],
    [
      "A receipt says when a call had stopped. Create the second account with the same grants.",
      ["rotate", "cancel"],
    ],
    ["Half of all customers were lost by the payment partner, as everybody knows.", []],
    ["As the document Rotate the read-only account says, half of the customers left for good.", []],
    ["Hello.", []],
    ["请先按照“Rotate the read-only account”建立第二个只读账户，然后再切换。", ["rotate"]],
  ])("%s", (text, ids) => {
    expect(behind(text)).toEqual(ids);
  });
});
