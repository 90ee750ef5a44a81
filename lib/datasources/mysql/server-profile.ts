/** What a server is and what the account may do there; asked once per source and again by `ready()`. */
import type { CheckedStatement } from "../policy/statement-policy";
import { nameOf, isSymbol } from "../policy/word-rules";
import type { KillLine } from "./kill-line";
import { readServerError } from "./server-error";

export interface ServerProfile {
  readonly flavour: "MariaDB" | "MySQL";
  /** The server's own version text. */
  readonly version: string;
  /** Null when the server is new enough; else what is needed. */
  readonly tooOld: string | null;
  readonly performanceSchema: boolean;
  /** Whether the account sees other accounts' threads; null when it could not be found out. */
  readonly seesAllThreads: boolean | null;
  /** Privileges beyond reading. */
  readonly excessPrivileges: readonly string[];
}

const ACCESS_DENIED = 1227;
/** Privileges that neither write nor run routines. */
const READING_PRIVILEGES = new Set([
  "USAGE",
  "SELECT",
  "PROCESS",
  "SHOW DATABASES",
  "SHOW VIEW",
  "REPLICATION CLIENT",
  "BINLOG MONITOR",
  "REPLICA MONITOR",
  "SLAVE MONITOR",
  "SHOW_ROUTINE",
]);

/** Asks over the kill line. Rejects with the driver's error or KillLineLost. */
export async function readServerProfile(line: KillLine): Promise<ServerProfile> {
  const [row] = await line.query("SELECT VERSION(), @@global.performance_schema");
  const version = row?.[0] ?? "";
  const flavour = /mariadb/i.test(version) ? "MariaDB" : "MySQL";
  const grants = await line.query("SHOW GRANTS");
  return {
    flavour,
    version,
    tooOld: describeAge(flavour, version),
    performanceSchema: row?.[1] === "1",
    seesAllThreads: await asksForProcess(line),
    excessPrivileges: excessPrivileges(grants.map((grant) => grant[0] ?? "")),
  };
}

export function describeAge(flavour: ServerProfile["flavour"], version: string): string | null {
  const match = /(\d+)\.(\d+)/.exec(version);
  const major = Number(match?.[1] ?? 0);
  const minor = Number(match?.[2] ?? 0);
  const [wantMajor, wantMinor] = flavour === "MariaDB" ? [10, 5] : [8, 0];
  if (major > wantMajor || (major === wantMajor && minor >= wantMinor)) return null;
  return `${flavour} ${version} is too old: ${flavour} ${wantMajor}.${wantMinor} or newer is needed`;
}

/** INNODB_TRX needs PROCESS on both families, whether it was granted directly or through a role. */
async function asksForProcess(line: KillLine): Promise<boolean | null> {
  try {
    await line.query("SELECT 1 FROM information_schema.INNODB_TRX LIMIT 1");
    return true;
  } catch (error) {
    const { errno } = readServerError(error);
    if (errno === ACCESS_DENIED) return false;
    if (errno !== null) return null;
    throw error;
  }
}

export function excessPrivileges(grants: readonly string[]): readonly string[] {
  const excess = new Set<string>();
  for (const grant of grants) {
    const privileges = /^GRANT (.+?) ON /i.exec(grant)?.[1];
    if (privileges === undefined) continue;
    for (const privilege of privileges.replaceAll(/\([^)]*\)/g, "").split(",")) {
      const name = privilege.trim().toUpperCase();
      if (name !== "" && name !== "PROXY" && !READING_PRIVILEGES.has(name)) excess.add(name);
    }
  }
  return [...excess].toSorted();
}

/** Views of sys that do not rest on performance_schema. */
const SYS_WITHOUT_PERFORMANCE_SCHEMA =
  /^(?:x\$)?(?:schema_auto_increment_columns|schema_redundant_indexes|schema_flattened_keys|schema_object_overview|version|sys_config|innodb_.*)$/i;

/** Tables of performance_schema that MySQL fills even when it is off. */
const ALWAYS_FILLED = /^(?:global|session)_(?:status|variables)$|^persisted_variables$/i;

/**
 * Some features are missing silently: with performance_schema off its tables are empty, without PROCESS the process list shows the
 * account's own threads alone. An empty answer there would be taken for "nothing found" (TOOL-4), so it is refused. Null: nothing is missing.
 */
export function describeMissingFeature(
  statement: CheckedStatement,
  profile: ServerProfile,
  database: string | null,
): string | null {
  const { tokens } = statement;
  let needsPerformanceSchema =
    statement.kind === "select" && database?.toLowerCase() === "performance_schema";
  let needsProcess = false;
  for (const [index, token] of tokens.entries()) {
    const name = nameOf(token)?.toLowerCase();
    if (name === undefined) continue;
    if (name === "processlist") needsProcess = true;
    if (!isSymbol(tokens[index + 1], ".")) continue;
    const table = nameOf(tokens[index + 2]) ?? "";
    if (name === "performance_schema" && !ALWAYS_FILLED.test(table)) needsPerformanceSchema = true;
    if (name === "sys" && !SYS_WITHOUT_PERFORMANCE_SCHEMA.test(table)) needsPerformanceSchema = true;
  }
  if (statement.kind === "explain" || statement.kind === "describe") return null;
  if (needsPerformanceSchema && !profile.performanceSchema) {
    return "performance_schema is off on this server: its tables are empty.";
  }
  if (needsProcess && profile.seesAllThreads === false) {
    return "The account lacks the PROCESS privilege: the process list would show its own threads alone.";
  }
  return null;
}
