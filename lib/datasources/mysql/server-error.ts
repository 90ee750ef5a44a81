/** Translates what the driver reports into the tool error codes of the contracts; driver codes go no further than this file. */
import type { ToolErrorCode } from "../../contracts/evidence";

/** An error of the server or of the connection, as far as the driver tells. */
export interface ServerError {
  /** The server's error number, or null for errors of the connection. */
  readonly errno: number | null;
  readonly message: string;
  /** The connection is of no further use. */
  readonly fatal: boolean;
}
export interface ToolFailure {
  readonly code: ToolErrorCode;
  readonly message: string;
}

const MAX_MESSAGE_CHARACTERS = 500;
const ER = {
  dbAccessDenied: 1044,
  accessDenied: 1045,
  badDatabase: 1049,
  serverShutdown: 1053,
  noSuchThread: 1094,
  unknownTable: 1109,
  unknownFunction: 1128,
  tableAccessDenied: 1142,
  columnAccessDenied: 1143,
  noSuchTable: 1146,
  hostDenied: 1130,
  tooManyConnections: 1040,
  unknownVariable: 1193,
  userLimit: 1226,
  specificAccessDenied: 1227,
  notSupportedYet: 1235,
  unknownEngine: 1286,
  featureDisabled: 1289,
  noSuchRoutine: 1305,
  interrupted: 1317,
  viewInvalid: 1356,
  routineAccessDenied: 1370,
  performanceSchemaBroken: 1682,
  connectionKilled: 1927,
  statementTimeMariadb: 1969,
  statementTimeMysql: 3024,
} as const;

const TIMEOUTS = new Set<number>([ER.statementTimeMariadb, ER.statementTimeMysql]);
const CONNECTION = new Set<number>([
  ER.accessDenied,
  ER.hostDenied,
  ER.tooManyConnections,
  ER.userLimit,
  ER.serverShutdown,
  ER.connectionKilled,
]);
const FEATURE = new Set<number>([
  ER.dbAccessDenied,
  ER.unknownTable,
  ER.unknownFunction,
  ER.tableAccessDenied,
  ER.columnAccessDenied,
  ER.unknownVariable,
  ER.specificAccessDenied,
  ER.notSupportedYet,
  ER.unknownEngine,
  ER.featureDisabled,
  ER.noSuchRoutine,
  ER.routineAccessDenied,
  ER.performanceSchemaBroken,
]);
/** Missing tables and broken views are a missing feature only in the server's own schemas. */
const FEATURE_IN_SYSTEM_SCHEMA = new Set<number>([ER.noSuchTable, ER.viewInvalid, ER.badDatabase]);
const SYSTEM_SCHEMA = /\b(?:performance_schema|information_schema|sys|mysql)\b/i;

/** Reads what the driver threw; anything that is no error of the driver is a bug and thrown on. */
export function readServerError(error: unknown): ServerError {
  if (!(error instanceof Error)) throw error;
  const errno = "errno" in error && typeof error.errno === "number" && error.errno > 0 ? error.errno : null;
  const fatal = ("fatal" in error && error.fatal === true) || errno === null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return { errno, fatal, message: error.message === "" ? code : error.message };
}

export function isNoSuchThread(error: ServerError): boolean {
  return error.errno === ER.noSuchThread;
}
export function isInterrupted(error: ServerError): boolean {
  return error.errno === ER.interrupted;
}

/** The failure of a statement that nobody here stopped. */
export function describeStatementError(error: ServerError, timeoutMs: number): ToolFailure {
  const { errno } = error;
  if (errno === null) {
    return { code: "CONNECTION_FAILED", message: `The connection was lost: ${sober(error.message)}` };
  }
  if (TIMEOUTS.has(errno)) {
    return {
      code: "QUERY_TIMEOUT",
      message: `The statement ran into its limit of ${Math.round(timeoutMs)} ms.`,
    };
  }
  if (isInterrupted(error)) {
    return { code: "EXECUTION_FAILED", message: "The statement was killed on the server by someone else." };
  }
  const message = `${sober(error.message)} (error ${errno})`;
  if (CONNECTION.has(errno)) return { code: "CONNECTION_FAILED", message };
  const system = FEATURE_IN_SYSTEM_SCHEMA.has(errno) && SYSTEM_SCHEMA.test(error.message);
  return { code: FEATURE.has(errno) || system ? "FEATURE_UNAVAILABLE" : "EXECUTION_FAILED", message };
}

/** The failure to get a connection at all. */
export function describeConnectError(error: ServerError): ToolFailure {
  const message =
    error.errno === null ? sober(error.message) : `${sober(error.message)} (error ${error.errno})`;
  return { code: "CONNECTION_FAILED", message: `The data source could not be reached: ${message}` };
}

/** The server's own text, without accounts, hosts or control characters, bounded. */
export function sober(message: string): string {
  return message
    .replaceAll(/(?:\buser )?'[^']*'@'[^']*'/g, "the account")
    .replaceAll(/\(using password: \w+\)/gi, "")
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\[?::1\]?(?::\d+)?/g, "the server")
    .replaceAll(/\b(?:getaddrinfo \w+) \S+/g, "the host name could not be resolved")
    .replaceAll(/[\u0000-\u001f\u007f]+/g, " ")
    .trim()
    .slice(0, MAX_MESSAGE_CHARACTERS);
}
