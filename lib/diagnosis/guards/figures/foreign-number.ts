/**
 * Numbers in the words of languages whose words are not read as figures: German, Spanish, Portuguese, French, Russian, Korean and Japanese, from
 * thirteen on. Kanji are read as Chinese (`worded-number.ts`). A word that means something else in English counts only among words of its language.
 */
import { foldText } from "./normalise-text";

const word = (alternatives: string): string =>
  String.raw`(?<![\p{L}\p{N}_-])(?:${alternatives})(?![\p{L}\p{N}_]|-\p{L})`;

const GERMAN_TENS = "zwanzig|drei(?:ß|ss)ig|vierzig|f(?:ü|ue)nfzig|sechzig|siebzig|achtzig|neunzig";
const GERMAN_TEENS = "(?:drei|vier|f(?:ü|ue)nf|sech|sieb|acht|neun)zehn";
const GERMAN_UNITS = "eine?|zwei|zwo|drei|vier|f(?:ü|ue)nf|sechs|sieben|acht|neun|zehn|elf|zw(?:ö|oe)lf";
const GERMAN_PART = `${GERMAN_TEENS}|${GERMAN_TENS}|${GERMAN_UNITS}|und`;
const GERMAN = word(
  `(?:${GERMAN_PART}|hundert|tausend)*(?:${GERMAN_TEENS}|${GERMAN_TENS}|hundert|tausend)(?:${GERMAN_PART}|hundert|tausend)*|(?:${GERMAN_PART}|hundert|tausend)+ (?:million|milliarde)(?:en|n)?`,
);

const SPANISH = word(
  "trece|catorce|dieci(?:s[eé]is|siete|ocho|nueve)|veinte|veinti[a-zéó]+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|(?:dos|tres|cuatro|seis|sete|ocho|nove)cient[oa]s|quinient[oa]s|(?:un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez) (?:mil|mill[oó]n|millones)",
);
const PORTUGUESE = word(
  "treze|catorze|dez[ea]sseis|dez[ea]ssete|dezoito|dez[ea]nove|vinte|trinta|quarenta|cinquenta|sessenta|oitenta|cem|(?:duz|trez)ent[oa]s|quinhent[oa]s|(?:quatro|seis|sete|oito|nove)cent[oa]s|(?:um|dois|tr[eê]s|quatro|cinco|seis|sete|oito|nove|dez) (?:mil|milh[aã]o|milh[oõ]es)",
);
const FRENCH_UNITS =
  "et-une?|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix(?:-sept|-huit|-neuf)?|onze|douze|treize|quatorze|quinze|seize";
const FRENCH = word(
  `treize|quatorze|quinze|dix-(?:sept|huit|neuf)|vingt(?:-et-une?)?|vingt-(?:${FRENCH_UNITS})|vingts|(?:trente|quarante|cinquante|soixante)(?:-(?:${FRENCH_UNITS}))?|septante|nonante|quatre-vingts?(?:-(?:${FRENCH_UNITS}))?|(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix) (?:cents?|mille|milliards?)`,
);
const RUSSIAN = word(
  "(?:три|четыр|пят|шест|сем|восем|девят)надцат(?:ь|и|ью)|двадцат(?:ь|и|ью)|тридцат(?:ь|и|ью)|сорока?|(?:пят|шест|сем|восем)(?:ь|и)десят[иь]?ю?|девяност[оа]|ст[оа]|двести|двухсот|триста|тр[её]хсот|четыреста|четыр[её]хсот|(?:пят|шест|сем|восем|девят)[ьи]сот|тысяча|миллион",
);
const KOREAN_SCALED = "[일이삼사오육칠팔구]?[십백천만억조]";
const KOREAN_COUNTER = " ?(?:건|개|번|명|회|초|분|시간|일|퍼센트|배|행|줄)";
const KOREAN = String.raw`(?<!\p{Script=Hangul})(?:(?:${KOREAN_SCALED}){2,}[일이삼사오육칠팔구]?(?=${KOREAN_COUNTER}|[^\p{Script=Hangul}]|$)|[일이삼사오육칠팔구]?[십백천만억조][일이삼사오육칠팔구](?=${KOREAN_COUNTER})|[이삼사오육칠팔구][십백천만억](?=${KOREAN_COUNTER})|(?:스물|서른|마흔|쉰|예순|일흔|여든|아흔)(?:한|하나|두|둘|세|셋|네|넷|다섯|여섯|일곱|여덟|아홉)?(?=${KOREAN_COUNTER}))`;
const KANA_DIGIT = "(?:に|さん|よん|ご|ろく|ろっ|なな|しち|はち|はっ|きゅう)";
const KANA = String.raw`(?<!\p{Script=Hiragana})(?:(?:${KANA_DIGIT}|せん)?(?:せん|ぜん|まん)?${KANA_DIGIT}(?:ひゃく|びゃく|ぴゃく|じゅう)(?:${KANA_DIGIT}|いち)?)`;
/** Digits before a word for a power of ten: what is read is the digits alone. */
const SCALED_DIGITS = String.raw`\d ?(?:tausend|millionen|milliarden?|mio|mrd|millones|milh[oõ]es|milh[aã]o|milliards?|тыс|тысяч[аиу]?|млн|миллион(?:а|ов)?|млрд)(?!\p{L})`;

const ANYWHERE = new RegExp(
  [GERMAN, SPANISH, PORTUGUESE, FRENCH, RUSSIAN, KOREAN, KANA, SCALED_DIGITS].join("|"),
  "iu",
);

/** Words that are English too, and the commonest words of their language, two of which have to stand beside them. */
const AMONG: readonly { readonly numbers: RegExp; readonly company: RegExp }[] = [
  {
    numbers: new RegExp(`${word("quince|mil|ciento")}|\\d ?mil(?!\\p{L})`, "giu"),
    company: new RegExp(
      word("el|los|las|del|que|en|se|por|con|una|fueron|han|más|fallaron|pagos|hubo|desde"),
      "giu",
    ),
  },
  {
    numbers: new RegExp(`${word("quinze|mil|cento")}|\\d ?mil(?!\\p{L})`, "giu"),
    company: new RegExp(
      word("os|das|da|em|na|foram|são|um|uma|com|mais|não|falharam|pagamentos|desde|houve"),
      "giu",
    ),
  },
  {
    numbers: new RegExp(`${word("seize|cents?|mille")}|\\d ?(?:mille|millions)(?!\\p{L})`, "giu"),
    company: new RegExp(
      word("le|la|les|des|du|une|est|ont|pas|dans|avec|sur|et|qui|aux|sont|été|depuis|paiements"),
      "giu",
    ),
  },
];
/** "Por ciento", "pour cent": a share, in digits. */
const OF_A_HUNDRED = /(?:por|pour|per) $/iu;
/** A company of two different words. */
const FEWEST = 2;

/** The first number that the text says in such words; null when there is none. */
export function findForeignNumber(text: string): string | null {
  const folded = foldText(text);
  const plain = ANYWHERE.exec(folded)?.[0];
  if (plain !== undefined) return plain;
  for (const { numbers, company } of AMONG) {
    const around = new Set([...folded.matchAll(company)].map(([found]) => found));
    if (around.size < FEWEST) continue;
    for (const found of folded.matchAll(numbers)) {
      if (!OF_A_HUNDRED.test(folded.slice(0, found.index))) return found[0];
    }
  }
  return null;
}
