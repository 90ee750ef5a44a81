/** The data sources of a diagnosis over MariaDB and MySQL: the adapter of the EvidenceSources port. */
import type { EvidenceSources } from "../diagnosis/ports";
import { DEFAULT_PROJECTION_CAPS, type ProjectionCaps } from "./mysql/row-projection";
import { MysqlSource, type SourceLimits } from "./mysql/mysql-source";
import { checkStatement, type PolicyAnswer } from "./policy/statement-policy";
import { parseSourceUrl } from "./mysql/source-url";
import { systemTime, type Time } from "./mysql/time";

export interface MysqlEvidenceConfig {
  readonly sources: readonly {
    readonly name: string;
    /** mysql://user:password@host:port/database?tls=disable|require|verify */
    readonly url: string;
    readonly description: string;
  }[];
  /** Most evidence connections per source; default 8. */
  readonly maxConnections?: number;
  /** Held connections per source for kills alone; default 2 (KILL-1). */
  readonly killConnections?: number;
  /** Bounds of one result; see DEFAULT_PROJECTION_CAPS (TOOL-5). */
  readonly caps?: Partial<ProjectionCaps>;
  /** Bytes of one answer that are read before it is cut; default 16 MiB. */
  readonly maxWireBytes?: number;
  readonly connectTimeoutMs?: number;
  /** Waits of a kill before it escalates and before it gives up; defaults 2,000 each (KILL-3). */
  readonly killQueryPatienceMs?: number;
  readonly killConnectionPatienceMs?: number;
  readonly time?: Time;
}

const MAX_STATEMENT_MS = 3_600_000;
const CHECKED_STATEMENTS_KEPT = 256;

/** Throws an Error that names the source when an address cannot be used or a name stands twice. Opens no connection yet. */
export function createMysqlEvidenceSources(config: MysqlEvidenceConfig): EvidenceSources {
  const limits: SourceLimits = {
    maxConnections: config.maxConnections ?? 8,
    killConnections: config.killConnections ?? 2,
    connectTimeoutMs: config.connectTimeoutMs ?? 5_000,
    maxStatementMs: MAX_STATEMENT_MS,
    killPatience: {
      queryMs: config.killQueryPatienceMs ?? 2_000,
      connectionMs: config.killConnectionPatienceMs ?? 2_000,
    },
    caps: { ...DEFAULT_PROJECTION_CAPS, ...config.caps },
    maxWireBytes: config.maxWireBytes ?? 16 * 1024 * 1024,
  };
  const time = config.time ?? systemTime;
  const sources = new Map<string, MysqlSource>();
  for (const { name, url, description } of config.sources) {
    if (sources.has(name)) throw new Error(`Data source "${name}" is configured twice`);
    sources.set(name, new MysqlSource({ name, description }, parseSourceUrl(name, url), limits, time));
  }
  const check = rememberAnswers();
  const find = (name: string): MysqlSource => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`Unknown data source "${name}"`);
    return source;
  };
  return {
    describe: () => [...sources.values()].map((source) => source.description),
    check(source, statement) {
      if (!sources.has(source)) {
        return {
          ok: false,
          reason: `There is no data source "${source}"; use one of: ${[...sources.keys()].join(", ")}.`,
        };
      }
      const answer = check(statement);
      if (!answer.ok) return answer;
      const { normalized, question } = answer.statement;
      return question.refusal === null
        ? { ok: true, normalized }
        : { ok: false, reason: question.refusal, code: "INVALID_REQUEST" };
    },
    run(query) {
      const source = find(query.source);
      const answer = check(query.statement);
      if (!answer.ok) throw new Error(`The statement was not checked: ${answer.reason}`);
      return source.run(answer.statement, query);
    },
    async stopLost(calls) {
      const stopped = await Promise.all(
        [...sources].map(([name, source]) => {
          const lost = calls.filter((call) => call.source === name);
          return lost.length === 0 ? 0 : source.stopLost(lost.map((call) => call.callId));
        }),
      );
      return stopped.reduce((sum, count) => sum + count, 0);
    },
    pools: () => Object.fromEntries([...sources].map(([name, source]) => [name, source.poolUse()])),
    async ready() {
      const answers = await Promise.all([...sources.values()].map((source) => source.ready()));
      return {
        ok: answers.every((answer) => answer.ok),
        detail: answers.map((answer) => answer.detail).join("; "),
      };
    },
    async close() {
      await Promise.all([...sources.values()].map((source) => source.close()));
    },
  };
}

/** The policy is pure and `run` asks it again: the last answers are kept. */
function rememberAnswers(): (statement: string) => PolicyAnswer {
  const answers = new Map<string, PolicyAnswer>();
  return (statement) => {
    const known = answers.get(statement);
    if (known !== undefined) return known;
    const answer = checkStatement(statement);
    answers.set(statement, answer);
    if (answers.size > CHECKED_STATEMENTS_KEPT) {
      const oldest = answers.keys().next();
      if (!oldest.done) answers.delete(oldest.value);
    }
    return answer;
  };
}
