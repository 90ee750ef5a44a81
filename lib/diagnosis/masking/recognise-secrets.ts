/**
 * Secrets that show what they are, in a folded text (TOOL-8).
 *
 * Every expression here is linear: it begins with fixed characters, each of its repetitions is bounded or ends at a character that it cannot pass
 * twice, and what was found is not looked at again.
 */
import { findCardNumbers, type CardReading } from "./card-numbers";
import { isSecretValue, secretKindOf } from "./secret-names";
import type { Place } from "./text-automaton";

export interface FoundSecret extends Place {
  /** For the mark, in words without digits. */
  readonly kind: string;
}

/** What kind of text it is. */
export interface TextTraits {
  readonly cards: CardReading;
  /** Code in which a word behind `=` is a name, not a value. */
  readonly code: boolean;
}

const SHAPES: readonly { readonly kind: string; readonly shape: RegExp }[] = [
  {
    kind: "JWT",
    shape: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,3}/g,
  },
  { kind: "AWS access key", shape: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g },
  { kind: "Google API key", shape: /(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{30,}/g },
  {
    kind: "Google token",
    shape: /(?<![A-Za-z0-9_-])(?:ya29\.[A-Za-z0-9_-]{16,}|GOCSPX-[A-Za-z0-9_-]{20,})/g,
  },
  {
    kind: "GitHub token",
    shape: /(?<![A-Za-z0-9_])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g,
  },
  { kind: "GitLab token", shape: /(?<![A-Za-z0-9_-])gl(?:pat|dt|rt|cbt|ptt)-[A-Za-z0-9_-]{20,}/g },
  { kind: "Slack token", shape: /(?<![A-Za-z0-9_-])(?:xox[a-z]|xapp|xoxe\.xox[bp])-[A-Za-z0-9-]{10,}/g },
  { kind: "Slack webhook", shape: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{8,}/g },
  {
    kind: "Stripe key",
    shape: /(?<![A-Za-z0-9_-])(?:(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,})/g,
  },
  { kind: "API key", shape: /(?<![A-Za-z0-9_-])sk-(?=[A-Za-z_-]{0,64}[0-9])[A-Za-z0-9_-]{20,}/g },
  {
    kind: "API key",
    shape:
      /(?<![A-Za-z0-9_.-])(?:npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{30,}|dop_v1_[a-f0-9]{40,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|pypi-[A-Za-z0-9_-]{30,}|hv[sbr]\.[A-Za-z0-9_-]{16,}|dckr_(?:pat|oat)_[A-Za-z0-9_-]{16,}|shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{16,}|AGE-SECRET-KEY-1[A-Z0-9]{40,})/g,
  },
  {
    kind: "password hash",
    shape:
      /\$2[abxy]?\$[0-9]{2}\$[./A-Za-z0-9]{20,}|\$argon2(?:id|i|d)\$[A-Za-z0-9$+/=,._-]{16,}|\$(?:scrypt|pbkdf2[a-z0-9-]{0,12}|7|y|gy)\$[A-Za-z0-9$+/=,._-]{16,}|\$[156]\$(?:rounds=[0-9]{1,9}\$)?[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{20,}|\$A\$[0-9]{3}\$[^\s"'`]{20,63}|(?<![A-Za-z0-9])pbkdf2_sha[0-9]{1,3}\$[0-9]{1,9}\$[A-Za-z0-9+/=$._-]{20,}|(?<![A-Za-z0-9*])\*[0-9A-F]{40}(?![0-9A-Za-z])/g,
  },
];

/** The name of a thing, made of words and short numbers. */
const SLUG = /^sk(?:-(?:[a-z]{1,15}|[0-9]{1,8}|[a-z]{0,12}[0-9]{1,3}[a-z]?))+$/;
const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** `scheme://user:password@` */
const ADDRESS = /:\/\/[^\s/:@"'<>`]{0,128}:([^\s/"'<>`]{1,256})@/g;
/** Drivers that write `user:password@tcp(host:port)/`. */
const DRIVER_ADDRESS = /@(?:tcp|unix)\(/g;
const BEARER = /(?<![A-Za-z0-9])(bearer|basic|apikey|negotiate)[ \t]{1,8}([A-Za-z0-9._~+/=-]{8,})/gi;
/** A secret's name, and what stands between it and its value. */
const NAMED =
  /(?:passw(?:or)?d|passwort|passphrase|passcode|pwd|(?<![A-Za-z])(?:pass|pw|pin)(?=["'`\]\\]{0,8}[ \t]{0,8}[:=])|secret|token|api[_-]?key|access[_-]?key(?:[_-]?id)?|secret[_-]?key|account[_-]?key|private[_-]?key|signing[_-]?key|credentials?|x-(?:amz|goog)-signature|authorization|cookie|identified[ ](?:(?:via|with)[ ][\w'"`]{1,60}[ ])?(?:by|using|as)(?:[ ]password)?|contrasena|пароль|mot[ ]de[ ]passe|kennwort|wachtwoord|senha|密码|密碼|口令|密钥|令牌|ハスワート|비밀번호)(?:[_-](?:old|new|value|hash|digest)|[0-9]{1,2})?([\\"'`\]]{0,8}[ \t]{0,8}(?:=>|:=|==|!=|<>|[=:(是为]|[ ](?:is|was)[ ]| )[ \t]{0,8})/giu;
/** Names in scripts that are written without spaces: what is said behind them in the same script is no value. */
const FOREIGN_NAME = /[^\x20-\x7e]/;
const QUOTE = /[\\]{0,8}["'`]/y;
const BARE = /[^\s"'`,;&|)}\]<>\\]+/y;
/** `password IN (`, and what ends a literal that is compared with a name: `'x' = u.password`. */
const LISTED =
  /([A-Za-z0-9_`]{1,80})[ \t\r\n]{1,8}(?:not[ \t\r\n]{1,8})?(?:in[ \t\r\n]{0,8}\(|like[ \t\r\n])/gi;
const LITERAL = /[ \t\r\n]{0,8},?[ \t\r\n]{0,8}(['"])/y;
const COMPARED =
  /(['"])[ \t\r\n]{0,8}(?:<=>|<>|!=|=)[ \t\r\n]{0,8}(?=((?:`?[A-Za-z0-9_]{1,60}`?\.){0,2}`?[A-Za-z0-9_]{1,60}))/g;
/** `mysql -u root -pX`, `sshpass -p X` */
const CLIENT = /(?<![A-Za-z0-9_])(?:(?:mysql|mariadb)[a-z-]{0,12}(?=[ \t])|sshpass(?=[ \t]))/g;
const XML_NAMED =
  /<[A-Za-z0-9_:-]{0,60}(?:password|passwd|pwd|secret|token|apikey|api[_-]key)>([^<]{1,1000})/gi;
/** What stands for a value, or is none. */
const PLACEHOLDER =
  /^(?:\?|\*+|x{3,}|\$[0-9]+|:[a-z_]\w*|%[sdv]|\$?\{[\w .{-]*\}*|<[a-z _-]*>?|‹.*|[([]|select|null|nil|none|undefined|true|false|yes|no|not|is|was|too|on|off|the|a|must|should|cannot|please|required|invalid|incorrect|missing|expired|empty|wrong)[.:]?$/i;
/** How a manual writes that a secret of one's own goes there: `NEW-PASSWORD`, `user:password@host`. */
const STAND_IN =
  /^(?:(?:[A-Z]+[_-])*(?:PASSWORD|SECRET|TOKEN|KEY)(?:[_-][A-Z]+)*|password|secret|token|…|\.{3})$/;
/** What a header holds behind its name. */
const AUTHORIZATION =
  /(?:(?:bearer|basic|digest|token|apikey|negotiate|aws4-hmac-sha256)[ \t]{1,8}[^\r\n"'`]{1,2048}|(?=[^0-9\s]{0,64}[0-9])[^\s"'`]{8,2048})/iy;
const COOKIES = /[^\s=;"'`]{1,100}=[^\r\n"'`]{0,2048}/y;

/** Where secrets stand; places may overlap. Takes time in proportion to the text. */
export function recogniseSecrets(text: string, traits: TextTraits): FoundSecret[] {
  const found: FoundSecret[] = [...privateKeys(text)];
  for (const { kind, shape } of SHAPES)
    for (const match of text.matchAll(shape))
      if (!SLUG.test(match[0])) found.push({ kind, start: match.index, end: match.index + match[0].length });
  for (const match of text.matchAll(ADDRESS)) {
    const end = match.index + match[0].length - 1;
    found.push(...placeOf(text, "password", end - (match[1] ?? "").length, end));
  }
  found.push(...driverPasswords(text), ...bearerTokens(text), ...namedSecrets(text, traits));
  found.push(...comparedLiterals(text), ...clientPasswords(text));
  for (const match of text.matchAll(XML_NAMED)) {
    const value = match[1] ?? "";
    const end = match.index + match[0].length;
    found.push(...placeOf(text, "secret", end - value.length, end));
  }
  if (traits.cards !== "none")
    found.push(...findCardNumbers(text, traits.cards).map((place) => ({ ...place, kind: "card number" })));
  return found;
}

/** Whether a private key begins in the text and does not end in it. */
export function leavesKeyOpen(text: string): boolean {
  return [...text.matchAll(KEY_BEGIN)].length > [...text.matchAll(KEY_END)].length;
}

/** How much of a line belongs to a private key that began on an earlier one, and whether it ends there. */
export function keyRemainder(text: string): { readonly length: number; readonly ends: boolean } {
  const [end] = text.matchAll(KEY_END);
  if (end !== undefined) return { length: end.index + end[0].length, ends: true };
  return /^[A-Za-z0-9+/=:,\s-]*$/.test(text)
    ? { length: text.length, ends: false }
    : { length: 0, ends: true };
}

/** A key without an end was cut. */
function privateKeys(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  const ends = [...text.matchAll(KEY_END)].map((match) => match.index + match[0].length);
  let nextEnd = 0;
  let behind = 0;
  for (const { index } of text.matchAll(KEY_BEGIN)) {
    if (index < behind) continue;
    while (nextEnd < ends.length && (ends[nextEnd] ?? 0) <= index) nextEnd += 1;
    behind = ends[nextEnd] ?? text.length;
    found.push({ kind: "private key", start: index, end: behind });
  }
  return found;
}

function driverPasswords(text: string): FoundSecret[] {
  let behind = 0;
  return [...text.matchAll(DRIVER_ADDRESS)].flatMap(({ index }) => {
    let start = index;
    const first = Math.max(behind, index - 200);
    behind = index;
    while (start > first && /[^\s"'`=,;]/.test(text[start - 1] ?? " ")) start -= 1;
    const colon = text.slice(start, index).indexOf(":");
    return colon < 0 ? [] : placeOf(text, "password", start + colon + 1, index);
  });
}

/** "Basic functionality" is no credential: one has a digit, or is long and mixed. */
function bearerTokens(text: string): FoundSecret[] {
  return [...text.matchAll(BEARER)].flatMap((match) => {
    const token = match[2] ?? "";
    const end = match.index + match[0].length;
    if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(token)) return [];
    // What stands behind "basic" is a user, a colon and a password in Base64.
    if (/^basic$/i.test(match[1] ?? "") && !Buffer.from(token, "base64").includes(":")) return [];
    const mixed = /[A-Z]/.test(token.slice(1)) && /[a-z]/.test(token);
    if (!/[0-9]/.test(token) && !(mixed && token.length >= 12)) return [];
    return placeOf(text, "credentials", end - token.length, end);
  });
}

/** Literals of SQL that are compared with a column of secrets. */
function comparedLiterals(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const match of text.matchAll(LISTED)) {
    const kind = secretKindOf(match[1] ?? "");
    if (kind === null) continue;
    LITERAL.lastIndex = match.index + match[0].length;
    for (let next = LITERAL.exec(text); next !== null; next = LITERAL.exec(text)) {
      const start = next.index + next[0].length;
      const end = closingOf(text, start, next[1] ?? "'");
      found.push(...placeOf(text, kind, start, end));
      LITERAL.lastIndex = end + 1;
    }
  }
  for (const match of text.matchAll(COMPARED)) {
    const kind = secretKindOf(match[2] ?? "");
    const opening =
      kind === null
        ? -1
        : text.slice(Math.max(0, match.index - 256), match.index).lastIndexOf(match[1] ?? "'");
    if (kind === null || opening < 0) continue;
    found.push(...placeOf(text, kind, Math.max(0, match.index - 256) + opening + 1, match.index));
  }
  return found;
}

function clientPasswords(text: string): FoundSecret[] {
  return [...text.matchAll(CLIENT)].flatMap(({ index, 0: client }) => {
    const said = text.slice(index, index + 200);
    const option = client === "sshpass" ? /[ \t]-p[ \t]?([^\s|;&]+)/ : /[ \t]-p([^\s|;&]+)/;
    const match = option.exec(said.split(/[\r\n|;]/)[0] ?? "");
    const value = match?.[1] ?? "";
    if (match === null || value === "") return [];
    const end = index + match.index + match[0].length;
    return placeOf(text, "password", end - value.length, end);
  });
}

function namedSecrets(text: string, traits: TextTraits): FoundSecret[] {
  const found: FoundSecret[] = [];
  NAMED.lastIndex = 0;
  for (let match = NAMED.exec(text); match !== null; match = NAMED.exec(text)) {
    const [whole, between = ""] = match;
    const from = match.index + whole.length;
    const secret = valueAt(text, from, {
      name: whole.slice(0, whole.length - between.length),
      between,
      traits,
    });
    if (secret === null) {
      NAMED.lastIndex = match.index + whole.length - between.length;
      continue;
    }
    found.push(...secret);
    NAMED.lastIndex = Math.max(from, secret[0]?.end ?? from);
  }
  NAMED.lastIndex = 0;
  return found;
}

interface Named {
  readonly name: string;
  readonly between: string;
  readonly traits: TextTraits;
}

/** Null where no value begins. */
function valueAt(text: string, from: number, { name, between, traits }: Named): FoundSecret[] | null {
  const kind = kindOf(name);
  QUOTE.lastIndex = from;
  const quote = QUOTE.exec(text)?.[0];
  const sign = between.replace(/[\\"'`\]\s]/g, "");
  const nameAt = from - between.length - name.length;
  const isDirectory = /^pwd$/i.test(name) && !/[A-Za-z0-9_-]/.test(text.charAt(nameAt - 1));
  if (quote !== undefined) {
    if (sign === "" && !/identified/i.test(name)) return null;
    const start = from + quote.length;
    if (isDirectory && startsWithPath(text, start)) return [];
    return placeOf(text, kind, start, closingOf(text, start, quote));
  }
  if (sign === "(" || traits.code) return null;
  const header = sign === ":" ? headerOf(name) : null;
  if (header !== null) {
    header.lastIndex = from;
    const value = header.exec(text)?.[0];
    return value === undefined ? null : placeOf(text, kind, from, from + value.length);
  }
  BARE.lastIndex = from;
  const bare = BARE.exec(text)?.[0];
  if (bare === undefined) return null;
  if (isDirectory && startsWithPath(text, from)) return [];
  if (FOREIGN_NAME.test(name + sign) && FOREIGN_NAME.test(bare.charAt(0))) return null;
  if (/^(?:is|was)$/i.test(sign))
    return looksChosen(bare) ? placeOf(text, kind, from, from + sentenceEnd(bare)) : null;
  if (/^pass$/i.test(name) && /^[0-9.]+$/.test(bare)) return null;
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(bare) && isCounted(text, nameAt)) return [];
  // Behind a space alone only what an option of a program takes.
  if (sign === "" && !isOption(text, nameAt)) return null;
  // Words of a sentence: "unknown token: end of file".
  if (
    (kind !== "password" || /^pass$/i.test(name)) &&
    /\s$/.test(between) &&
    sign !== "=" &&
    /^[A-Za-z][a-z]*[.]?$/.test(bare)
  )
    return null;
  if (kind === "token" && /^[0-9]{1,6}$/.test(bare)) return null;
  return placeOf(text, kind, from, from + bare.length);
}

/** "the password is X": no word of a sentence, and no measure. */
function looksChosen(bare: string): boolean {
  const value = bare.slice(0, sentenceEnd(bare));
  const isMixed = /[0-9]/.test(value)
    ? !/^[0-9.,%-]+$/.test(value) || /^[0-9]{6,}$/.test(value)
    : /[a-z][A-Z]|[!@#$%^*+~]/.test(value);
  return value.length >= 4 && isMixed && !/^[0-9]{4}-[0-9]{2}-/.test(value);
}

function sentenceEnd(bare: string): number {
  return bare.replace(/[.!?:]+$/, "").length;
}

/** `PWD` is a directory where it stands by itself. */
function startsWithPath(text: string, at: number): boolean {
  return /^\/[A-Za-z0-9._-]{1,64}(?:\/|[\s"',;)]|$)/.test(text.slice(at, at + 68));
}

/** `wrong_password=17`, `failures_by_password: 3`. */
function isCounted(text: string, nameAt: number): boolean {
  return /(?:^|[^A-Za-z])(?:wrong|invalid|bad|failed|missing|expired|unknown|count|num|total|sum|avg|by|per|of)[_-]$/i.test(
    text.slice(Math.max(0, nameAt - 16), nameAt),
  );
}

function headerOf(name: string): RegExp | null {
  if (/^authorization$/i.test(name)) return AUTHORIZATION;
  return /^cookie$/i.test(name) ? COOKIES : null;
}

function isOption(text: string, nameAt: number): boolean {
  return /(?:^|\s)--[A-Za-z0-9-]{0,40}$/.test(text.slice(Math.max(0, nameAt - 44), nameAt));
}

/** Where a quoted value ends: at its quote, at the end of its line, or at the end of a text that was cut. */
function closingOf(text: string, start: number, quote: string): number {
  const sign = quote.slice(-1);
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === "\n" || character === "\r") return index;
    if (quote.length > 1) {
      if (text.startsWith(quote, index)) return index;
    } else if (character === "\\") {
      index += 1;
    } else if (character === sign) {
      if (sign !== "'" || text[index + 1] !== "'") return index;
      index += 1;
    }
  }
  return text.length;
}

function kindOf(name: string): string {
  if (
    /pass|pwd|pw$|pin$|identified|contrasena|пароль|kennwort|wachtwoord|senha|密码|密碼|口令|ハスワート|비밀번호/i.test(
      name,
    )
  )
    return "password";
  if (/token|cookie/i.test(name)) return "token";
  if (/authorization|credential/i.test(name)) return "credentials";
  if (name === "令牌") return "token";
  return /key|密钥/i.test(name) ? "key" : "secret";
}

function placeOf(text: string, kind: string, start: number, end: number): FoundSecret[] {
  const value = text.slice(start, Math.min(end, start + 80));
  return end <= start || PLACEHOLDER.test(value) || STAND_IN.test(value) || !isSecretValue(value)
    ? []
    : [{ kind, start, end }];
}
