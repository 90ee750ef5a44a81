import { describe, expect, it } from "vitest";
import type { CanonicalEvidence } from "../../contracts/evidence";
import type { AcceptedToolRequest } from "../ports";
import { createSecretMask } from "./secret-mask";

const mask = createSecretMask({ known: ["S3cret-of-the-house"], scopeKey: "k" });
const CARD = "4111111111111111";

function table(
  columns: readonly (readonly [string, CanonicalEvidence["columns"][number]["type"]])[],
  ...rows: (string | null)[][]
): CanonicalEvidence {
  return {
    columns: columns.map(([name, type]) => ({ name, type })),
    rows,
    truncated: { rows: false, columns: false, cells: 0 },
  };
}
const cellsOf = (evidence: CanonicalEvidence): (string | null)[] => mask.evidence(evidence).value.rows.flat();

describe("evidence", () => {
  it("is the same object where nothing is masked", () => {
    const plain = table([["orders", "number"]], ["12"]);
    expect(mask.evidence(plain)).toEqual({ value: plain, count: 0 });
    expect(mask.evidence(plain).value).toBe(plain);
  });

  it.each([
    "password",
    "Passwd",
    "user_password",
    "apiKey",
    "access_token",
    "client-secret",
    "authentication_string",
    "u.pwd",
    "pass",
    "pw",
    "password1",
    "pwd_hash",
    "user_password_old",
    "token_value",
    "api_key_value",
    "auth",
    "pin",
    "apiKeyValue",
    "password_hash_2",
  ])("has its cells masked by the name of a column: %s", (name) => {
    expect(
      cellsOf(table([[name, "text"]], ["abc"], [null], [""])).map((cell) => cell?.startsWith("‹masked: ")),
    ).toEqual([true, undefined, false]);
  });
  it.each([
    "has_password",
    "password_expired",
    "tokens",
    "max_token",
    "passes",
    "token_count",
    "key",
    "bypass",
    "spin",
    "oauth",
    "pins",
  ])("keeps the cells of %s", (name) => {
    expect(cellsOf(table([[name, "text"]], ["abc"]))).toEqual(["abc"]);
  });

  it("has a value masked by the name beside it", () => {
    const variables: [string, "text"][] = [
      ["Variable_name", "text"],
      ["Value", "text"],
    ];
    expect(cellsOf(table(variables, ["report_password", "abc"], ["port", "3306"]))).toEqual([
      "report_password",
      "‹masked: password›",
      "port",
      "3306",
    ]);
    const paths: [string, "text"][] = [
      ["path", "text"],
      ["value", "text"],
    ];
    expect(cellsOf(table(paths, ["db.auth.apiKey", "abc"]))[1]).toBe("‹masked: key›");
  });

  it("sees cards in columns of text, not in numbers and ids", () => {
    expect(
      cellsOf(
        table(
          [
            ["note", "text"],
            ["n", "number"],
            ["order_id", "text"],
            ["card_id", "text"],
          ],
          [CARD, CARD, CARD, CARD],
        ),
      ),
    ).toEqual(["‹masked: card number›", CARD, CARD, "‹masked: card number›"]);
  });

  it("masks names of columns and texts of the statement, and makes what is masked text", () => {
    const evidence = table(
      [
        ["'S3cret-of-the-house'", "number"],
        ["passwd", "text"],
      ],
      ["1", "123456"],
    );
    const written = evidence.columns.map((column) => ({
      ...column,
      written: ["S3cret-of-the-house", "plain"],
    }));
    expect(mask.evidence({ ...evidence, columns: written })).toMatchObject({
      value: {
        columns: [
          {
            name: "'‹masked: configured secret›'",
            type: "number",
            written: ["‹masked: configured secret›", "plain"],
          },
          { name: "passwd", type: "text", written: ["‹masked: password›"] },
        ],
        rows: [["1", "‹masked: password›"]],
      },
      count: 2,
    });
  });

  it.each(["authorization", "wrong_password", "invalid_token", "failures_by_password", "SUM(token)", "otp"])(
    "keeps figures and times of %s, which are no secrets",
    (name) => {
      expect(cellsOf(table([[name, "number"]], ["395"], ["17.5"]))).toEqual(["395", "17.5"]);
      expect(cellsOf(table([[name, "time"]], ["2026-11-30 10:00:00"]))).toEqual(["2026-11-30 10:00:00"]);
    },
  );
  it.each(["declined", "Disabled", "expired", "ok", "enabled", "revoked", "approved", "invalid", "missing."])(
    "keeps the plain state %s under the name of a secret",
    (state) => {
      expect(cellsOf(table([["authorization", "text"]], [state]))).toEqual([state]);
      expect(cellsOf(table([["token", "text"]], [state]))).toEqual([state]);
    },
  );
  it.each(["failures_by_password", "sum_token", "logins_per_token"])(
    "keeps what %s counts, whatever its type",
    (name) => {
      expect(cellsOf(table([[name, "text"]], ["17"]))).toEqual(["17"]);
    },
  );

  it.each([
    "ean",
    "barcode",
    "tracking",
    "tracking_number",
    "order_number",
    "invoiceNumber",
    "payment_id",
    "gtin",
  ])("keeps the long numbers of %s", (name) => {
    expect(cellsOf(table([[name, "text"]], [CARD]))).toEqual([CARD]);
  });
  it.each(["card_number", "pan", "cc_number"])("masks the cards of %s, were they numbers", (name) => {
    expect(cellsOf(table([[name, "number"]], [CARD]))).toEqual(["‹masked: card number›"]);
  });

  it("follows a private key down its column", () => {
    const lines = [
      "a",
      "-----BEGIN PRIVATE KEY-----",
      "MIIEvQIBADANBg",
      "kqhkiG9w0BAQEF",
      "-----END PRIVATE KEY----- b",
      "MIIEnokey",
    ];
    expect(cellsOf(table([["text", "text"]], ...lines.map((line) => [line])))).toEqual([
      "a",
      "‹masked: private key›",
      "‹masked: private key›",
      "‹masked: private key›",
      "‹masked: private key› b",
      "MIIEnokey",
    ]);
  });
});

describe("a request", () => {
  const request: AcceptedToolRequest = {
    source: "shop",
    label: "shop/one",
    statement: "SELECT 1 FROM users u WHERE u.password = ? AND u.name = '?' AND id = ? AND t.token = u.token",
    params: ["abc", 7],
    scope: "one",
    normalizedScope: "shop:0",
  };
  it("has what is compared with a secret masked, and a key that does not tell it", () => {
    const { value, count } = mask.request(request);
    expect(value).toMatchObject({ statement: request.statement, params: ["‹masked: password›", 7] });
    expect(count).toBe(1);
    expect(value.normalizedScope).toMatch(/^shop:[0-9a-f]{64}$/);
    expect(mask.request({ ...request }).value.normalizedScope).toBe(value.normalizedScope);
    expect(mask.request({ ...request, normalizedScope: "shop:1" }).value.normalizedScope).not.toBe(
      value.normalizedScope,
    );
  });
  it("keeps a number that is compared with an id", () => {
    const asked = {
      ...request,
      statement: "SELECT 1 FROM o WHERE order_number = ? AND ean IN (?) AND note = ?",
      params: [CARD, CARD, CARD],
    };
    expect(mask.request(asked).value.params).toEqual([CARD, CARD, "‹masked: card number›"]);
  });
  it("is the same where it holds none, and keeps its key where only its words do", () => {
    const plain = { ...request, params: [null, 7], scope: "one" };
    expect(mask.request(plain).value).toBe(plain);
    const scoped = mask.request({ ...plain, scope: "one of S3cret-of-the-house" }).value;
    expect(scoped).toMatchObject({ scope: "one of ‹masked: configured secret›", normalizedScope: "shop:0" });
  });
});
