/**
 * What a call makes of its arguments, by function. A function that is not listed gives data where all its arguments are data, and otherwise a
 * value that the statement has built.
 */

function namesOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((name) => name !== ""));
}

/** Their value is the server's own. */
export const ANSWERS_OF_THE_SERVER = namesOf(`
NOW SYSDATE CURDATE CURRENT_DATE CURTIME CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP UTC_DATE UTC_TIME UTC_TIMESTAMP
DATABASE SCHEMA VERSION MATCH`);

/** Their value counts or numbers rows, whatever is counted. */
export const COUNTS_ROWS = namesOf("COUNT ROW_NUMBER RANK DENSE_RANK");

/** Their value is a place among the rows between nought and one. */
export const SHARES_OF_ROWS = namesOf("PERCENT_RANK CUME_DIST");

/** Yes or no, whatever literals they ask with. */
export const DECIDES = namesOf(`
NOT ISNULL STRCMP SIGN REGEXP_LIKE JSON_CONTAINS JSON_CONTAINS_PATH JSON_VALID JSON_EXISTS JSON_OVERLAPS JSON_EQUALS IS_IPV4 IS_IPV6 IS_UUID
ANY ALL SOME`);

/** Their value is measured on the first argument; the others say how. */
export const MEASURES_FIRST = namesOf("JSON_LENGTH JSON_DEPTH JSON_TYPE SHA2 INSTR REGEXP_INSTR");
/** A text that is looked for stands before the data. */
export const MEASURES_SECOND = namesOf("LOCATE POSITION");
/** Their value is measured on all of the arguments and holds none of them. */
export const MEASURES = namesOf(`
STD STDDEV STDDEV_POP STDDEV_SAMP VARIANCE VAR_POP VAR_SAMP LENGTH OCTET_LENGTH CHAR_LENGTH CHARACTER_LENGTH BIT_LENGTH ASCII ORD CRC32 MD5 SHA
SHA1 DATEDIFF TIMEDIFF TIMESTAMPDIFF PERIOD_DIFF BIT_COUNT`);

/** One of their arguments as it is. */
export const PICKS = namesOf(`
COALESCE IFNULL NVL GREATEST LEAST MIN MAX ANY_VALUE FIRST_VALUE LAST_VALUE MEDIAN LOWER LCASE UPPER UCASE ROW`);
/** The first argument only decides. */
export const PICKS_BEYOND_FIRST = namesOf("IF NVL2");
/** One of their arguments beside numbers that say where: the places of those that can be the value. */
export const PICKS_FROM_OTHER_ROWS: Readonly<Record<string, readonly number[]>> = {
  LAG: [0, 2],
  LEAD: [0, 2],
  NTH_VALUE: [0],
  NULLIF: [0],
};

/** The first argument as a number or a type of another precision. */
export const ROUNDS = namesOf("ROUND TRUNCATE FLOOR CEIL CEILING ABS CAST CONVERT FORMAT");

/** A part of the first argument; the others say which. */
export const CUTS = namesOf(`
LEFT RIGHT SUBSTRING SUBSTR MID SUBSTRING_INDEX TRIM LTRIM RTRIM REGEXP_SUBSTR JSON_EXTRACT JSON_VALUE JSON_QUERY JSON_UNQUOTE JSON_KEYS
JSON_REMOVE JSON_SEARCH`);
/** The other arguments are paths into the document that the first one is. */
export const FOLLOWS_A_PATH = namesOf("JSON_EXTRACT JSON_VALUE JSON_QUERY");

/** The first argument in another form; literals beside it say how and cannot stand in it. */
export const CONVERTS_FIRST = namesOf(
  "EXTRACT STR_TO_DATE WEEK YEARWEEK FORMAT_BYTES FORMAT_PICO_TIME JSON_PRETTY JSON_DETAILED JSON_COMPACT",
);

/** Texts put side by side. */
export const JOINS_TEXTS = namesOf("CONCAT CONCAT_WS GROUP_CONCAT");

/** A time in a pattern. */
export const FORMATS_TIME = namesOf("DATE_FORMAT TIME_FORMAT");

/** Their values can be chosen by what they are asked, whatever the data is. */
export const ALWAYS_BUILT = namesOf(
  "RAND EXP SIN COS TAN COT ASIN ACOS ATAN ATAN2 DEGREES RADIANS PI REPEAT SPACE CHAR CHR ELT EXPORT_SET MAKE_SET GET_FORMAT",
);

/** Lists of the server that show statements, with the columns in which they do. */
export const LISTED_STATEMENT = namesOf(`
INFO INFO_BINARY PROCESSLIST_INFO SQL_TEXT DIGEST_TEXT QUERY_SAMPLE_TEXT TRX_QUERY CURRENT_STATEMENT LAST_STATEMENT BLOCKING_QUERY WAITING_QUERY
QUERY STATEMENT ARGUMENT`);
