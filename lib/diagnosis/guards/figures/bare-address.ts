/**
 * Addresses that are written without a scheme ("hydra-status.com/verify", "evil dot com"), as sources for regular expressions. Names of the trade
 * look much the same ("payments.status", "my.cnf", "checkout-api.v2"), so an ending decides: some end addresses and hardly anything else, others
 * do where a path follows or where the reader is told to go there. Other endings make no address.
 */
import { WORD } from "./word-characters";

const ENDING = "com|net|org|io|dev|ai|edu|gov|co|uk|de|fr|eu|ru|cn|jp|kr|nl|br|ly|gl|gd|xyz|biz|tk|ml|icu";
const MORE_ENDINGS =
  "info|app|me|to|in|it|at|us|es|ch|ca|au|pl|se|shop|store|online|site|live|support|help|page|pro|pub|today|world|finance|bank|money|pay|blog|news|top|link|click|cloud|tech|website|space|vip|cc|ws";
/** Frameworks and libraries that are called so. */
const NO_ADDRESS = String.raw`(?!(?:asp|vb|ado|socket|draw)\.(?:net|io)(?![\p{L}\p{N}.]))`;
const LABELS = String.raw`(?:${WORD}|-)+(?:\.(?:${WORD}|-)+)*`;
const HIDDEN_DOT = String.raw` ?[\[({] ?(?:\.|dot|punkt|punto|point) ?[\])}] ?`;
const WORDED_DOT = " (?:dot|punkt|punto|point) ";
const END = String.raw`(?!${WORD}|-${WORD}|\.${WORD})`;
const PORT = String.raw`(?::\d{2,5})?`;
const PATH = String.raw`/(?:[^\s"'<>\x60()。，；]*[^\s"'<>\x60().,;:!?。，；])?`;
const SENT_TO = String.raw`(?:visit|visiting|(?:browse|go|head|log ?in|log ?on|sign in) to|(?:log ?in|sign in|sign up|pay|register|confirm|verify) at|website|访问|登录|打开|besuchen?(?: sie)?|visite[zr]?|visita)`;

const SURE = `${NO_ADDRESS}${LABELS}(?:(?:[.。]|${HIDDEN_DOT})(?:${ENDING})(?:\\.[a-z]{2})?|${WORDED_DOT}(?:com|net|org|io))${END}${PORT}(?:${PATH})?`;
const WITH_PATH = `${LABELS}\\.(?:${MORE_ENDINGS})${PORT}${PATH}`;
const PLACE = `${LABELS}\\.(?:${MORE_ENDINGS})${END}${PORT}`;
/** "The dot com boom" names no place. */
const START = String.raw`(?<!${WORD}|[.-])(?!(?:the|a|an|of|or|and|no|one|every|each) (?:dot|punkt|punto|point) )`;

export const BARE_ADDRESS = {
  inText: `${START}(?:${SURE}|${WITH_PATH}|(?<=(?<!\\p{L})${SENT_TO}:? ?)${PLACE})`,
  /** As one token, whose surroundings are gone. */
  alone: `${SURE}|${WITH_PATH}|${PLACE}`,
} as const satisfies Record<string, string>;

/** Cheap, so that most cells are spared the pattern. */
export function mayHoldBareAddress(text: string): boolean {
  return /[.。]\p{L}{2}|[[({ ](?:\.|dot|punkt|punto|point)[\])} ]/iu.test(text);
}
