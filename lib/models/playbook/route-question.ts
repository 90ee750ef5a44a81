/** SYSTEM_CHAT, KNOWLEDGE_QUERY or DIAGNOSIS, with the scores that decided. */
import type { RouteDecision, RouteInput } from "../../diagnosis/ports";
import { MATCH_THRESHOLD, type Knowledge } from "../../knowledge/load-knowledge";
import { findChangeRequest } from "./change-request";
import { choosePlaybook } from "./choose-playbook";
import { foldQuestion } from "./find-times";

const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|thanks?|thank you|thx|cheers|bye|goodbye|hola|buenos dias|bonjour|salut|hallo|guten (?:tag|morgen|abend)|servus|ciao|ola|ahoj|hej|privet|привет|здравствуйте|你好|您好|嗨|哈喽|大家好|早上好|下午好|晚上好|谢谢|多谢|再见|こんにちは|こんばんは|おはよう|ありがとう|안녕(?:하세요)?|감사합니다)(?:\s+(?:there|all|everyone|team|interlock|you|very much|a lot|so much))*(?![\p{L}])/u;
const CJK_GREETING = /^(?:你好|您好|嗨|哈喽|大家好|早上好|下午好|晚上好|谢谢|多谢|再见)(?:啊|呀)?/u;
const ABOUT_SYSTEM = [
  /^(?:please )?help(?: me)?(?: please)?$/,
  /^what (?:can|could|do|does|will) (?:you|this(?: (?:system|tool|app|product|thing))?|interlock|it) (?:do|help(?: me)?(?: with)?|investigate|answer|diagnose|offer|support|know)(?: (?:for|with|about) (?:me|us|here))?(?: here| exactly)?$/,
  /^(?:who|what) (?:are|r) you$/,
  /^what(?:'s| is) (?:your name|interlock|this(?: (?:system|tool|app|product|thing))?)$/,
  /^how (?:do|does|can) (?:you|this|interlock|it)(?: (?:system|tool|app))? (?:work|help(?: me)?)$/,
  /^how (?:do|can) i use (?:you|this|interlock|it)(?: (?:system|tool|app))?$/,
  /^what (?:kinds?|sorts?|types?) of (?:questions?|problems?|incidents?|things?) can (?:you|i|this|interlock) .{2,30}$/,
  /^(?:what|which) questions? can (?:i|you) (?:ask|answer)(?: you)?$/,
  /^(?:introduce yourself|tell me about yourself|your capabilities|are you (?:a |an )?(?:bot|ai|human|robot|real|there)|how are you)$/,
  /^(?:was kannst du(?: alles)?|wer bist du|hilfe|was machst du|que peux[- ]tu faire|qui es[- ]tu|aide|que puedes hacer|quien eres|ayuda|cosa puoi fare|chi sei|o que voce pode fazer)$/,
  /^(?:что ты умеешь|кто ты|помощь)$/u,
  /^(?:帮助|救命|你是谁|你是什么|你叫什么(?:名字)?|你是(?:机器人|人工智能|ai)吗?|介绍一?下?你自己|自我介绍(?:一下)?|你怎么用|怎么用你?|如何使用你?)$/u,
  /^(?:请问)?(?:你|您|这个系统|这个工具|系统|interlock)(?:都|还)?(?:能|会|可以)(?:够)?(?:帮我|帮助我|为我)?(?:做|干|查|回答|诊断|排查|分析)?(?:什么|啥|哪些)(?:事情?|问题|东西|故障)?$/u,
  /^你有(?:什么|哪些)(?:功能|能力|用处?)$/u,
  /^(?:何ができますか|あなたは誰ですか|뭘 할 수 있어|너는 누구야)$/u,
];
const HOW_TO =
  /^(?:please )?(?:(?:can|could) (?:you|i|we) )?(?:how (?:do|does|can|could|should|would|to|is|are|did)\b|what (?:is|are|does|do|steps|should)\b|what .{1,40}\b(?:needed?|required|necessary)\b|what's\b|where (?:is|are|do|can|does)\b|which\b|who (?:owns|approves|may|can)\b|when (?:should|do|does|is|are)\b|explain\b|describe\b|tell me (?:about|how)\b|show me how\b|steps? (?:to|for)\b|guide\b|instructions?\b|documentation\b|runbook\b|procedure\b|is (?:it|there)\b|may i\b|can i\b|should i\b)/;
const CJK_HOW_TO =
  /怎么|怎样|如何|什么是|是什么|什么意思|哪里|哪儿|在哪|步骤|流程|指南|文档|手册|说明|教程|方法|解释|介绍|需要什么|应该/u;

/** Someone who asks how to do something wants instructions, so a passage may be this much weaker than a playbook. */
const INSTRUCTION =
  /\bhow (?:(?:do|can|could|should|would) (?:i|we|you)|to)\b|\bsteps? (?:to|for)\b|如何|怎样才能|步骤/u;
const INSTRUCTION_BONUS = 0.2;

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(/[¿¡?!.,;:…。，！？、；：~"'“”‘’()（）]+/g, (mark) => (mark === "'" ? mark : " "))
    .replace(/\s+/g, " ")
    .trim();
}

/** True for greetings and for questions about the product itself; a greeting before a real question does not count. */
export function isAboutSystem(query: string): boolean {
  let rest = plain(foldQuestion(query));
  const greeted = GREETING.exec(rest) ?? CJK_GREETING.exec(rest);
  if (greeted !== null) rest = rest.slice(greeted[0].length).trim();
  if (rest === "") return greeted !== null;
  return ABOUT_SYSTEM.some((pattern) => pattern.test(rest)) || (greeted !== null && isAboutSystem(rest));
}

/** True for questions in the form of how-to or what-is. */
export function asksForKnowledge(query: string): boolean {
  const text = foldQuestion(query).trim();
  return HOW_TO.test(text) || CJK_HOW_TO.test(text);
}

/** A function of its input and of what is loaded. */
export function routeQuestion(knowledge: Knowledge, input: RouteInput): RouteDecision {
  if (isAboutSystem(input.query))
    return { intent: "SYSTEM_CHAT", rationale: "a greeting or a question about the system" };
  if (findChangeRequest(input.query) === "alone") {
    return {
      intent: "DIAGNOSIS",
      rationale: "asks for a change, which is no question; nothing is looked up",
    };
  }
  const passage = knowledge.rankPassages(input.query)[0];
  const own = knowledge.rankPlaybooks(input.query)[0];
  const passageScore = passage?.score ?? 0;
  const playbookScore = own?.score ?? 0;
  const scores = `best passage ${passageScore.toFixed(2)}${passage === undefined ? "" : ` (${passage.passage.heading})`}, best playbook ${playbookScore.toFixed(2)}${own === undefined ? "" : ` (${own.playbook.id})`}`;
  const bonus = INSTRUCTION.test(foldQuestion(input.query)) ? INSTRUCTION_BONUS : 0;
  if (
    asksForKnowledge(input.query) &&
    passageScore >= MATCH_THRESHOLD &&
    passageScore + bonus > playbookScore
  ) {
    return { intent: "KNOWLEDGE_QUERY", rationale: `asked as how-to or what-is; ${scores}` };
  }
  const choice = choosePlaybook(knowledge, input.query, input.previousTurn);
  const reason = choice.kind === "chosen" ? choice.reason : "no playbook matches";
  return { intent: "DIAGNOSIS", rationale: `${reason}; ${scores}` };
}
