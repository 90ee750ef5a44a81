/**
 * Phrases that deny everywhere what a check can deny in its scope alone (TOOL-4). The list is no grammar: what it does not know is
 * SemanticGuard's question.
 */
import { foldText } from "./figures/normalise-text";
import { withoutQuotations } from "./figures/figure-scanner";

const TROUBLE =
  "(?:errors?|failures?|problems?|issues?|incidents?|anomal(?:y|ies)|faults?|trouble|abnormalit(?:y|ies)|signs? of trouble)";
/** What limits a denial to a place that has a name or to a time: "on lumen", "of gateway cardwise", "since 10:00". It has to follow at once. */
const LIMITED =
  /^ ?\(?(?:on|of|at|for|from|by|with|in|since|between|during|before|after|bei|auf|von|für|seit|en|de|del|desde|sur|pour|depuis) (?:the |gateway |service |server |host |table |den |dem |der |el |la |le )*(?!(?:the |this |our |whole |entire |all |every |any |general |total |fact |short |sum |system|shop|platform|world|everything|now|then|moment|place|order|particular|course|least)\b)[\p{L}\p{N}_]/u;
const EVERYWHERE =
  /anywhere|everywhere|nowhere|whatsoever|whole|entire|all systems|nirgend|nulle part|ninguna parte|nenhum lugar|nessuna parte/u;
const DENIALS: readonly RegExp[] = [
  // English
  /\b(?:nothing|not a thing|no part of [\p{L} ]{1,30}) (?:(?:is|was|seems?|looks?|appears?|went|has gone|at all is) )?(?:at all )?(?:to be )?(?:wrong|amiss|broken|unusual|abnormal|failing|out of the ordinary)\b/u,
  new RegExp(
    String.raw`\b(?:no|not any|zero|without any|never any) (?:[\p{L}-]+ ){0,3}${TROUBLE}(?: [\p{L}]+){0,3} (?:anywhere|at all|whatsoever|of any kind|everywhere)\b`,
    "u",
  ),
  new RegExp(
    String.raw`\bno ${TROUBLE}(?: (?:exists?|were found|was found|are present|found|detected|were detected|in the (?:system|shop|database|platform)))? ?(?:[.!;]|$)`,
    "u",
  ),
  /\b(?:everything|all|all systems|the (?:whole|entire) (?:system|shop|platform)) (?:is|are|looks?|seems?|works?|runs?|operates?) (?:[\p{L}]+ )?(?:fine|ok|okay|well|good|healthy|normal|normally|operational|green|in order|as expected)\b/u,
  /\b(?:anywhere|nowhere|in no place) (?:in the (?:system|shop|platform)|is there|are there)\b|\bat all times and places\b/u,
  // Chinese and Japanese, which put no spaces between words
  /一切(?:都)?(?:正常|良好|没有?问题|沒有?問題)|(?:全部|所有)(?:系统|系統|服务|服務)?(?:都|均)?(?:正常|健康)|(?:没有|沒有|无|無)任何(?:的)?(?:错误|錯誤|问题|問題|异常|異常|故障)|(?:到处|哪里|任何地方)都没有(?:错误|问题|异常|故障)|(?:完全|根本)(?:没有|沒有|没)(?:错误|問題|问题|异常|故障)/u,
  /(?:何も|なにも|どこにも|一切|全く|まったく)[^。]{0,12}(?:問題|異常|エラー|障害)[^。]{0,6}(?:ない|なし|ありません|無い|見つかりません)|すべて(?:は)?正常|全て(?:は)?正常|(?:問題|異常)(?:は|も)?(?:一切)?(?:ありません|なし)(?:[。!]|$)/u,
  // Korean
  /(?:아무|어떤|전혀)[^.]{0,12}(?:문제|오류|이상|장애)[^.]{0,8}(?:없|않)|모두 정상|모든 (?:것|시스템)[이가은는]? 정상/u,
  // German
  /\b(?:nichts ist (?:falsch|kaputt|defekt|auffällig)|alles (?:ist )?(?:in ordnung|gut|okay|normal|fehlerfrei)|nirgends? [\p{L} ]{0,40}(?:fehler|probleme?|störung(?:en)?)|(?:keine|keinerlei) (?:fehler|probleme?|störung(?:en)?|auffälligkeiten)(?: [\p{L}]+)? ?(?:irgendwo|überhaupt|[.!;]|$)|keinerlei (?:fehler|probleme?|störung(?:en)?|auffälligkeiten))/u,
  // French
  /(?:rien (?:ne va mal|n'est (?:cassé|anormal|en panne))|tout (?:va bien|est (?:normal|en ordre)|fonctionne (?:bien|normalement))|aucune? (?:erreur|problème|panne|anomalie|incident)(?: [\p{L}]+)? ?(?:nulle part|du tout|[.!;]|$))/u,
  // Spanish, Portuguese, Italian
  /(?:nada (?:está|anda|va) (?:mal|roto)|todo (?:está|funciona|va) (?:bien|normal|normalmente|en orden)|(?:no hay|sin) (?:ning[uú]n(?:a)? )?(?:error(?:es)?|problemas?|fallos?|fallas?|anomal[ií]as?)(?: [\p{L}]+)? ?(?:en ninguna parte|en absoluto|[.!;]|$)|ning[uú]na? (?:error|problema|fallo|falla|anomal[ií]a) en (?:ninguna parte|absoluto|todo))/u,
  /(?:nada (?:está )?(?:errado|quebrado)|tudo (?:está |funciona )?(?:bem|normal|certo|em ordem)|(?:não há|sem) (?:nenhum(?:a)? )?(?:erros?|problemas?|falhas?)(?: [\p{L}]+)? ?(?:em lugar nenhum|em nenhum lugar|[.!;]|$))/u,
  /(?:niente (?:è|va) (?:rotto|storto|male)|tutto (?:va bene|è (?:normale|a posto|in ordine)|funziona)|(?:nessun(?:o|a)?|non ci sono) ?(?:errore|errori|problema|problemi|guasto|guasti|anomalia|anomalie)(?: [\p{L}]+)? ?(?:da nessuna parte|[.!;]|$))/u,
  // Russian and Ukrainian
  /(?:вс[её] (?:в порядке|хорошо|работает|нормально|исправно)|ничего не (?:сломано|случилось|нарушено)|(?:нигде )?нет (?:никаких |нигде )?(?:ошибок|проблем|сбоев|неполадок)(?: нигде| вообще|[.!;]|$)|никаких (?:ошибок|проблем|сбоев|неполадок)|усе (?:гаразд|в порядку)|немає (?:жодних )?(?:помилок|проблем)(?:[.!;]|$))/u,
  // Arabic and Hindi
  /(?:كل شيء (?:على ما يرام|طبيعي|سليم|بخير)|لا (?:توجد|يوجد) (?:أي|اي) ?(?:أخطاء|خطأ|مشاكل|مشكلة|أعطال)|لا (?:توجد|يوجد) (?:أخطاء|مشاكل|أعطال)(?: على الإطلاق|[.!،]|$))/u,
  /(?:सब (?:कुछ )?(?:ठीक|सामान्य)|कोई (?:भी )?(?:त्रुटि|समस्या|गड़बड़ी|खराबी)(?: [\p{L}\p{M}]+){0,2} नहीं|कहीं (?:भी )?(?:कोई )?(?:त्रुटि|समस्या)[^।]{0,12}नहीं)/u,
];

/** The first phrase of the text, outside its quotations and outside the given scopes, that denies everywhere; null when there is none. */
export function findGlobalDenial(text: string, scopes: readonly string[]): string | null {
  let rest = foldText(withoutQuotations(text));
  for (const scope of scopes) {
    const folded = foldText(scope);
    if (folded !== "") rest = rest.replaceAll(folded, " ");
  }
  for (const denial of DENIALS) {
    for (const found of rest.matchAll(new RegExp(denial, "gu"))) {
      const isLimited = LIMITED.test(rest.slice(found.index + found[0].length));
      if (!isLimited || EVERYWHERE.test(found[0])) return found[0].trim();
    }
  }
  return null;
}
