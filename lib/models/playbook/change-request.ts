/** Whether a question is none: an order to change something, which nothing here can do. Known by its form, in several languages. */
import { foldQuestion } from "./find-times";

/** `beside`: the text holds a question as well, which can be answered. */
type ChangeRequest = "none" | "alone" | "beside";

/** Where a sentence begins after a greeting, a joining word, courtesy: "Hi, and now please …". */
const OPENING =
  /^(?:(?:hi|hello|hey|interlock|ok(?:ay)?|and|so|then|now|also|just|please|pls|kindly|immediately|quickly|go ahead and|help (?:me|us)(?: to)?|bitte|por favor|s'il (?:te|vous) plait|пожалуиста)(?![\p{L}])[,:]?\s*|(?:run|execute):?\s+(?=(?:delete|drop|update|insert|alter|truncate|kill|grant|revoke)\s)|(?:你好|您好|那么?|然后|现在|马上|立即|立刻|赶紧|直接|请你?(?!问)|麻烦你?|劳驾|给我|帮忙|帮我|我要|我想|你?需要)[,，]?\s*)+/u;
/** Courtesy that turns a question mark into an order: "Can you kill it?". */
const POLITE =
  /^(?:(?:can|could|would|will) you(?: please)?|(?:i|we) (?:want|need|would like)(?: you)? to|i'd like(?: you)? to|you (?:must|should|have to)|let's|(?:kannst|konntest) du|konnen sie|puedes|podrias?|peux-tu|pouvez-vous|pourriez-vous)(?![\p{L}])\s*(?:please|just|bitte)?\s*|^(?:你|您)?(?:能不能|能否|可否|可不可以)(?:请你|帮我|帮忙)?\s*|^(?:你|您)(?:可以|能)(?:帮我|帮忙)?\s*|^(?:可以|能)(?:帮我|帮忙)\s*/u;

/** Verbs that ask for a change whatever follows, unless the words are the name of a thing that is complained about. */
const VERB =
  /^(?:refund|reimburse|compensate|pay back|repay|hand back|return the money|delete|remove|erase|wipe|purge|truncate|update|insert|alter|kill|terminate|abort|cancel|rollback|roll-back|revert|undo|restart|reboot|reset|rename|replace|fix|repair|correct|disable|enable|revoke|grant|restore|rebuild|overwrite|archive|reverse|clear|suspend|ban|reassign|reindex|resend|reprocess|recreate|fail over|modify|redeploy|shut down|turn (?:off|on)|switch (?:off|on))\s+(?=\S)/;
const DELETE_ROWS = /^delete from [\w.`]+(?:\s+(?:where|order|limit)(?![\p{L}])|\s*$)/u;
const ROLL_BACK = /^roll (?:back\s|[^\s].{0,80}\sback(?![\p{L}]))/u;
/** Words that are names as often as orders: an order needs its object right behind. */
const AMBIGUOUS =
  /^(?:drop|set|change|stop|start|add|create|block|unblock|lock|unlock|close|deploy|release|charge|credit|pay|move|scale|end|free|raise|lower|increase|decrease|reduce|switch|merge|migrate|void|bump|make|upgrade|downgrade|patch|retry|flush|drain|promote|optimi[sz]e)\s+(?:the|an?|all|every|each|any|this|that|these|those|my|our|your|it|them|him|her|another|one|table|database|index|column|user|view|customer|account|order|payment|sku|version|service|connection|v?\d\S*|[a-z]+_\w+|[a-z]\w*-api)(?![\p{L}])/u;
const TURN_OFF = /^(?:turn|switch)\s.{1,80}\s(?:off|on)$/;
const TAKE_AWAY =
  /^(?:take\s.{1,80}\s(?:offline|out of service|down)|give\s(?!me\s).{1,80}\sback)$|^pay\s.{1,80}?\sback(?!\p{L})/u;
const ASSIGNMENT = /^set\s+\S{1,80}\s*(?:=|to\s)/;

/** Where an order may begin inside a sentence: "…, please refund them", 双重扣款请退款. */
const CLAUSE_START =
  /[,，;；]\s*|\s[-\u2013\u2014]+\s+|\s(?=(?:and|so|then|but)\s+(?:then\s+|also\s+|now\s+)?(?:please|pls|kindly)\s)|\s(?=(?:please|pls|kindly)\s)|(?<=[\p{Script=Han}\d])(?<![申邀聘约])(?=请(?!求|问|教|客|假))/u;
const COURTESY = /^(?:(?:and|so|then|but|also|now)\s+)*(?:please|pls|kindly|请)/u;

/** What is told or written down, not changed: "Create an overview". */
const TELLING =
  /^\S+\s+(?:(?:the|an?|this|that|my|our|your|me|new|short|full)\s+)*(?:report|overview|summary|list|chart|table of|investigation|analysis|diagnosis|check|search|survey|question|conversation|chat|answer)(?![\p{L}])/u;
const CJK_TELLING = /^..(?:一?[个份次])?.{0,12}(?:报告|概览|总结|汇总|列表|分析|诊断|排查)$/;
/** "update of the stock", "drop in", "update me": a name, or a wish to be told. */
const NAME_FOLLOWS =
  /^\S+\s+(?:of|in|on|to|for|from|by|with|at|during|after|since|me|us|is|are|was|were)(?![\p{L}])/u;
const MEASURE_FOLLOWS =
  /^\S+\s+(?:rates?|ratio|counts?|volume|times?|frequency|latency|percentage|share|numbers?|button|endpoint|flow|queue|performance|speed)(?![\p{L}])/u;
const DETERMINED =
  /^\S+\s+(?:the|an?|all|every|each|any|this|these|those|my|our|it|them|him|her|everyone|everybody|anyone|anything|everything|whoever|whatever|whichever)(?![\p{L}])/u;
const CLAUSE_END =
  /[,;:]|\s(?:that|which|who(?:m|ever)?|whatever|whichever|where|when|because|if|so|and|than|until|before|for|from|in|on|at|by|with|during|after|since)(?![\p{L}])/u;
/** What is said of a thing that is ill. */
const PREDICATE =
  /\s(?:is|are|was|were|isn't|aren't|wasn't|weren't|has|have|had|does|do|did|doesn't|don't|didn't|can't|cannot|takes?|took|fails|hangs|hung|happened|occurred|keeps?|kept|broke|breaks|blocks(?=\s)|blocked$|caused|causes|went|gets|got|failed(?: twice| again)?$)(?![\p{L}])/u;
const ILL_AT_END =
  /\s(?:fail(?:ed|s|ures?)?|stuck|slow|blocked|broken|wrong|errors?|problems?|issues?|timeouts?|latency|lag|delays?|up|down|doubled|tripled|dropped|increased|decreased|higher|lower|late|\w{3,}ing)$/;

/** Verbs of other languages in the form of an order, without accents; the infinitive stands after "can you" or at the end. */
const OTHER_VERBS = [
  /^(?:losch(?:e|en)|entfern(?:e|en)|aktualisier(?:e|en)|erstatt(?:e|en)|ander(?:e|n)|beend(?:e|en)|stopp(?:e|en)|setz(?:e|en)|starte|storniere|fuge)(?![\p{L}])/u,
  /^(?:borr(?:a|e|ar)|elimin(?:a|e|ar)|actuali(?:za|ce|zar)|modific(?:a|ar)|modifique|anad(?:e|ir)|reembols(?:a|e|ar)|reinici(?:a|e|ar)|mat(?:a|ar)|deten|detener|inserta|insertar|reviert(?:a|e)|revertir|cancel(?:a|e|ar))(?![\p{L}])/u,
  /^(?:supprim(?:e|ez|er)|effac(?:e|ez|er)|rembours(?:e|ez|er)|redemarr(?:e|ez|er)|tu(?:e|ez|er)|arret(?:e|ez|er)|annul(?:e|ez|er)|inser(?:e|ez|er)|ajout(?:e|ez|er)|modifi(?:e|ez|er)|mets a jour|mettez a jour)(?![\p{L}])/u,
  /^(?:удали|обнови|останови|перезапусти|откати|убеи|отмени|верни|измени)(?:те)?(?![\p{L}])/u,
  /(?:削除|更新|返金|再起動|停止|挿入|ロールバック|変更|取り消し?|キャンセル)(?:を)?(?:して|しろ|せよ)(?:ください|下さい|くれ)?$/u,
  /(?:삭제|업데이트|환불|재시작|중지|롤백|변경|취소)(?:을|를)?\s?(?:해|해\s?줘|해\s?주세요|하세요|하라)$/u,
];
const INFINITIVE_AT_END =
  /\s(?:loschen|entfernen|aktualisieren|erstatten|andern|beenden|stoppen|neu starten|zurucksetzen|stornieren)$/;

const CJK_VERB =
  /^(?:删除|删掉|清空|清除|更新|修改|改成|退款|退还|退回|回滚|回退|重启|终止|杀掉|杀死|干掉|取消|插入|添加|新增|创建|新建|停止|停掉|关闭|禁用|启用|撤销|恢复|修复|部署|发布|扩容|切换|拉黑|封禁|冻结|归档|清理|迁移|释放|kill(?![a-z]))/;
const CJK_OBJECT_FIRST =
  /^[把将].{1,80}?(?:删|清空|更新|改|退款|退还|退回|退掉|退给|回滚|回退|重启|终止|杀|取消|停|关闭|关掉|禁用|启用|恢复|设为|设成|修复|切换|切到|加入|移到|迁移|归档|冻结|封禁|拉黑)/;
const CJK_GIVE_BACK = /^给.{1,80}?(?:退款|退钱|退回|退还|补发|充值)/;
const CJK_ILL =
  /(?:慢|失败|报错|错误|异常|卡住|卡死|超时|太长|太久|过长|延迟|阻塞|无效|不了|变多|增多|增加|多|少|减少|下降|升高|不对|不一致|问题|等待|等锁|在等)(?:了|很多|不少|严重)*$|导致|引起|造成|没有?.{1,4}$/;
/** "After the restart", "deleted orders", "the share of refunds": names of things. */
const CJK_NAME = /^.{2,4}(?:之后|以后|后(?![台端]))|^..(?:的|率|量|数|次数|金额|时间|耗时|速度|过程|延迟)/;

const CJK_ASKS =
  /为什么|为何|为啥|谁|哪|什么|怎么|怎样|如何|多少|是否|是不是|有没有|会不会|该不该|几[个条笔次]/;
const ASKS =
  /^(?:why|who|whom|whose|what|which|where|when|how|is|are|was|were|do|does|did|has|have|should|warum|wer|was|welche[rs]?|wie|por que|quien|cual|como|pourquoi|qui|quel(?:le)?|comment|почему|кто)(?![\p{L}])/u;

interface Sentence {
  readonly text: string;
  /** Ends in a question mark. */
  readonly marked: boolean;
}

function sentencesOf(query: string): Sentence[] {
  const folded = foldQuestion(query)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(/[’‘]/g, "'");
  // A full stop inside "2.30.0" or "mysql.user" ends nothing.
  return [...folded.matchAll(/((?:[^.?!;。！\n]|\.(?=\S))+)([?]?)/g)].flatMap((match) => {
    const text = (match[1] ?? "").replace(/^[\s"'¿¡(]+|[\s"')]+$/g, "");
    return text === "" ? [] : [{ text, marked: match[2] === "?" }];
  });
}

/** The order without what is said of its object: "kill the query" of "kill the query that is blocking". */
function headOf(order: string): string {
  return (order.split(CLAUSE_END, 1)[0] ?? order).trimEnd();
}

function namesIllness(order: string): boolean {
  if (NAME_FOLLOWS.test(order) || MEASURE_FOLLOWS.test(order)) return true;
  const head = headOf(order);
  return PREDICATE.test(head) || (!DETERMINED.test(order) && ILL_AT_END.test(head));
}

function ordersChange({ text, marked }: Sentence): boolean {
  const begun = text.replace(OPENING, "");
  const polite = POLITE.exec(begun);
  const order = polite === null ? begun : begun.slice(polite[0].length).replace(OPENING, "");
  if (ASKS.test(order) || CJK_ASKS.test(order)) return false;
  // "Refund every order?" may be a question; "Can you refund every order?" is none.
  if (marked && polite === null && begun === text) return false;
  if (TELLING.test(order) || CJK_TELLING.test(order)) return false;
  if (OTHER_VERBS.some((verb) => verb.test(order))) return true;
  if (polite !== null && INFINITIVE_AT_END.test(order)) return true;
  if ([DELETE_ROWS, ROLL_BACK, ASSIGNMENT, TURN_OFF, TAKE_AWAY].some((form) => form.test(order))) return true;
  if (AMBIGUOUS.test(order)) return !PREDICATE.test(headOf(order));
  if (VERB.test(order)) return !namesIllness(order);
  if (CJK_OBJECT_FIRST.test(order)) return true;
  return (CJK_VERB.test(order) || CJK_GIVE_BACK.test(order)) && !CJK_ILL.test(order) && !CJK_NAME.test(order);
}

/** A clause is taken for an order of its own where courtesy or a definite object makes it one; "cancel requests" in a list is a name. */
function ordersInside({ text, marked }: Sentence): boolean {
  return text
    .split(CLAUSE_START)
    .slice(1)
    .some(
      (clause) =>
        (COURTESY.test(clause) ||
          DETERMINED.test(clause.replace(OPENING, "")) ||
          CJK_OBJECT_FIRST.test(clause)) &&
        ordersChange({ text: clause, marked: marked && !COURTESY.test(clause) }),
    );
}

function asksSomething({ text, marked }: Sentence): boolean {
  const begun = text.replace(OPENING, "");
  return marked || ASKS.test(begun) || CJK_ASKS.test(begun);
}

/**
 * `alone` when the text orders a change ("Refund every order …", "Can you kill connection 12?", 请删除 …), `beside` when it asks something in
 * another sentence as well, else `none`: questions about changes ("who deleted …?") are questions, and so is what is said of them
 * ("update stuck waiting for a lock"). A function of the query; unknown forms are `none`.
 */
export function findChangeRequest(query: string): ChangeRequest {
  const sentences = sentencesOf(query);
  const others = sentences.filter((sentence) => !ordersChange(sentence));
  const inside = others.filter(ordersInside);
  if (others.length === sentences.length && inside.length === 0) return "none";
  return others.some(asksSomething) ? "beside" : "alone";
}
