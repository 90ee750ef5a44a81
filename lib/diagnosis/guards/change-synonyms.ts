/** What a change is called in rows, in other words and in other languages: a row with `rolled_back` carries "was reverted" and 已回滚. */
const KINDS = {
  refund:
    "refund reimburs repaid compensat credited chargeback charged_back 退款 退还 退回 补偿 赔付 erstatt zurückgezahlt reembols devuelt devolv rembours возвращ возмещ 返金 환불",
  restart:
    "restart reboot relaunch uptime started_at 重启 gestartet neugestart reinici redémarr relanc перезапущ 再起動 재시작",
  end: "kill terminat abort cancel stop shut interrupt timed_out timeout disconnect closed void 终止 停止 取消 中止 关闭 杀 beend gestoppt abgebrochen storniert deten cancel arrêt tué annul interromp остановл отмен 停止 終了 중지 종료 취소",
  rollback:
    "rolled rollback roll_back revert undo undone reversed 回滚 回退 撤销 zurückgerollt zurückgesetzt zurückgenommen revert annul откат ロールバック 롤백",
  delete:
    "delet remov purg truncat wiped eras drop clear archiv expire 删除 清空 清除 gelöscht entfernt elimin borrad supprim effac apagad excluíd удал 削除 삭제",
  repair:
    "restor recover fix repair resolv correct patch rebuil reindex 修复 恢复 修正 behoben repariert korrigiert wiederhergestellt restaur correg repar resuelt rétabli corrig répar исправ восстановл 修正 復旧 수정 복구",
  disable:
    "disabl suspend ban frozen revok 禁用 停用 冻结 封禁 deaktiviert gesperrt desactiv bloquead désactiv",
  enable: "enabl unlock unblock 启用 解锁 aktiviert entsperrt activad",
  tell: "notif inform email escalat 通知 benachrichtigt informiert avis préven averti уведом 通知 통지",
  move: "migrat rerout redirect transfer failover replaced resent reprocess retri retry requeue 迁移 切换 替换 umgeleitet migriert",
} as const satisfies Record<string, string>;
const GROUPS = Object.values(KINDS).map((words) => words.split(" "));

/** The word stems that carry a change in a row: those of every kind of change that the participle belongs to, and its own. */
export function stemsOfChange(done: string): readonly string[] {
  const [first = done] = done.split(" ");
  const own = /\p{Script=Han}/u.test(first) ? first : first.replace(/(?:ed|ad[oa]s?|ée?s?)$/u, "");
  const kinds = GROUPS.filter((stems) =>
    stems.some((stem) => first.startsWith(stem) || first.endsWith(stem)),
  );
  return [own, ...kinds.flat()];
}
