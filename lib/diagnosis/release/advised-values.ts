/**
 * Values that an advice gives by itself and that say nothing of what was found: what to set a known setting to, from what on to alert, which column to
 * index (REL-1). They count only in a line that begins as such an advice.
 */
import { SERVER_NAMES } from "./server-names";

const VALUE = String.raw`\d+(?:[.,]\d+)?(?: ?(?:ms|s|min|minutes?|seconds?|milliseconds?|h|hours?|%|percent|[kmg]i?b|[kmg]|毫秒|秒|分钟|分|小时|sekunden|minuten|prozent))?(?![\p{L}\p{N}_])(?!\.\d)`;
const SETS =
  /^(?:please |then |consider |e\.g\. )?(?:set(?:ting)?|increas(?:e|ing)|rais(?:e|ing)|lower(?:ing)?|reduc(?:e|ing)|decreas(?:e|ing)|limit(?:ing)?|cap|keep(?:ing)?|chang(?:e|ing)|setzen|setze|erhöhen?|senken?|begrenzen?|aumentar?|reducir|augmente[zr]?|réduire|réduisez)(?!\p{L})|^(?:请|建议)?(?:将|把)/iu;
const SETTING = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])([a-z_]+)( to (?:at least |about )?| at | from | auf | a | à |=| = | ?(?:提高到|增加到|调整为|调整到|设置为|设为|降低到|降到|改为) ?)${VALUE}`,
  "giu",
);
const ALERTS =
  /^(?:please |then )?(?:(?:set (?:up )?|add |create )?(?:an? )?(?:alerts?|alarm)|warn|page|monitor|watch|track|alarmieren|überwachen?|alerte[zr]?|surveille[zr]?|monitore[ae]r?)(?!\p{L})|^(?:请|建议)?(?:监控|告警|报警|设置告警|当)/iu;
const TELLS = /(?<!\p{L})(?:that|because|since|was|were|had|as)(?!\p{L})|因为|由于|已/iu;
const THRESHOLD = new RegExp(
  String.raw`(?:>=?|<=?|≥|≤|(?<!\p{L})(?:above|below|over|under|beyond|exceeds?|exceeding|reaches|über|unter|supera|dépasse)(?!\p{L})|超过|高于|低于|大于|小于) ?${VALUE}`,
  "giu",
);
const PERCENTILE = /(?<![\p{L}\p{N}_])p(?:50|75|90|95|99|999)(?![\p{L}\p{N}_])/giu;
const COLUMN = String.raw`[\p{L}_.\x60]+(?: ?\([\p{L}_, \x60]+\))?`;
const INDEXED = new RegExp(
  String.raw`((?<!\p{L})(?:index|indexes|indices|índice|索引)(?: (?:on|for|over|auf|für|en|sobre|sur)))(?: (?:the )?(?:columns? |spalte )?)${COLUMN}(?:(?:, | and | und | y | et )[\p{L}]*_[\p{L}_]+)*|在 ?${COLUMN} ?(?:列|字段)?上?(?=(?:添加|创建|建立|加|增加)[^。]{0,8}索引)`,
  "giu",
);
const INDEXES =
  /^(?:please |then |consider )?(?:add(?:ing)?|creat(?:e|ing)|put(?:ting)?|legen|erstellen?|añad[ae]|añadir|crear|ajoute[zr]?|crée[zr]?)(?!\p{L})|^(?:请|建议)?(?:在|为|给)/iu;

/** The line without such values. Of text that was normalised. */
export function withoutAdvisedValues(line: string): string {
  let rest = line;
  if (INDEXES.test(line)) rest = rest.replace(INDEXED, "$1 ");
  if (SETS.test(line)) {
    rest = rest.replace(SETTING, (whole, name: string) =>
      SERVER_NAMES.has(name.toLowerCase()) ? name : whole,
    );
  }
  if (ALERTS.test(line) && !TELLS.test(line)) rest = rest.replace(THRESHOLD, " ").replace(PERCENTILE, " ");
  return rest;
}
