/**
 * Phrases that say that something was done. Interlock only reads, so nothing that a model writes may say that it, or anyone for it, has changed
 * anything (REL-1). The lists are no grammar: what they do not know is SemanticGuard's question.
 */
import { readLookAlikes } from "./confusable-words";
import { withoutQuotations } from "./figures/figure-scanner";
import { foldText } from "./figures/normalise-text";

/** Past participles of what somebody does to a system, its data or its customers. */
const DONE =
  "(?:(?:re|un|auto|force|hot|hard|soft|hand|mass|bulk|pre|de)-?)?(?:funded|reimbursed|repaid|compensated|credited|charged back|deleted|dropped|killed|terminated|restarted|rebooted|relaunched|rolled back|reverted|undone|fixed|repaired|resolved|patched|corrected|removed|truncated|purged|wiped|erased|cleared|disabled|enabled|unblocked|unlocked|reset|restored|rebuilt|reindexed|rerun|retried|reprocessed|resent|sent|migrated|notified|informed|emailed|alerted|paged|escalated|cancell?ed|voided|transferred|rerouted|redirected|switched (?:off|on|over)|turned (?:off|on)|shut down|taken (?:offline|down)|updated|modified|altered|changed|executed|applied|suspended|banned|frozen|archived|rotated|revoked|granted|failed over|scaled (?:up|down|out)|redeployed|stopped|aborted|raised|lowered|increased|reduced|reversed|replaced|paid back|paid out|gave back|given back|retried|throttled|drained|evicted|promoted|demoted|flushed|isolated|quarantined|blocked|locked|inserted|added(?! (?:up|them))|created|moved(?! on)|renamed|installed|uninstalled|upgraded|downgraded|deployed|pushed|committed|configured|reconfigured|tuned|defragmented|swapped|wired|issued(?= (?:[^\\s.!?;]+ ){0,3}(?:refund|credit|payment|repayment)s?(?!\\p{L}))|charged|debited|hotfixed|fixed|mitigated|remediated|overwritten|started(?= (?:the |a |an |up |all )*(?:server|gateway|service|replica|instance|job|container|pod|process|refund|deploy)s?(?!\\p{L}))|triggered|launched|scheduled|approved|authori[sz]ed|silenced|muted|enabled|killed|stopped)";
/** Those of them that a finding seldom has for another reason. */
const INTERVENED =
  "refunded|reimbursed|repaid|compensated|credited|deleted|killed|terminated|restarted|rebooted|relaunched|rolled back|reverted|undone|fixed|repaired|resolved|patched|corrected|removed|truncated|purged|wiped|erased|disabled|enabled|unblocked|unlocked|restored|rebuilt|reindexed|reprocessed|resent|migrated|notified|informed|emailed|paged|escalated|rerouted|switched off|turned off|shut down|taken (?:offline|down)|redeployed|suspended|banned|revoked";
/** What they are called as orders or plans. */
const DO =
  "refund|reimburse|repay|compensate|credit|delete|drop|kill|terminate|restart|reboot|roll (?:it |them |this )?back|rollback|revert|undo|fix|repair|patch|correct|remove|truncate|purge|wipe|erase|clear|disable|enable|block|unblock|lock|unlock|reset|restore|rebuild|reindex|retry|rerun|reprocess|resend|send|migrate|notify|email|alert|page|escalate|cancel|void|transfer|reroute|redirect|switch (?:off|on|over)|turn (?:off|on)|shut down|update|modify|alter|change|execute|apply|suspend|ban|freeze|archive|rotate|revoke|grant|fail over|scale|deploy|redeploy|stop|abort|raise|lower|increase|reduce|create|insert|add|move|pay|charge";
const BESIDE =
  "(?:have|had|'ve|'d|just|already|also|now|then|successfully|recently|immediately|automatically|finally|hereby|therefore|thus|even|both|all|manually|safely|simply|quickly|went ahead and|managed to|was able to|were able to|did|since|meanwhile|[a-z]+ly|went and|personally|myself|ourselves|promptly|indeed|in turn|in the meantime|of course|behind the scenes)";
const APPOSITION = "(?:,(?: [^\\s,.;!?]+){1,6},)?";
const WHO =
  "(?:i|we|interlock|this (?:run|agent|assistant|diagnosis|investigation|bot)|the (?:agent|ai|llm|assistant|bot|ai agent|ai assistant)|your (?:assistant|agent))";
const MY =
  "(?:me|us|interlock|this (?:run|agent|assistant|diagnosis|bot)|the (?:agent|ai|llm|assistant|bot))";
const ON_DEMAND =
  "as (?:you )?(?:requested|asked|ordered|instructed|demanded|wished|told)|(?:at|on|upon|per|following|by) your (?:request|order|orders|instructions?|command|demand)|for you";

/** What somebody can be told to do to a system, its data or its customers; the source of an expression. */
export const CHANGE_ORDERS = DO;

const OWN_ACTS: readonly RegExp[] = [
  // English
  new RegExp(
    String.raw`(?<![\p{L}'])${WHO}${APPOSITION}(?: has| had)?(?:'ve|'d)?(?: ${BESIDE})* (?:(?:${DONE}|undid|rewrote|overwrote|froze|withdrew|shut|sent|paid|reran)|(?:took|brought|put|set|gave|made|rolled|turned|switched|scaled) (?:\S+ ){1,6}?(?:offline|down|back|up|live|read-only|out of service))\b(?! (?:nothing|none|no)\b)`,
    "gu",
  ),
  new RegExp(
    String.raw`(?<![\p{L}'])(?:i|we)(?:'ll| will|'m going to| am going to|'re going to| are going to| shall| did| went ahead and| managed to| was able to| were able to)(?: ${BESIDE})* (?:${DO})\b`,
    "gu",
  ),
  new RegExp(
    String.raw`(?<![\p{L}'])(?:i'm|i am|we're|we are|interlock is)(?: now| already| currently| just)* (?:refunding|reimbursing|deleting|dropping|killing|terminating|restarting|rebooting|rolling back|reverting|fixing|repairing|removing|purging|disabling|enabling|resetting|restoring|notifying|emailing|escalating|cancell?ing|updating|modifying|changing|executing|applying|deploying|stopping|sending)\b`,
    "gu",
  ),
  new RegExp(String.raw`\b(?:${DONE})(?: [^\s.!?;]+){0,6}? by ${MY}\b`, "gu"),
  new RegExp(
    String.raw`\b(?:${DONE})\b[^.!?;]{0,80}\b(?:${ON_DEMAND})\b|\b(?:${ON_DEMAND})\b[^.!?;]{0,80}\b(?:${DONE})\b`,
    "gu",
  ),
  new RegExp(
    String.raw`(?<![\p{L}])(?:done|success|finished|all set)\s?[:!.,–—-]+ (?:[^\s.!?;]+ ){0,8}?(?:${DONE})\b`,
    "gu",
  ),
  // German
  /(?<!\p{L})(?:(?:ich|wir|interlock) (?:habe|haben|hat|hatten?)|(?:habe ich|haben wir))(?! nicht)(?:(?!\b(?:nicht|nichts|keine?n?|nie)\b)[^.!?;]){0,80} (?:zurück)?(?:erstattet|gezahlt|neu ?gestartet|gestartet|gelöscht|entfernt|beendet|gestoppt|abgebrochen|gekillt|abgeschossen|getötet|zurückgesetzt|zurückgerollt|zurückgenommen|storniert|behoben|repariert|korrigiert|geändert|aktualisiert|eingefügt|deaktiviert|aktiviert|abgeschaltet|angehalten|gesperrt|entsperrt|freigegeben|benachrichtigt|informiert|gesendet|verschickt|geschickt|umgeleitet|umgeschaltet|wiederhergestellt|eingespielt|ausgerollt|verschoben|geleert|angelegt|erstellt|hinzugefügt|erhöht|gesenkt|ausgeführt|gutgeschrieben|überwiesen)(?!\p{L})/gu,
  /(?<!\p{L})(?:ich|wir) (?:erstattete|löschte|startete|stoppte|beendete|entfernte|stornierte|änderte|korrigierte|deaktivierte|benachrichtigte)n?(?!\p{L})/gu,
  /(?<!\p{L})(?:wurden?|worden|sind|ist)(?!\p{L})[^.!?;]{0,60}(?:von (?:mir|uns|interlock)|auf (?:ihren|deinen|euren) wunsch|wie (?:gewünscht|gefordert|verlangt|angewiesen)|wunschgemäß|für (?:sie|dich)) (?:\p{L}+ )?(?:erstattet|gelöscht|gestartet|neugestartet|beendet|gestoppt|storniert|entfernt|geändert|zurückgesetzt|deaktiviert)/gu,
  // Spanish and Portuguese
  /(?<!\p{L})(?<!no )(?:he|hemos|interlock ha)(?: ya| también| todo)* (?:reembolsad|reiniciad|eliminad|borrad|matad|detenid|terminad|cancelad|revertid|restaurad|corregid|arreglad|reparad|resuelt|actualizad|modificad|insertad|desactivad|activad|bloquead|desbloquead|notificad|avisad|enviad|cread|añadid|cambiad|apagad|cerrad|devuelt|ejecutad|migrad|aplicad|desviad)o(?!\p{L})/gu,
  /(?<!\p{L})(?<!no )(?:reembolsé|reembolsamos|reinicié|reiniciamos|eliminé|eliminamos|borré|borramos|maté|matamos|detuve|detuvimos|cancelé|cancelamos|revertí|revertimos|restauré|restauramos|corregí|corregimos|arreglé|arreglamos|actualicé|actualizamos|desactivé|desactivamos|notifiqué|notificamos|envié|enviamos|devolví|devolvimos|apagué|apagamos)(?!\p{L})/gu,
  /(?<!\p{L})(?<!não )(?:reembolsei|reembolsámos|reiniciei|reiniciámos|excluí|excluímos|apaguei|apagámos|matei|parei|cancelei|reverti|restaurei|corrigi|atualizei|desativei|notifiquei|enviei)(?!\p{L})/gu,
  // French
  /(?<!\p{L})(?:j'ai|nous avons|interlock a)(?: déjà| bien| aussi| tout| tous| donc| maintenant| automatiquement)* (?:remboursé|redémarré|relancé|supprimé|effacé|tué|arrêté|stoppé|annulé|corrigé|réparé|résolu|modifié|mis (?:à jour|hors ligne)|inséré|désactivé|activé|bloqué|débloqué|notifié|prévenu|averti|envoyé|créé|ajouté|restauré|rétabli|déployé|basculé|redirigé|coupé|fermé|vidé|purgé|exécuté|changé|remplacé|déplacé)(?!\p{L})/gu,
  /(?<!\p{L})(?<!no )(?:acabo de|acabamos de|interlock acaba de|acabei de) (?:reembolsar|reiniciar|eliminar|borrar|matar|detener|cancelar|revertir|reverter|restaurar|corregir|corrigir|arreglar|reparar|actualizar|atualizar|desactivar|desativar|notificar|enviar|devolver|apagar|excluir|parar)(?!\p{L})/gu,
  /(?<!\p{L})(?:je viens de|nous venons de|on vient de|interlock vient de) (?:rembourser|redémarrer|relancer|supprimer|effacer|tuer|arrêter|annuler|corriger|réparer|modifier|désactiver|activer|notifier|prévenir|rétablir|restaurer|vider|purger)(?!\p{L})|(?<!\p{L})on a(?: déjà| bien| tout| aussi)* (?:remboursé|redémarré|relancé|supprimé|effacé|tué|arrêté|annulé|corrigé|réparé|modifié|désactivé|notifié|prévenu|rétabli|restauré)(?!\p{L})/gu,
  // Italian and Russian
  /(?<!\p{L})(?<!non )(?:ho|abbiamo)(?: già| anche)* (?:rimborsato|riavviato|eliminato|cancellato|ucciso|terminato|fermato|corretto|risolto|ripristinato|aggiornato|modificato|inviato|disattivato|annullato)(?!\p{L})/gu,
  /(?<!\p{L})(?:я|мы)(?: (?!не )\p{L}+){0,3} (?:вернул|возместил|перезапустил|удалил|остановил|завершил|убил|отменил|исправил|обновил|откатил|отключил|включил|отправил|уведомил)[аи]?(?!\p{L})/gu,
  // Japanese and Korean, whose polite past needs no subject
  /(?:返金|再起動|削除|停止|強制終了|ロールバック|修正|更新|復旧|取り消し|キャンセル|通知|送信|変更|実行)(?:を|も)?(?:(?:いた)?しました|済みです|完了(?:しました|です))/gu,
  /(?:환불|재시작|삭제|중지|종료|롤백|수정|복구|취소|통지|변경|실행)(?:을|를)?\s?(?:했습니다|하였습니다|완료했습니다|해\s?두었습니다)/gu,
];

/** "Whether we refunded it" asserts nothing. */
const OPEN_BEFORE =
  /(?<!\p{L})(?:whether|if|unless|until|before|ob|falls|wenn|bevor|si|antes de que|avant que|se|если|ли|如果|是否)(?: \p{L}+)? ?$/u;

const CHINESE_ACT =
  /(我们?|咱们|本(?:系统|助手|次运行|次诊断)|interlock|已(?:经)?(?:按|应|为|帮|替|给)(?:照)?(?:您|你|要求)?)([^。!?;\n]{0,24}?)(退款|退还|退回|退了|重启|重新启动|删除|删掉|清空|清除|终止|杀掉|杀死|停止|停掉|关闭|回滚|回退|撤销|取消|修复|修改|更新|改成|恢复|禁用|启用|通知|发送|创建|添加|插入|部署|扩容|切换|补偿|赔付|冻结|封禁|迁移|释放|解锁|处理)([^。!?;,\n]{0,12})/gu;
const CHINESE_OPEN = /没|未|不|无|是否|能否|可以|可能|建议|请|应该?|需要?|如果|只|会|要不要|哪/u;
const CHINESE_DONE = /已|刚|成功|完/u;
const CHINESE_DONE_BEHIND = /^(?:了|掉|完|成功|好)|了$|完成|完毕/u;

/** Verbs that take an object, whoever did it. */
const DID =
  "refunded|reimbursed|repaid|compensated|deleted|killed|terminated|truncated|purged|wiped|erased|disabled|enabled|reverted|repaired|patched|removed|restored|rebuilt|cancell?ed|reversed|retried|replaced|stopped|paid back";
const PASSIVES: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:was|were|(?:has|have|had)(?: (?!not |never )[\p{L}]+){0,3} been|(?:is|are)(?: now| already))(?: now| already| all| just| also| since| then| [a-z]+ly)* (?:(?:re|un|auto|force|hot)-)?(${INTERVENED}|stopped|cancell?ed|retried|reversed|replaced|paid back)\b(?! to (?:\d|normal))`,
    "gu",
  ),
  // "Support refunded 412 payments", "412 refunds issued"
  new RegExp(
    String.raw`(?<!(?:^|[^\p{L}])(?:the|a|an|of|all|and|or|were|was|been|be|are|is|not|never|\d+)) (?:(?:re|un|auto|force)-)?(${DID})(?= (?:all|every|each|the|both|them|it|customers|\d[\d,.]*)(?!\p{L}))`,
    "gu",
  ),
  /(?<!\p{L})(?<!no )(refund|reimbursement|restart|rollback|deletion|repayment|chargeback)s?(?: (?:was|were|is|are|has been|have been|had been))?(?: (?:all|now|already|just|successfully|also))* (?:issued|made|sent|processed|initiated|triggered|performed|executed|completed|carried out|done|granted|paid)(?!\p{L})/gu,
  /(?<!\p{L})(?:wurden?|worden sind|sind(?: nun| jetzt| bereits)?)(?!\p{L})[^.!?;,]{0,50}? ((?:zurück)?(?:erstattet|gezahlt|neu gestartet|neugestartet|gelöscht|beendet|gestoppt|abgebrochen|storniert|behoben|repariert|korrigiert|zurückgesetzt|deaktiviert|benachrichtigt|wiederhergestellt))(?!\p{L})/gu,
  /(?<!\p{L})(?:fue|fueron|ha sido|han sido|se han?|quedó|quedaron|foi|foram)(?: ya| já)? ((?:reembolsad|reiniciad|eliminad|borrad|detenid|cancelad|revertid|restaurad|corregid|corrigid|reparad|desactivad|notificad|devuelt|devolvid|excluíd|apagad)[oa]s?)(?!\p{L})(?! a \d)/gu,
  /(?<!\p{L})se (reembols|reinici|elimin|borr|cancel|revirti|repar|corrigi|devolvi|desactiv)(?:ó|aron|eron|ieron)(?!\p{L})/gu,
  /(?<!\p{L})(?:a|ont) (?:déjà )?été ((?:remboursé|redémarré|relancé|supprimé|effacé|tué|arrêté|annulé|corrigé|réparé|désactivé|notifié|prévenu|rétabli|restauré)e?s?)(?!\p{L})/gu,
  /(?<!\p{L})((?:возвращен|возмещен|перезапущен|удален|остановлен|отменен|исправлен|восстановлен|отключен)[аоы]?)(?!\p{L})/gu,
  /已(?:经)?(?:(?:全部|都|成功|完成|被|自动|原路|悉数|陆续|全额)+|(?:对|为|给|向)[^。!?;,]{0,20}?)?(退款|退还|退回|重启|删除|清空|终止|回滚|回退|撤销|修复|恢复(?!到|至|正常)|禁用|通知|补偿|冻结|封禁)/gu,
  /(返金|再起動|削除|停止|ロールバック|復旧|修正)(?:は|が|も)?(?:済み|完了|されました|された)/gu,
  /(환불|재시작|삭제|중지|종료|롤백|복구|취소)(?:이|가|은|는)? ?(?:완료|되었|됐)/gu,
];
/** What makes a whole sentence a question or a condition. */
const OPEN_SENTENCE =
  /(?<!\p{L})(?:whether|if|until|unless|before|ob|falls|wenn|bis|bevor|si|hasta|jusqu)(?!\p{L})|是否|如果|直到|之后/u;
/** What makes a clause one, or a denial; it ends where the next clause begins. */
const OPEN_CLAUSE =
  /(?<!\p{L})(?:once|after|when|as soon as|what|why|how|where|nothing|no|none|neither|not|never|nachdem|sobald|nichts|keine?|welche[rsn]?|cuando|después|nada|ningun[oa]?|quand|après|rien|aucune?)(?!\p{L})|没有|未|哪/u;
const CLAUSE_END = /,|，|、(?=.)|(?<!\p{L})(?:but|yet|sondern|aber|pero|mais)(?!\p{L})|: /gu;
/** "The payments that were refunded" are some payments. */
const NAMED_BEFORE = /(?<!\p{L})(?:that|which|who|whose|die|das|der|que|qui|dont) $/u;

/**
 * The first phrase that says that Interlock, or anyone for it, has changed something, changes it, or will; null when there is none. A question or a
 * condition ("whether we refunded it") says nothing of that kind. `quotes` says what a quotation is: evidence that others check, or words like any.
 */
export function findOwnAct(text: string, quotes: "are_quoted" | "are_words"): string | null {
  const folded = fold(quotes === "are_quoted" ? withoutQuotations(text) : text);
  for (const act of OWN_ACTS) {
    for (const found of folded.matchAll(act)) {
      if (!OPEN_BEFORE.test(folded.slice(Math.max(0, found.index - 30), found.index))) return found[0].trim();
    }
  }
  for (const found of folded.matchAll(CHINESE_ACT)) {
    const [whole, who = "", between = "", , behind = ""] = found;
    if (CHINESE_OPEN.test(between) || /(?:是否|如果)$/u.test(folded.slice(0, found.index))) continue;
    if (CHINESE_DONE.test(who + between) || CHINESE_DONE_BEHIND.test(behind)) return whole.trim();
  }
  return null;
}

/** What says that a change was made, by whomever. */
export interface CompletedChange {
  readonly phrase: string;
  /** The participle, folded. */
  readonly done: string;
}

/** Passives, and acts of others, that assert a completed change ("were refunded"), outside quotations, questions, conditions and denials. */
export function findCompletedChanges(text: string): readonly CompletedChange[] {
  const folded = fold(withoutQuotations(text));
  return PASSIVES.flatMap((passive) =>
    [...folded.matchAll(passive)].flatMap((found) => {
      const before = folded.slice(0, found.index);
      const sentence = before.slice(
        Math.max(...[". ", "! ", "? ", "; ", "。"].map((end) => before.lastIndexOf(end))) + 1,
      );
      const clause = sentence.slice([...sentence.matchAll(CLAUSE_END)].at(-1)?.index ?? 0);
      if (OPEN_SENTENCE.test(sentence) || OPEN_CLAUSE.test(clause) || NAMED_BEFORE.test(before)) return [];
      return [{ phrase: found[0].trim(), done: found[1] ?? "" }];
    }),
  );
}

function fold(text: string): string {
  return readLookAlikes(foldText(text).replace(/[’‘`´]/gu, "'"));
}
