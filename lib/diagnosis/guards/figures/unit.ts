/** Units of measurement as texts write them. Exact: a size is a whole number of the smallest unit of its dimension. */
import { WORD } from "./word-characters";

export interface Unit {
  /** Only units of one dimension can be converted into each other. */
  readonly dimension: string;
  /** In the smallest unit of the dimension, ≥ 1. */
  readonly size: bigint;
}

const NS = 1n;
const US = 1_000n * NS;
const MS = 1_000n * US;
const SECOND = 1_000n * MS;
const MINUTE = 60n * SECOND;
const HOUR = 60n * MINUTE;
const DAY = 24n * HOUR;
const BYTE = 8n;

const TIME_WORDS: readonly (readonly [bigint, string])[] = [
  [NS, "ns nsec nanosecond nanoseconds nanosekunden nanosegundos наносекунд 纳秒"],
  [
    US,
    "us μs usec usecs microsecond microseconds mikrosekunden microsegundos мкс микросекунд 微秒 マイクロ秒",
  ],
  [
    MS,
    "ms msec msecs millis millisecond milliseconds millisekunde millisekunden milliseconde millisecondes milisegundo milisegundos milissegundos millisecondi мс миллисекунд миллисекунды миллисекунда 毫秒 ミリ秒 밀리초 मिलीसेकंड ملي",
  ],
  [
    SECOND,
    "s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondo secondi сек секунд секунды секунда с 秒 秒钟 秒鐘 초 सेकंड ثانية ثوان ثواني",
  ],
  [
    MINUTE,
    "m min mins minute minutes minuten minuto minutos minuti мин минут минуты минута 分 分钟 分鐘 분 मिनट دقيقة دقائق",
  ],
  [
    HOUR,
    "h hr hrs hour hours stunde stunden std heure heures hora horas ora ore ч час часа часов 小时 小時 时间 時間 시간 घंटे घंटा ساعة ساعات",
  ],
  [
    DAY,
    "d day days tag tage tagen jour jours día días dia dias giorno giorni день дня дней 天 日間 일 दिन يوم أيام",
  ],
  [
    7n * DAY,
    "w week weeks woche wochen semaine semaines semana semanas settimana settimane неделя недели недель 周 週間 주",
  ],
];
const BYTE_WORDS: readonly (readonly [bigint, string])[] = [
  [1n, "bit bits бит 比特 ビット"],
  [1_000n, "kbit kbits kilobit kilobits"],
  [1_000_000n, "mbit mbits megabit megabits"],
  [1_000_000_000n, "gbit gbits gigabit gigabits"],
  [BYTE, "b byte bytes octet octets байт байта 字节 バイト 바이트 बाइट بايت"],
  [BYTE * 1_000n, "kb kilobyte kilobytes кб 千字节"],
  [BYTE * 1_000_000n, "mb megabyte megabytes мб 兆字节"],
  [BYTE * 1_000_000_000n, "gb gigabyte gigabytes гб 吉字节"],
  [BYTE * 1_000_000_000_000n, "tb terabyte terabytes тб"],
  [BYTE * 1_000_000_000_000_000n, "pb petabyte petabytes"],
  [BYTE << 10n, "kib kibibyte kibibytes"],
  [BYTE << 20n, "mib mebibyte mebibytes"],
  [BYTE << 30n, "gib gibibyte gibibytes"],
  [BYTE << 40n, "tib tebibyte tebibytes"],
  [BYTE << 50n, "pib pebibyte pebibytes"],
];
const SHARE_WORDS: readonly (readonly [bigint, string])[] = [
  [1n, "‰ promille permille"],
  [10n, "% ٪ pct percent percentage prozent pourcent процент процента процентов パーセント 퍼센트 प्रतिशत"],
];
/** A share of one, as the columns of ratios hold it; no text writes it. */
export const WHOLE_SHARE: Unit = { dimension: "share", size: 1_000n };
/** Of what counts rows: no measure is one of it. No text writes it. */
export const COUNT_OF_ROWS: Unit = { dimension: "count", size: 1n };
/** Months and years have no fixed number of days. */
const CALENDAR_WORDS: readonly (readonly [bigint, string])[] = [
  [1n, "month months monat monate mois mes meses mese mesi месяц месяца месяцев 个月 個月 ヶ月 개월"],
  [12n, "year years jahr jahre jahren ans année années año años ano anos anno anni год года лет 年"],
];
const CURRENCY_WORDS =
  "eur:€ eur:eur eur:euro eur:euros usd:usd usd:$ gbp:gbp gbp:£ cny:cny jpy:jpy chf:chf inr:inr inr:₹ rub:rub rub:₽ brl:brl krw:krw krw:₩";
/** Written in several words. */
const PHRASES: readonly (readonly [string, Unit])[] = [
  ["per cent", { dimension: "share", size: 10n }],
  ["por ciento", { dimension: "share", size: 10n }],
  ["por cento", { dimension: "share", size: 10n }],
  ["pour cent", { dimension: "share", size: 10n }],
  ["per cento", { dimension: "share", size: 10n }],
  ["percentage points", { dimension: "share", size: 10n }],
];

const BY_WORD: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...wordsOf("time", TIME_WORDS),
  ...wordsOf("data", BYTE_WORDS),
  ...wordsOf("share", SHARE_WORDS),
  ...wordsOf("calendar", CALENDAR_WORDS),
  ...CURRENCY_WORDS.split(" ").map((pair): [string, Unit] => {
    const [currency = "", word = ""] = pair.split(":");
    return [word, { dimension: currency, size: 1n }];
  }),
  ...PHRASES,
  ...["rps", "qps", "tps", "bps", "kbps", "mbps", "gbps"].map((word): [string, Unit] => [
    word,
    { dimension: `rate ${word}`, size: 1n },
  ]),
]);

const ALTERNATIVES = [...BY_WORD.keys()]
  .sort((left, right) => right.length - left.length)
  .map((word) => word.replace(/[$]/g, String.raw`\$&`))
  .join("|");
const AFTER_NUMBER = new RegExp(`[ -]?(${ALTERNATIVES})(?!${WORD})`, "iuy");
const PER_TIME = new RegExp(
  String.raw`(?: ?/ ?|[ -]?(?:per|pro|par|por|al|в|a) )(?:${TIME_WORDS.map(([, words]) => words.replaceAll(" ", "|")).join("|")})(?!${WORD})`,
  "iuy",
);
const BEFORE_NUMBER = /(?:百分之 ?|([%٪$€£₹₽₩]) ?|(?<![\p{L}\p{N}])(eur|usd|gbp|cny|jpy|chf|inr|rub) )$/iu;

/** "per day", "/s": how often, of things that are counted. */
export function isBareRate({ dimension }: Unit): boolean {
  return /^rate (?:\/|per|pro|par|por|al|в|a)/iu.test(dimension);
}

/** The unit with that name, letter case aside; null when it is none that is known. */
export function unitNamed(word: string): Unit | null {
  return BY_WORD.get(word.toLowerCase()) ?? null;
}

/**
 * The unit that is written behind a number that ends at `at`, and how long it is there. A rate ("MB/s", "per second") is a dimension of its own.
 */
export function unitAfter(text: string, at: number): { readonly unit: Unit; readonly length: number } | null {
  const written = matchAt(AFTER_NUMBER, text, at);
  const end = at + (written?.[0].length ?? 0);
  const rate = matchAt(PER_TIME, text, end);
  if (rate !== null) {
    const length = end + rate[0].length - at;
    const name = text.slice(at, at + length).replace(/[ -]/g, "");
    return { unit: { dimension: `rate ${name.toLowerCase()}`, size: 1n }, length };
  }
  const unit = written === null ? null : unitNamed(written[1] ?? "");
  return written === null || unit === null ? null : { unit, length: written[0].length };
}

/** The unit that is written before a number that starts at `at`: "百分之37", "$12"; null when there is none. */
export function unitBefore(text: string, at: number): Unit | null {
  const match = BEFORE_NUMBER.exec(text.slice(Math.max(0, at - 8), at));
  return match === null ? null : unitNamed(match[1] ?? match[2] ?? "%");
}

function wordsOf(dimension: string, table: readonly (readonly [bigint, string])[]): [string, Unit][] {
  return table.flatMap(([size, words]) =>
    words.split(" ").map((word): [string, Unit] => [word, { dimension, size }]),
  );
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
