/** What can stand in the value of a call, by function. Whatever is not listed may hold any of its arguments as they are. */

function namesOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((name) => name !== ""));
}

/** Their value is the server's own. */
export const ANSWERS_OF_THE_SERVER = namesOf(`
NOW SYSDATE CURDATE CURRENT_DATE CURTIME CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP UTC_DATE UTC_TIME UTC_TIMESTAMP
DATABASE SCHEMA VERSION MATCH`);

/** Their value counts or numbers rows, whatever is counted. */
export const COUNTS_ROWS = namesOf("COUNT ROW_NUMBER RANK DENSE_RANK PERCENT_RANK CUME_DIST NTILE");

/** Their value is measured on the arguments and holds none of them. */
export const MEASURES = namesOf(`
STD STDDEV STDDEV_POP STDDEV_SAMP VARIANCE VAR_POP VAR_SAMP ISNULL STRCMP FIELD INTERVAL LENGTH OCTET_LENGTH CHAR_LENGTH CHARACTER_LENGTH
BIT_LENGTH INSTR LOCATE POSITION FIND_IN_SET ASCII ORD SIGN CRC32 MD5 SHA SHA1 SHA2 REGEXP_LIKE REGEXP_INSTR JSON_CONTAINS
JSON_CONTAINS_PATH JSON_LENGTH JSON_DEPTH JSON_TYPE JSON_VALID JSON_EXISTS JSON_OVERLAPS JSON_EQUALS DATEDIFF TIMEDIFF TIMESTAMPDIFF
PERIOD_DIFF IS_IPV4 IS_IPV6 IS_UUID`);

/** Their value comes of the first argument; the others say how. */
export const FIRST_ARGUMENT_ONLY = namesOf(`
NULLIF ROUND TRUNCATE FORMAT MOD POW POWER LOG LEFT RIGHT SUBSTRING SUBSTR MID SUBSTRING_INDEX TRIM LTRIM RTRIM CONV REGEXP_SUBSTR JSON_EXTRACT
JSON_VALUE JSON_QUERY JSON_UNQUOTE JSON_KEYS CONVERT_TZ ADDDATE SUBDATE ADDTIME SUBTIME DATE_ADD DATE_SUB STR_TO_DATE EXTRACT CONVERT
CAST NTH_VALUE`);

/** The other arguments are paths into the document that the first one is. */
export const FOLLOWS_A_PATH = namesOf("JSON_EXTRACT JSON_VALUE JSON_QUERY");

/** The first argument only decides. */
export const PICKS_BEYOND_FIRST = namesOf("IF NVL2 ELT");

/** Window functions whose arguments are values of other rows. */
export const REFERENCES_ROWS = namesOf("LAG LEAD FIRST_VALUE LAST_VALUE");
