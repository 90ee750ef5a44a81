import { describe, expect, it } from "vitest";
import { createSecretMask } from "./secret-mask";

const TOKEN = 'tk/7+Zq!9 x"kéy';
const { text, counted, question, jsonText } = createSecretMask({
  known: [TOKEN, "short7!", "password", "x".repeat(11)],
  scopeKey: "k",
});
/** Written in two parts: a scanner of repositories takes a whole one for a leak. */
const join = (...parts: readonly string[]): string => parts.join("");
const BODY = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0";

describe("a known value", () => {
  const bytes = Buffer.from(TOKEN);
  it.each([
    ["as it is", TOKEN],
    ["in JSON", JSON.stringify({ a: TOKEN })],
    ["in JSON in JSON", JSON.stringify(JSON.stringify({ a: TOKEN }))],
    ["with escaped slashes", JSON.stringify(TOKEN).replaceAll("/", "\\/")],
    ["percent-encoded", `https://h/?t=${encodeURIComponent(TOKEN)}`],
    [
      "percent-encoded in lower case",
      encodeURIComponent(TOKEN).replace(/%../g, (code) => code.toLowerCase()),
    ],
    ["as a form", new URLSearchParams({ t: TOKEN }).toString()],
    ["in hexadecimal", bytes.toString("hex")],
    ["in Base64", bytes.toString("base64")],
    ["in Base64 for addresses", bytes.toString("base64url")],
    ["in Base64 behind a user", Buffer.from(`user:${TOKEN}`).toString("base64")],
    ["in Base64 behind another", Buffer.from(`users:${TOKEN}\n`).toString("base64")],
    [
      "in full width",
      [...TOKEN]
        .map((sign) => (sign > "!" && sign <= "~" ? String.fromCharCode(sign.charCodeAt(0) + 0xfee0) : sign))
        .join(""),
    ],
    ...[
      "\u200b",
      "\u034f",
      "\u3164",
      "\u115f",
      "\u00ad",
      "\u2060",
      "\ufe0f",
      "\u{e0041}",
      "\u0301",
      "\u0336",
      "\u20dd",
    ].map((sign): [string, string] => [
      `with U+${sign.codePointAt(0)?.toString(16)} between its characters`,
      [...TOKEN].join(sign),
    ]),
    ["with the mark behind its letter", TOKEN.normalize("NFD")],
    ["in upper case", TOKEN.toUpperCase()],
    ["in lower case", TOKEN.toLowerCase()],
  ])("is masked %s", (_, said) => {
    const told = text(`it says ${said} twice ${said}.`);
    expect(told.match(/‹masked: configured secret›/g)).toHaveLength(2);
    for (const form of [said, TOKEN, said.slice(4, 16)]) expect(told).not.toContain(form);
  });

  it("is masked where a bound has cut it", () => {
    expect(text(`the server said: ${TOKEN.slice(0, 10)}…`)).toBe(
      "the server said: ‹masked: configured secret›…",
    );
    expect(text("x ".repeat(100) + TOKEN.slice(0, 9))).toMatch(/x ‹masked: configured secret›$/);
    expect(text(`and ${TOKEN.slice(0, 10)} goes on`)).toContain(TOKEN.slice(0, 10));
  });

  it("is left alone when it is too short, or reads like a word", () => {
    const said = "short7! is the password of xxxxxxxxxxx";
    expect(text(said)).toBe(said);
  });
});

describe("a secret that shows what it is", () => {
  it.each([
    ["JWT", join("ey", "JhbGciOiJIUzI1NiJ9.ey", "JzdWIiOiIxMjM0In0.c2lnbmF0dXJl")],
    ["AWS access key", join("AKIA", "IOSFODNN7EXAMPLE")],
    ["Google API key", join("AIza", BODY.slice(0, 35))],
    ["Google token", join("ya29.", BODY)],
    ["GitHub token", join("ghp", "_", BODY.slice(0, 36))],
    ["GitHub token", join("github", "_pat_", BODY)],
    ["GitLab token", join("glpat", "-", BODY.slice(0, 20))],
    ["Slack token", join("xoxb", "-123456789012-", BODY.slice(0, 24))],
    ["Slack webhook", join("https://hooks.slack", ".com/services/T00000000/B00000000/", BODY.slice(0, 24))],
    ["Stripe key", join("sk", "_live_", BODY.slice(0, 24))],
    ["API key", join("sk", "-proj-", BODY)],
    ["API key", join("sk", "-ant-api03-", BODY)],
    ["API key", join("hvs", ".CAESIJ", BODY)],
    ["API key", join("dckr", "_pat_", BODY.slice(0, 27))],
    ["API key", join("shp", "at_", "0123456789abcdef0123456789abcdef")],
    ["password hash", "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW"],
    [
      "password hash",
      "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ",
    ],
    ["password hash", "*94BDCEBE19083CE2A1F959FD02F964C7AF4CFC29"],
    ["private key", join("-----BEGIN RSA ", `PRIVATE KEY-----\n${BODY}\n-----END RSA PRIVATE KEY-----`)],
    ["private key", join("-----BEGIN ", `PRIVATE KEY-----\\n${BODY}`)],
    ["card number", "4111111111111111"],
    ["card number", "4111 1111 1111 1111"],
    ["card number", "4111  1111  1111  1111"],
    ["card number", "4111/1111/1111/1111"],
    ["card number", "4111_1111_1111_1111"],
    ["card number", "5500-0000-0000-0004"],
    ["card number", "3782 822463 10005"],
    ["card number", "４１１１１１１１１１１１１１１１"],
    ["card number", "٤١١١١١١١١١١١١١١١"],
    ["card number", "4111\u200b1111\u200b1111\u200b1111"],
    ["card number", "4111\u00a01111\u00a01111\u00a01111"],
  ])("is masked: %s", (kind, secret) => {
    const told = text(`before ${secret}, after`);
    expect(told).toContain(`‹masked: ${kind}›`);
    expect(told).toMatch(/^before /);
    for (let at = 0; at + 12 <= secret.length; at += 4)
      if (kind !== "Slack webhook" || at > 24) expect(told).not.toContain(secret.slice(at, at + 12));
  });

  it.each([
    ["Authorization: Bearer abcdef123456", "abcdef123456"],
    ['{"Authorization":"Basic dXNlcjpwYXNz"}', "dXNlcjpwYXNz"],
    ["curl -H 'authorization: token abc123def'", "abc123def"],
    ["used Bearer zyx987wvu654", "zyx987wvu654"],
    ["mysql://root:hunt3r@db/x", "hunt3r"],
    ["redis://:hunt3r@cache:6379", "hunt3r"],
    ["app:hunt3r@tcp(10.0.0.1:3306)/shop", "hunt3r"],
    ["Server=db;Uid=app;Pwd=hunt3r;", "hunt3r"],
    ["password=hunter and more", "hunter"],
    ["DB_PASSWORD: hunter", "hunter"],
    ["--password hunter2 --verbose", "hunter2"],
    ['"token": "abc"', "abc"],
    ['{\\"client_secret\\":\\"abc\\"}', "abc"],
    ["apiKey='it''s'", "it''s"],
    ["?access_token=abc.def&x=1", "abc.def"],
    ["<password>hunter2</password>", "hunter2"],
    ["CREATE USER a IDENTIFIED BY 'hunter2'", "hunter2"],
    ["aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", "wJalrXUtnFEMI"],
    ["Cookie: session=abc; theme=dark", "abc"],
    ["ｐａｓｓｗｏｒｄ＝hunter2", "hunter2"],
    ['{"pass":"hunter"}', "hunter"],
    ["{\"pw\": 'hunter'}", "hunter"],
    ["pin=8264", "8264"],
    ["password1=hunter", "hunter"],
    ["user_password_old: hunter", "hunter"],
    ["token_value=abcdef", "abcdef"],
    ["the password is hunter2.", "hunter2"],
    ["our password was Summ3r!", "Summ3r"],
    ["密码：hunter2", "hunter2"],
    ["密码是hunter2", "hunter2"],
    ["contraseña: hunter2", "hunter2"],
    ["пароль: hunter2", "hunter2"],
    ["パスワード：hunter2", "hunter2"],
    ["비밀번호: hunter2", "hunter2"],
    ["mot de passe : hunter2", "hunter2"],
    ["mysql -uroot -phunter shop", "hunter"],
    ["mysqldump -h db -u root -phunter shop", "hunter"],
    ["sshpass -p hunter ssh db", "hunter"],
    ["IDENTIFIED BY PASSWORD 'hunter'", "hunter"],
    ["IDENTIFIED WITH mysql_native_password BY 'hunter'", "hunter"],
    ["AccountName=a;AccountKey=abcdef==;x", "abcdef"],
    ["https://s3/x?X-Amz-Signature=abcdef0123", "abcdef0123"],
    ["WHERE password IN ('hunter', 'x''y')", "hunter"],
    ["WHERE password IN ('a', 'hunter')", "hunter"],
    ["WHERE u.password NOT IN ('hunter')", "hunter"],
    ["WHERE `password` LIKE 'hunter%'", "hunter"],
    ["WHERE 'hunter' = password", "hunter"],
    ["WHERE 'hunter' <> u.`password`", "hunter"],
  ])("is masked for its name: %s", (said, secret) => {
    expect(text(said)).not.toContain(secret);
    expect(text(said)).toContain("‹masked: ");
  });

  it.each([
    "order_id=4111111111111111",
    '{"orderId":"4111111111111111"}',
    "order 4111111111111112",
    "1111111111111117 items",
    "took 0.4111111111111111 s",
    "at 1767225600000000000 ns",
    "a4111111111111111b",
    "7d44 4111 1111 1111",
    "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0ba22cd15d6c15b0f00a08",
    "b8f7c1de-4111-1111-1111-111111111111",
    "task-0123456789abcdefghij",
    "Basic functionality is missing",
    "the token: expired",
    "invalid token: unexpected end of input",
    "password: ?",
    "WHERE password = ? AND token IS NULL",
    "max_tokens=4096, tokens: 812",
    "has_password is 1",
    "http://host:8080/path and user@example.com",
    "the password of the account was changed",
    "a secret was rotated; see the token endpoint",
    '{"token": null, "password": ""}',
    "pwd=/var/lib/mysql",
    "the password is stored as a hash",
    "the password is 8 characters long",
    "the password was changed",
    "the token is expired",
    "密码：已过期",
    '{"pass": 17, "fail": 3}',
    "mysql -u root -p shop -P3306",
    "the tests pass: all of them are green",
    "WHERE name IN ('hunter') AND 'x' = name",
    "WHERE password IN (?, ?) AND ? = password",
    '{"PWD":"/var/lib/mysql"}',
    "secret=disabled",
    "authorization=declined",
    "authorization: declined",
    '{"password":"expired"}',
    "wrong_password=17, failures_by_password: 12345678",
    '{"wrong_password":17}',
    "basic 2026-11-30T10:00:00Z",
    "bearer 2026-11-30T10:00:00Z",
    "basic plan-2026-premium",
    "sk-service-2026-checkout-eu-west-1-a",
    "order 4532015112830366",
    "orders 4532015112830366, 4111111111111111 and 5500000000000004",
    "the card was declined for order 4532015112830366",
    "Order number: 4532015112830366",
    "invoice 4532015112830366",
    "tracking no. 4532015112830366",
    "#4532015112830366",
    "No. 4532015112830366",
    "ORDER-4532015112830366",
    "订单4532015112830366",
    "订单号：4532015112830366",
    "单号 4532015112830366",
    '{"barcode":"4532015112830366","ean":4532015112830366}',
    "order_number = '4532015112830366'",
    "order_number IN ('4532015112830366', '4111111111111111')",
  ])("is not seen in %s", (said) => {
    expect(text(said)).toBe(said);
  });
});

describe("a long number of a question", () => {
  it.each([
    "Why did order 4532015112830366 fail?",
    "Why did 4532015112830366 fail?",
    "为什么订单4532015112830366失败了？",
    "为什么 4532015112830366 失败了？",
    "what became of 4111111111111111 and 5500000000000004",
    "the card of order 4532015112830366 was declined",
  ])("is no card's in %s", (said) => {
    expect(question(said)).toEqual({ value: said, count: 0 });
  });
  it.each([
    "why was card 4532015112830366 declined?",
    "4532015112830366 is a Visa that was declined",
    "卡号4532015112830366被拒绝",
    "the card number 4532015112830366",
    "card no. 4532015112830366",
    "card #4532015112830366",
    "why did 4532 0151 1283 0366 fail?",
    "why did 4532-0151-1283-0366 fail?",
  ])("is a card's in %s", (said) => {
    expect(question(said)).toMatchObject({ count: 1 });
    expect(text(said)).toContain("‹masked: card number›");
  });
  it("hides no other secret", () => {
    expect(question("why does password=hunter2 fail").value).toBe(
      "why does password=‹masked: password› fail",
    );
  });
});

describe("masking", () => {
  it("leaves a masked text as it is, and counts places", () => {
    const said = `password="${TOKEN}" card 4111111111111111, Authorization: Bearer abcdef123456\n${TOKEN}`;
    const once = counted(said);
    expect(once.count).toBe(4);
    expect(counted(once.value)).toEqual({ value: once.value, count: 0 });
    expect(once.value.replace(/‹masked: [^›]*›/g, "")).not.toMatch(/[0-9]/);
  });

  it("keeps JSON what it is", () => {
    const draft = JSON.stringify({ text: "card 4111111111111111", n: [1, { password: "x" }] });
    expect(JSON.parse(jsonText(draft))).toMatchObject({ text: "card ‹masked: card number›" });
    const plain = '{ "a" : 1 }';
    expect(jsonText(plain)).toBe(plain);
    expect(jsonText(`prose token="abc" ${draft}`)).not.toContain("abc");
  });
});

describe("a text of a megabyte", () => {
  // A cell is far shorter; what is quadratic takes minutes for this.
  const LENGTH = 262_144;
  const fill = (piece: string): string => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
  it.each([
    "a",
    "1",
    "4",
    "4 ",
    "4111 ",
    "4111-1111-",
    " ",
    "\n",
    "\\",
    '"',
    "'",
    "é",
    "４",
    "\u200b",
    "eyJ",
    "eyJaaaaaaaa.",
    "eyJaaaaaaa-",
    "sk-",
    "sk-a",
    "ghp_",
    "$2b$",
    "$argon2id$",
    "$6$a$",
    "$A$005$",
    "://",
    "://a:",
    "://a:b",
    "@tcp(",
    "a:@tcp(",
    "a".repeat(190) + "@tcp(",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN ",
    "-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY----- -----END PRIVATE KEY-----",
    "password",
    "password=",
    "password ",
    "password='",
    'password=\\"{',
    "token='{\\'",
    'token="{\\"',
    "token=\"{'",
    "authorization:",
    "authorization: bearer ",
    "authorization:‹",
    "cookie:",
    "cookie:a=",
    "<password>",
    "<aaaaaaaaaaaaaaaaaaaa",
    "bearer ",
    "bearer aaaa",
    "--",
    "id=4111",
    "‹masked: ",
    "pbkdf2_sha256$",
    "*ABCDEF",
    "xoxb-",
    "hooks.slack.com/services/",
    "--password ",
    "'=",
    "'=a.",
    "password in ('a',",
    "password in (",
    "a ",
    "mysql -p",
    "mysql ",
    "order ",
    "密码",
    "e\u0301",
    TOKEN.slice(0, -1),
    TOKEN.slice(0, 9) + "…",
  ])(
    "is read to its end, which quadratic reading would not reach: %j",
    (piece) => {
      const long = fill(piece);
      for (const text of [long, `{"a":"${long}`]) expect(counted(text).value).toEqual(expect.any(String));
    },
    120_000,
  );
});
