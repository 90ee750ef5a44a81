import { describe, expect, it } from "vitest";
import { findGlobalDenial } from "./global-denial";

describe("findGlobalDenial", () => {
  it.each([
    "Nothing is wrong.",
    "There is nothing wrong with the shop.",
    "Nothing seems to be broken.",
    "There are no errors anywhere.",
    "No problems at all were seen.",
    "There were no errors.",
    "No issues found.",
    "Everything is fine.",
    "All systems are operational.",
    "The whole system is healthy.",
    "Ｎothing is wro\u200bng.",
    "一切正常。",
    "系统没有任何错误。",
    "所有服务都正常",
    "完全没有问题",
    "どこにも問題はありません。",
    "異常なし。",
    "아무 문제도 없습니다.",
    "Alles ist in Ordnung.",
    "Es gibt keine Fehler.",
    "Es gibt keinerlei Störungen.",
    "Tout va bien.",
    "Il n'y a aucune erreur.",
    "No hay ningún error.",
    "Todo está bien.",
    "Não há nenhum problema.",
    "Tudo está normal.",
    "Non ci sono errori.",
    "Tutto va bene.",
    "Всё в порядке.",
    "Нигде нет ошибок.",
    "Никаких проблем.",
    "كل شيء على ما يرام",
    "لا توجد أي أخطاء",
    "सब कुछ ठीक है।",
    "कोई त्रुटि नहीं है।",
    "Everything is fine in the shop.",
    "Everything is fine at the moment.",
    "There are no errors anywhere on production.",
    "Everything is fine, hydra included.",
    "Everything is fine. On lumen 5 failed.",
    "Everything is fine on lumen. All systems are operational.",
  ])("finds: %s", (text) => {
    expect(findGlobalDenial(text, [])).not.toBeNull();
  });

  it.each([
    "Nothing was found in: refunds of shop 7.",
    "There are no refunds of shop 7.",
    "Locks are no problem as far as the server counts: 0 deadlocks, and nobody waits now.",
    "Nothing runs for long, but connection 12 keeps a transaction open.",
    "The 5 orders took 120 ms on average; none of them failed or was very slow.",
    "No deploy shortly before explains it.",
    "There are no errors of gateway cardwise since 10:00.",
    'The log says "nothing is wrong".',
    "5 orders failed with error 51.",
    "Everything is fine on lumen (2000 ok).",
    "There were no errors on lumen. hydra declined 412.",
    "Everything works normally on gateway cardwise.",
    "Alles ist in Ordnung bei cardwise.",
    "没有找到客户 4711 的退款。",
    "Es gibt keine Rückerstattungen von Kunde 7.",
    "No hay reembolsos del cliente 7.",
    "返金は見つかりませんでした: 店舗 7",
  ])("lets pass: %s", (text) => {
    expect(findGlobalDenial(text, [])).toBeNull();
  });

  it("does not look into the scope that an absence has to repeat", () => {
    const scope = "services with no errors at all";
    expect(findGlobalDenial(`Nothing was found in: ${scope}.`, [scope])).toBeNull();
    expect(findGlobalDenial(`Nothing was found in: ${scope}.`, [])).not.toBeNull();
    expect(findGlobalDenial("Nothing is wrong.", [""])).not.toBeNull();
  });
});
