/**
 * Turns text into search terms: folded words with a light English stem, and pairs of neighbouring characters for Chinese,
 * Japanese and Korean, which need no dictionary and so match the same way in questions and documents.
 */

/** Longest text that is looked at, in characters; a question is far shorter. */
const MAX_CHARACTERS = 200_000;

/** Words that carry no subject: function words, question words, courtesy, and time words, which are parameters. */
const STOP_WORDS = new Set(
  `a an the this that these those there here it its is are was were be been being am do does did done doing have has had
  i me my we us our you your he she they them their who whom whose what which when where why how
  and or but if then else so than too very just also of in on at to from for with without by as into onto about over under through because
  can could should would will may might must shall not no nor yes please hi hello hey thanks thank let lets want need help
  get got getting give show tell look see find check explain happening happen happened mean means meaning going go any some all every each more
  most much many lot lots really again still now today yesterday tomorrow tonight morning afternoon evening night noon
  midnight last past since until till before after ago during between recent recently second seconds sec secs minute minutes
  min mins hour hours hrs day days week weeks month months year years monday tuesday wednesday thursday friday saturday sunday
  utc am pm`.split(/\s+/),
);

// Longest first, so that 为什么 is not left as 为什 after 么 was taken out.
const CJK_STOP_WORDS = [
  "为什么",
  "怎么样",
  "怎么回事",
  "怎么办",
  "请问一下",
  "请帮我",
  "帮我看看",
  "看一下",
  "是什么",
  "什么是",
  "有没有",
  "是不是",
  "昨天",
  "今天",
  "前天",
  "上周",
  "本周",
  "这周",
  "最近",
  "过去",
  "开始",
  "以来",
  "小时",
  "分钟",
  "星期",
  "上个月",
  "怎么",
  "怎样",
  "如何",
  "为啥",
  "为何",
  "什么",
  "哪些",
  "哪个",
  "哪里",
  "请问",
  "帮我",
  "可以",
  "一下",
  "这个",
  "那个",
  "了",
  "吗",
  "呢",
  "的",
  "吧",
  "啊",
  "呀",
  "们",
  "是",
  "在",
  "有",
  "和",
  "与",
  "都",
  "也",
  "就",
  "把",
  "被",
  "让",
  "会",
  "能",
].sort((left, right) => right.length - left.length);
const CJK_STOP = new RegExp(CJK_STOP_WORDS.join("|"), "g");
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/u;
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{N}]+(?:['_.-][\p{L}\p{N}]+)*/gu;

/** Light English stem: plural, -ing, -ed, -ure, -tion and kin. Wrong English is fine as long as it is the same on both sides. */
export function stem(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  let base = word;
  if (base.endsWith("ies") && base.length > 4) base = `${base.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x|z)es$/.test(base)) base = base.slice(0, -2);
  else if (base.endsWith("s") && !/(?:ss|us|is)$/.test(base)) base = base.slice(0, -1);
  for (const suffix of ["ings", "ing", "ions", "ion", "ures", "ure", "ers", "er", "ed", "ment", "ly"]) {
    if (base.endsWith(suffix) && base.length - suffix.length >= 3) {
      base = base.slice(0, -suffix.length);
      break;
    }
  }
  // dropped → dropp → drop, and failing, failed, failure → fail; final e goes so that rotate and rotating meet.
  if (/([bdfgmnprt])\1$/.test(base)) base = base.slice(0, -1);
  if (base.endsWith("e") && base.length > 3) base = base.slice(0, -1);
  if (base.endsWith("at") && base.length > 4) base = base.slice(0, -2);
  return base;
}

function addWord(word: string, terms: string[]): void {
  const plain = word.replace(/['_.-]/g, "");
  const parts = word.split(/[_.-]/).map((part) => part.replace(/'(?:s|t|re|ve|ll|m)?$/, ""));
  if (parts.length > 1) {
    // "sign-ups", "sign ups" and "signups" are one subject.
    if (!/^\d+$/.test(plain)) terms.push(stem(plain));
  }
  for (const part of parts) {
    if (part.length < 2 || /^\d+$/.test(part) || STOP_WORDS.has(part)) continue;
    terms.push(stem(part));
  }
}

function addPairs(run: string, terms: string[]): void {
  // What a stop word parted belongs together: 支付为什么失败 and 为什么支付失败 are one question.
  const characters = [...run.replace(CJK_STOP, "")];
  if (characters.length === 1) terms.push(...characters);
  for (let index = 0; index + 1 < characters.length; index++) {
    terms.push(`${characters[index] ?? ""}${characters[index + 1] ?? ""}`);
  }
}

/** Search terms in the order of the text, repeats included. */
export function tokenize(text: string): string[] {
  const terms: string[] = [];
  const folded = text
    .slice(0, MAX_CHARACTERS)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .normalize("NFKC")
    .toLowerCase();
  for (const [token] of folded.matchAll(TOKEN)) {
    if (CJK_RUN.test(token)) addPairs(token, terms);
    else addWord(token, terms);
  }
  return terms;
}
