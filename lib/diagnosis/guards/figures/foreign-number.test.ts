import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invocationIdOf, readyRecord, storeOf } from "../../testing/ready-record";
import { checkEvidence } from "../evidence-guard";
import { findForeignNumber } from "./foreign-number";

describe("a number in words that are not read", () => {
  it.each([
    "Siebenundvierzig Zahlungen sind fehlgeschlagen",
    "viertausendsiebenhundertelf Zahlungen",
    "dreizehn Fehler",
    "Es gab hundert Fehler",
    "fuenfzig Verbindungen",
    "zwei Millionen Zeilen",
    "3 Millionen Zeilen",
    "3,5 Mio Zeilen",
    "cuarenta y siete pagos fallaron",
    "Fallaron dieciséis pagos",
    "Hubo dos mil errores",
    "Fallaron mil pagos en la pasarela",
    "Fallaron 3 mil pagos en la pasarela",
    "veintidós errores",
    "quatre-vingt-dix paiements ont échoué",
    "vingt-deux erreurs",
    "deux cents paiements",
    "Les paiements ont échoué mille fois",
    "Il y a seize erreurs dans la base et sur le service",
    "Quarenta e sete pagamentos falharam",
    "dezesseis erros",
    "Houve mil erros em pagamentos",
    "quinhentos pagamentos",
    "Сорок семь платежей",
    "двадцать три ошибки",
    "сто платежей",
    "5 тысяч платежей",
    "사천칠백십일 건의 결제",
    "이십삼 건 실패",
    "삼십 건 실패",
    "스물세 건",
    "よんじゅうななけんのしっぱい",
  ])("%s", (text) => {
    expect(findForeignNumber(text)).not.toBeNull();
  });
  it.each([
    // English
    "The cent column holds 3 cents per payment; 37 per cent failed",
    "The mil spec of the mille feuille was not met",
    "They seize the lock; quince is a fruit",
    "The once healthy gateway answers once a minute",
    "A million thanks; millions of rows were read",
    "Gateway trente-db refuses to connect",
    "The ten-minute window held eleven errors",
    "The elf file format and the acht interface",
    "The cents of the ledger do not add up at the Mille Bornes shop",
    "de facto the queue en route is per se full",
    "no, as a mil is one thousandth of an inch",
    // German
    "Die Zahlungen scheitern, weil das Gateway nicht antwortet",
    "Der Tausender wurde nicht gebucht, Hunderte warten und Tausende folgen",
    "Bitte achten Sie auf die zehn letzten Fehler",
    "Das Unternehmen und die Einheit sind betroffen",
    // Spanish and Portuguese
    "Los pagos fallan porque la pasarela no responde",
    "El 37 por ciento de los pagos falló en una hora",
    "Los milímetros de la familia y el cientista",
    "Os pagamentos falham porque o gateway não responde",
    "37 por cento dos pagamentos falharam em uma hora",
    // French
    "Les paiements échouent parce que la passerelle ne répond pas",
    "37 pour cent des paiements ont échoué dans la base",
    "Le centre de données est en panne depuis le matin",
    // Russian, Korean, Japanese, Chinese
    "Платежи не проходят, стоит очередь, столбец пуст",
    "Тысячи запросов ждут",
    "결제가 실패합니다. 만일의 경우 이천 지점을 확인하세요",
    "십분 활용하세요",
    "しはらいがしっぱいしました。しせんをかえてください",
    "支付失败了",
  ])("but not %s", (text) => {
    expect(findForeignNumber(text)).toBeNull();
  });
  it("is not seen in English of any words", () => {
    const words =
      "the a of to in on for and or is are was were no not payment payments failed gateway cent cents mil mille per seize quince once million percent row rows error errors after before because slow queue lock wait waits index table cache deploy version order orders stock eleven twelve".split(
        " ",
      );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 14 }), (chosen) => {
        expect(findForeignNumber(chosen.join(" "))).toBeNull();
      }),
    );
  });
});

describe("a claim with such a number", () => {
  const codesOf = (text: string, cell: string): readonly string[] => {
    const record = readyRecord({ columns: ["gateway", "note"], rows: [["lumen", cell]] });
    const claims = [{ text, kind: "presence" as const, invocationIds: [invocationIdOf(1)], scope: "" }];
    const draft = { conclusion: text, claims, missing_info: [], recommended_actions: [] };
    return checkEvidence(draft, storeOf([record]), "why?").map(({ code }) => code);
  };
  it("is refused, unless a row says it so", () => {
    const text = "Gateway lumen: siebenundvierzig Zahlungen";
    expect(codesOf(text, "47")).toEqual(["WORDED_FIGURE", "WORDED_FIGURE"]);
    expect(codesOf(text, "siebenundvierzig Zahlungen storniert")).toEqual([]);
  });
});
