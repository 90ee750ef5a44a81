/**
 * What a line of missing_info has to be where nothing carries it: a question, or words that name what is missing. Anything else would tell the user
 * something that no evidence holds (REL-4). The lists are no grammar: what they do not know is left out.
 */
import { normaliseText } from "../guards/figures/normalise-text";

const EXAMPLE =
  /(?:e\. ?g\.|for example|for instance|such as|z\. ?b\.|zum beispiel|p\. ?ej\.|por ejemplo|par exemple|p\. ?ex\.|例如|比如)[^;!?。；！？]*?(?=[)）;!?。；！？]|\.(?:\s|$)|$)/giu;
const ASKING =
  /^[¿"'“(\s]*(?:(?:and|or|also|please)[, ]+)?(?:(?:which|what|who|whose|whom|when|where|why|how|is|are|was|were|does|do|did|has|have|can|could|would|should|will|may|since when|from when|until when|at what|in which|on which|for which|to which|of which|by which|with which|welche[rsnm]?|was|wer|wen|wem|wann|wo|warum|wie|seit wann|ist|sind|hat|haben|qué|cuál|cuáles|quién|cuándo|dónde|cómo|cuánt[oa]s?|desde cuándo|quel(?:le)?s?|qui|quand|où|comment|combien|depuis quand|est-ce|qual|quais|quem|quando|onde|quanti|chi|dove)(?!\p{L})|(?:from|at|in|on|for|of|by|with|to) (?:which|what|when))|哪|什么|何时|几|多少|是否|谁|吗|どの|いつ|何|어느|언제|무엇/iu;
const REQUEST =
  /^(?:please )?(?:give|name|tell|say|specify|provide|state|share|describe|choose|include|paste|ask again with)(?!\p{L})|^(?:请|請)(?:提供|说明|告诉|给出|指定|补充|输入)|^(?:bitte )?(?:nennen|geben) sie|^(?:indique|indica|proporcione|précisez|indiquez|donnez)(?!\p{L})/iu;
/** What a user may be asked for. */
const WANTED =
  /(?<!\p{L})(?:ids?|identifiers?|names?|numbers?|codes?|keys?|times?|timestamps?|dates?|days?|hours?|windows?|periods?|ranges?|start|end|beginning|zones?|timezones?|customers?|users?|accounts?|orders?|payments?|refunds?|services?|servers?|hosts?|databases?|schemas?|tables?|gateways?|providers?|regions?|environments?|versions?|releases?|deploys?|errors?|messages?|statements?|quer(?:y|ies)|questions?|logs?|traces?|screenshots?|links?|metrics?|graphs?|figures?|thresholds?|limits?|amounts?|currency|channels?|devices?|pages?|endpoints?|requests?|connections?|replicas?|clusters?|privileges?|permissions?|access|grants?|sources?|details?|descriptions?|symptoms?|scope|tickets?|incidents?|playbooks?|plugin|configuration|settings?|plans?|reason|kundennummer|bestellnummer|kunden?|bestellung|zeit(?:raum|punkt|fenster)?|datum|uhrzeit|dienst|name|nummer|fehlermeldung|umgebung|cliente|pedido|pago|fecha|hora|período|periodo|servicio|servidor|nombre|número|mensaje|entorno|client|commande|paiement|date|heure|période|nom|numéro|serveur|environnement|data|horário|serviço|nome)(?!\p{L})|号|编号|时间|日期|时段|范围|客户|订单|服务|网关|环境|名称|名字|账号|账户|日志|截图|地区|信息|问题|错误|版本|顧客|注文|時刻|日時|サービス|고객|주문|시간|서비스/iu;
/** Behind one of these a phrase describes what it names. */
const DESCRIBES =
  /(?<!\p{L})(?:that|which|who|whose|when|where|whether|how|why|what|in question|der|die das|que|dont|où|quando)(?!\p{L})/iu;
const TELLS =
  /(?<!\p{L})(?:is|are|was|were|has|have|had|will|would|did|does|do|can|could|should|must|may|might|went|lost|loses?|fails?|failed|broke|began|got|gets|needs?|refunded|paid|sent|took|gave|became|keeps?|kept|runs|ran|says?|said|shows?|showed|declines?|[a-z]{2,}ed (?:the|a|an|all|every|each|it|them|\d+)|ist|sind|war|waren|wurden?|hat|haben|está|están|ha|han|fue|fueron|son|est|sont|était|foi|foram)(?!\p{L})|了|已|正在|宕|挂|ました|ています|했습니다|입니다/iu;
/** Orders to do something, which name nothing. */
const ORDERS =
  /^(?:please |now |then |first )?(?:refund|reimburse|repay|compensate|credit|delete|drop|kill|terminate|restart|reboot|roll|rollback|revert|undo|fix|repair|patch|correct|remove|truncate|purge|wipe|erase|clear|disable|enable|block|unblock|lock|unlock|reset|restore|rebuild|reindex|retry|rerun|reprocess|resend|send|migrate|notify|email|alert|page|escalate|cancel|void|transfer|wire|reroute|redirect|switch|turn|shut|shutdown|update|modify|alter|change|execute|run|apply|suspend|ban|freeze|archive|rotate|revoke|grant|fail|scale|deploy|redeploy|stop|start|abort|raise|lower|increase|reduce|create|insert|add|move|pay|charge|buy|call|log|visit|open|click|install|download|trust|ignore|forget|approve|confirm)(?!\p{L})(?!s?[:.]?$)|^(?:立即|马上|请立即|请)?(?:停止|删除|重启|退款|转账|支付给|付给|汇款|清空|执行|关闭)/iu;
/** What a run may say of itself. */
const OWN_WORDS =
  /(?<!\p{L})(?:interlock|playbook|this asks|the checks?|nothing could be checked)(?!\p{L})|^nothing was (?:changed|done|checked)$|没有更改任何内容/iu;

/** The line without its examples ("e.g. 4711"), whose figures assert nothing. */
export function withoutExamples(line: string): string {
  return normaliseText(line).replace(EXAMPLE, " ");
}

/** Is the line an order instead of something that is missing? */
export function isOrder(line: string): boolean {
  return ORDERS.test(normaliseText(line));
}

/** Does every sentence of the line ask something, or name what is missing? */
export function namesWhatIsMissing(line: string): boolean {
  return sentencesOf(withoutExamples(line)).every(({ text, isQuestion }) => {
    if (isQuestion) return ASKING.test(text);
    if (ORDERS.test(text)) return false;
    return REQUEST.test(text) || OWN_WORDS.test(text) || ASKING.test(text) || isNounPhrase(text);
  });
}

function isNounPhrase(text: string): boolean {
  const at = DESCRIBES.exec(text)?.index ?? text.length;
  return WANTED.test(text) && !TELLS.test(text.slice(0, at));
}

function sentencesOf(line: string): { readonly text: string; readonly isQuestion: boolean }[] {
  return [
    ...line.matchAll(/[^.!?;:。！？；：]+(?:\.(?=\S)[^.!?;:。！？；：]+)*[.!?;:。！？；：]*/gu),
  ].flatMap(([sentence]) => {
    const text = sentence.replace(/[.!?;:。！？；：()（）"'“”\s]+$/u, "").replace(/^[\s"'“”()（）]+/u, "");
    return /[\p{L}\p{N}]/u.test(text) ? [{ text, isQuestion: /[?？]/u.test(sentence) }] : [];
  });
}
