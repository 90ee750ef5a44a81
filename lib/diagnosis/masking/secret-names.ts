/** Names of columns and members whose value is a secret whatever it looks like. */
const SECRET_NAME =
  /(?:^|_)(?:password|passwd|passwort|pwd|pw|passphrase|pass(?:code)?|(?:db|smtp|user|root|admin|mysql|login)pass|pin|auth|account_?key|secret|token|api_?key|access_?key|secret_?key|access_key_id|private_?key|signing_?key|encryption_?key|credentials?|authorization|cookie|session_?key|authentication_string|auth_string|client_?secret|otp|cvv2?|cvc2?|card_?number|pan|card_?no)$/;
/** What may stand behind such a name: `password1`, `token_value`, `pwd_hash_old`. */
const VARIANT =
  /(?:(?<=[a-z])[0-9]{1,2}|_(?:old|new|current|previous|prev|backup|bak|value|val|text|plain|raw|hash|hashed|digest|enc|encrypted|md5|sha[0-9]{0,3}|bcrypt|[0-9]{1,2}))$/;
/** What merely speaks of one: `has_password` is an answer to a question. */
const ABOUT_A_SECRET =
  /^(?:has|is|was|needs?|no|require[sd]?|uses?|count|num|next|page|max|min|input|output|sum|avg|total)_|(?:^|_)(?:by|per)_/;
/** These say whether there is one, or how it fares. */
const NO_SECRET = new RegExp(
  String.raw`^(?:|0|1|y|n|yes|no|true|false|null|none|on|off|\?|\*+|x{3,}|-+|n/a|(?:un)?available|(?:un)?set|(?:un)?used|(?:un)?locked|(?:in)?active|(?:in)?valid|(?:dis|en)abled|(?:dis)?allowed|(?:un)?authori[sz]ed|accepted|approved|cancell?ed|captured|changed|created|declined|default|deleted|denied|empty|error|expired|fail(?:ed|ure)?|forbidden|granted|missing|ok(?:ay)?|optional|pending|present|absent|refused|rejected|required|revoked|rotated|succeeded|success|timeout|unknown|voided|wrong)[.!]?$`,
  "i",
);

/** What is masked under such a name, for the mark; null where the name promises nothing. */
export function secretKindOf(name: string): string | null {
  const plain = (name.split(/[.\s[\]/]/).findLast((part) => part !== "") ?? "")
    .slice(-80)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
  if (!isSecretName(plain) || ABOUT_A_SECRET.test(plain)) return null;
  if (/card|pan$/.test(plain)) return "card number";
  if (/cv[vc]2?$/.test(plain)) return "card code";
  if (/pass|pwd|(?:^|_)pw|pin$|auth_string|authentication_string/.test(plain)) return "password";
  if (/token|cookie|otp|authorization/.test(plain)) return "token";
  return /key/.test(plain) ? "key" : "secret";
}

function isSecretName(plain: string): boolean {
  const once = plain.replace(VARIANT, "");
  return [plain, once, once.replace(VARIANT, "")].some((name) => SECRET_NAME.test(name));
}

/** A column or member of ids holds long numbers that are no cards'. */
const ID_NAME =
  /(?:^|[_.])(?:id|nr|no|num|number|ref|seq|ts|time|timestamp|lsn|gtid|ean|gtin|upc|imei|barcode|tracking|tracking_code|order|invoice|serial)`?$|[a-z](?:Id|ID|No|Nr|Number)`?$/i;
const CARD_NAME = /card|(?:^|_)(?:cc|pan)(?:_|num|$)/i;

export function isIdName(name: string): boolean {
  return ID_NAME.test(name) && !isCardName(name);
}
export function isCardName(name: string): boolean {
  return CARD_NAME.test(name);
}

/** Whether a value under a secret's name can be one. */
export function isSecretValue(value: string): boolean {
  return !NO_SECRET.test(value.trim());
}
