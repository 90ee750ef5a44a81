import { describe, expect, it } from "vitest";
import { createSecretMask } from "./secret-mask";

const TOKEN = 'tk/7+Zq!9 x"kéy';
const { text, counted, jsonText } = createSecretMask({
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
    ["between invisible characters", [...TOKEN].join("\u200b")],
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
  ])("is not seen in %s", (said) => {
    expect(text(said)).toBe(said);
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
  const MEGABYTE = 1_048_576;
  const fill = (piece: string): string => piece.repeat(Math.ceil(MEGABYTE / piece.length)).slice(0, MEGABYTE);
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
    TOKEN.slice(0, -1),
    TOKEN.slice(0, 9) + "…",
  ])(
    "is read to its end, which quadratic reading would not reach: %j",
    (piece) => {
      const long = fill(piece);
      for (const text of [long, `{"a":"${long}`]) {
        const { value } = counted(text);
        expect(counted(value).value).toBe(value);
      }
    },
    120_000,
  );
});
