/** Phrases that say that Interlock can change something: it only reads (REL-5). */
import { CHANGE_ORDERS } from "./asserted-act";
import { foldText } from "./figures/normalise-text";

const CLAIMS: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\p{L})(?:i|we|interlock|it|you can ask me to|ask me to|let me|shall i|want me to|me to)(?:'m| am|'re| are| is)?(?: can| could| may| might| will| would|'ll|'d| able to| happy to| ready to| capable of| going to)*(?: also| even| easily| then| now| simply| gladly| help(?: you)?(?: to)?| automatically)* (?:${CHANGE_ORDERS})(?!\p{L})(?! (?:nothing|no)(?!\p{L}))`,
    "u",
  ),
  /(?:我们?|本系统|interlock)[^。!?;,不没]{0,6}(?:可以|能够?|会|来|帮)[^。!?;不没无]{0,10}(?:退款|退还|重启|删除|清空|终止|停止|关闭|回滚|撤销|取消|修复|修改|更新|恢复|禁用|启用|发送|扩容|切换|补偿|转账|支付)/u,
  /(?<!\p{L})(?:ich|wir|interlock) (?:kann|können|werde|werden)(?! nicht)[^.!?;]{0,40} (?:erstatten|löschen|neu ?starten|beenden|stoppen|stornieren|ändern|reparieren|beheben|zurücksetzen|überweisen)(?!\p{L})/u,
  /(?<!\p{L})(?<!no )(?:puedo|podemos|voy a|posso|vou) (?:\p{L}+ )?(?:reembolsar|reiniciar|eliminar|borrar|detener|cancelar|revertir|arreglar|reparar|modificar|apagar|pagar|transferir)(?!\p{L})/u,
  /(?<!\p{L})je (?:peux|vais|pourrais) (?:\p{L}+ )?(?:rembourser|redémarrer|supprimer|effacer|arrêter|annuler|corriger|réparer|modifier|payer|transférer)(?!\p{L})/u,
];

/** The first such phrase; null when there is none. */
export function findClaimedAbility(text: string): string | null {
  const folded = foldText(text).replace(/[’‘`´]/gu, "'");
  for (const claim of CLAIMS) {
    const found = claim.exec(folded)?.[0].trim();
    if (found !== undefined) return found;
  }
  return null;
}
