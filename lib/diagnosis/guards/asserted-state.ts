/**
 * Phrases that say how a live system is or was. Only evidence tells of that; what cites none may not say it (REL-4, REL-5). The list is no grammar.
 */
import { foldText } from "./figures/normalise-text";

const THING =
  "payments?|orders?|customers?|gateways?|servers?|databases?|services?|connections?|checkout|sign-?ups?|replica(?:s|tion)?|refunds?|queries|statements?|deploy(?:s|ments?)?|stock|shop|everything|nothing|disks?|cpu|memory|pools?|queues?|clusters?|nodes?|hosts?|tables?|transactions?|locks?|traffic|site|website|systems?|network|latency|errors?|api|users?";
const CONDITION =
  "failing|failed|down|slow|blocked|blocking|broken|refused|refusing|lost|rejected|declined|unreachable|unavailable|offline|overloaded|full|stuck|late|negative|healthy|fine|up|running|wrong|timing out|crashed|degraded|exhausted|saturated|locked|corrupt(?:ed)?|out of (?:disk|memory|space)|high|low|rising|falling|normal|ok|okay|in trouble";
const COPULA = "is|are|was|were|has been|have been|keeps?|went|seems?|looks?|remains?|became";
/** "hydra is down right now": whatever it is called, it is so at this time. */
const NOW =
  "right now|at the moment|currently|since \\d|since yesterday|since this morning|again|anymore|today";
const IS_SO: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\p{L})(?:${THING})(?: [\p{L}-]+){0,3}? (?:${COPULA})(?: [\p{L}-]+){0,2}? (?:${CONDITION})(?!\p{L})`,
    "gu",
  ),
  new RegExp(
    String.raw`(?<!\p{L})[\p{L}\p{N}_.-]+ (?:is|are|was|were) (?:[\p{L}-]+ )?(?:down|failing|unreachable|offline|overloaded|crashed|unavailable|broken)(?!\p{L})`,
    "gu",
  ),
  new RegExp(
    String.raw`(?<!\p{L})[\p{L}\p{N}_.-]+ (?:is|are|was|were|fails?|declines?|refuses?|rejects?) (?:[^.!?;]{0,60} )?(?:${NOW})(?!\p{L})`,
    "gu",
  ),
  /(?:支付|付款|订单|客户|网关|服务器?|数据库|连接|退款|库存|注册|磁盘|内存|系统|集群|队列|网络|网站|延迟)[^。,，;；?？!！\n为吗]{0,12}(?:失败了?|已?宕机|挂了|变慢了|被阻塞|正常|超时了?|已满|满了|无法使用|不可用|无法访问|中断|崩溃|异常|很慢|过载)(?!的)/gu,
  /(?<!\p{L})(?:zahlungen|bestellungen|der server|die datenbank|das gateway|der dienst|die festplatte)(?!\p{L})[^.!?;]{0,40}? (?:fehlgeschlagen|schlagen fehl|ausgefallen|überlastet|voll|langsam|gestört|nicht erreichbar)(?!\p{L})/gu,
  /(?<!\p{L})(?:los pagos|los pedidos|el servidor|la base de datos|la pasarela|el servicio|el disco|les paiements|le serveur|la base de données|la passerelle|le service|le disque)(?!\p{L})[^.!?;]{0,40}? (?:fallan|fallando|fallado|caíd[oa]s?|llen[oa]|lent[oa]s?|saturad[oa]|échouent|échoué|en panne|plein|saturée?|indisponible)(?!\p{L})/gu,
];
const HAPPENED = new RegExp(
  String.raw`(?<!\p{L})(?:${THING})(?: [\p{L}-]+){0,3}? (?:fails?|failed|refused|refuses|declines?|declined|lost|rejects?|rejected|crashe[sd]|dropped|doubled|timed out|times? out|stopped|broke|exceeds?|exceeded)(?!\p{L})|(?<!\p{L})because [^.!?;]{0,60}(?:fails?|failed|declines?|declined|refuses?|refused|crashed|is down)(?!\p{L})`,
  "gu",
);
/** "Payments that are late" are some payments. */
const NAMED = /(?<!\p{L})(?:that|which|who|where|when)(?!\p{L})/u;
const ASKED =
  /(?<!\p{L})(?:why|whether|if|when|how|which|what|who|where|such as|e\.g\.|like|for example)(?!\p{L})|为什么|为何|是否|如果|哪|怎么|例如|比如/u;

/**
 * The first phrase that says how something live is or was; null when there is none. A question, a condition and an example say nothing.
 * `participles` tells whether "payments declined" is a sentence or, as in a scope, the name of some payments.
 */
export function findAssertedState(text: string, participles: "are_sentences" | "are_names"): string | null {
  const folded = foldText(text);
  for (const pattern of participles === "are_sentences" ? [...IS_SO, HAPPENED] : IS_SO) {
    for (const found of folded.matchAll(pattern)) {
      const before = folded.slice(0, found.index);
      const start = Math.max(...[".", "!", "?", ";", "。", "\n"].map((end) => before.lastIndexOf(end))) + 1;
      if (!ASKED.test(before.slice(start)) && !NAMED.test(found[0])) return found[0];
    }
  }
  return null;
}
