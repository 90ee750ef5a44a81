/** Names of columns and members whose value is a secret whatever it looks like. */
const SECRET_NAME =
  /(?:^|_)(?:password|passwd|passwort|pwd|passphrase|(?:db|smtp|user|root|admin|mysql|login)_?pass|secret|token|api_?key|access_?key|secret_?key|access_key_id|private_?key|signing_?key|encryption_?key|credentials?|authorization|cookie|session_?key|password_?hash|passwd_?hash|password_?digest|authentication_string|auth_string|client_?secret|otp|cvv2?|cvc2?|card_?number|pan|card_?no)$/;
/** What merely speaks of one: `has_password` is an answer to a question. */
const ABOUT_A_SECRET =
  /^(?:has|is|was|needs?|no|require[sd]?|uses?|count|num|next|page|max|min|input|output)_/;
/** These say whether there is one. */
const NO_SECRET = /^(?:|0|1|y|n|yes|no|true|false|null|none|on|off|\?|\*+|x{3,})$/i;

/** What is masked under such a name, for the mark; null where the name promises nothing. */
export function secretKindOf(name: string): string | null {
  const plain = (name.split(/[.\s[\]/]/).findLast((part) => part !== "") ?? "")
    .slice(-80)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
  if (!SECRET_NAME.test(plain) || ABOUT_A_SECRET.test(plain)) return null;
  if (/card|pan$/.test(plain)) return "card number";
  if (/cv[vc]2?$/.test(plain)) return "card code";
  if (/pass|pwd|auth_string|authentication_string/.test(plain)) return "password";
  if (/token|cookie|otp|authorization/.test(plain)) return "token";
  return /key/.test(plain) ? "key" : "secret";
}

/** Whether a value under a secret's name can be one. */
export function isSecretValue(value: string): boolean {
  return !NO_SECRET.test(value.trim());
}
