/** Questions about the server's own health, with what the evaluation arranges on it. */
import { concludes, type Question } from "../evaluation-question";

const WAITS = {
  must: ["INNODB_TRX"],
  also: ["INNODB_LOCK_WAITS", "INNODB_LOCKS", "PROCESSLIST", "data_lock_waits", "INNODB_METRICS"],
};
const METADATA = {
  facts: ["{holder}", "{waiter}", "shipments"],
  must: ["metadata_locks"],
  also: ["PROCESSLIST", "INNODB_TRX", "setup_instruments", "threads"],
};

export const SERVER_QUESTIONS: readonly Question[] = [
  concludes(
    { id: "row-lock-en", class: "live", language: "en", situation: "row lock", ask: "Who blocks whom?" },
    { ...WAITS, facts: ["{holder}", "{waiter}", "seats"] },
  ),
  concludes(
    { id: "row-lock-zh", class: "live", language: "zh", situation: "row lock", ask: "谁在阻塞谁？" },
    { ...WAITS, facts: ["{holder}", "{waiter}", "seats"] },
  ),
  concludes(
    {
      id: "lock-waits-now",
      class: "live",
      language: "en",
      situation: "row lock",
      ask: "Are there many lock waits or deadlocks?",
    },
    { ...WAITS, facts: ["{waiter}"] },
  ),
  concludes(
    {
      id: "lock-chain",
      class: "live",
      language: "en",
      situation: "lock chain",
      ask: "Show blocking and blocked connections",
    },
    { ...WAITS, facts: ["{first} blocks {middle}", "{middle} blocks {last}"] },
  ),
  concludes(
    {
      id: "metadata-lock-en",
      class: "live",
      language: "en",
      situation: "metadata lock",
      ask: "Why is my ALTER TABLE hanging?",
    },
    METADATA,
  ),
  concludes(
    {
      id: "metadata-lock-zh",
      class: "live",
      language: "zh",
      situation: "metadata lock",
      ask: "修改表结构被谁阻塞？",
    },
    METADATA,
  ),
  concludes(
    {
      id: "long-statement-en",
      class: "live",
      language: "en",
      situation: "long statement",
      ask: "Which statements run for long?",
    },
    { facts: ["{runner}"], must: ["PROCESSLIST"], also: ["INNODB_TRX"] },
  ),
  concludes(
    {
      id: "long-statement-zh",
      class: "live",
      language: "zh",
      situation: "long statement",
      ask: "哪些查询正在长时间运行？",
    },
    { facts: ["{runner}"], must: ["PROCESSLIST"], also: ["INNODB_TRX"] },
  ),
  concludes(
    {
      id: "connections-en",
      class: "live",
      language: "en",
      situation: "connections near limit",
      ask: "Are we running out of connections?",
    },
    {
      facts: ["{loweredLimit}", "{crowd}"],
      must: ["PROCESSLIST"],
      also: ["Max_used_connections", "Connection_errors_max_connections"],
    },
  ),
  concludes(
    {
      id: "connections-zh",
      class: "live",
      language: "zh",
      situation: "connections near limit",
      ask: "数据库连接数是不是满了？",
    },
    {
      facts: ["{loweredLimit}", "{crowd}"],
      must: ["PROCESSLIST"],
      also: ["Max_used_connections", "Connection_errors_max_connections"],
    },
  ),
  concludes(
    {
      id: "deadlocks-en",
      class: "live",
      language: "en",
      situation: "deadlock",
      ask: "How many deadlocks have there been?",
    },
    {
      facts: ["{deadlocks}"],
      must: ["INNODB_METRICS"],
      also: ["INNODB_TRX", "PROCESSLIST", "Innodb_deadlocks"],
    },
  ),
  concludes(
    { id: "nobody-blocks", class: "absence", language: "en", ask: "Who blocks whom right now?" },
    { ...WAITS, facts: [], never: ["blocks connection"], absence: true },
  ),
  concludes(
    { id: "nothing-long", class: "absence", language: "zh", ask: "现在有没有慢查询？" },
    { facts: [], must: ["PROCESSLIST"], also: ["INNODB_TRX"], absence: true },
  ),
  concludes(
    { id: "nobody-waits-for-ddl", class: "absence", language: "en", ask: "Who holds a metadata lock?" },
    { facts: [], must: [], also: ["PROCESSLIST", "metadata_locks"], absence: true },
  ),
  concludes(
    { id: "no-replica", class: "absence", language: "en", ask: "Is the replica lagging?" },
    {
      facts: [],
      must: [],
      also: ["REPLICA", "SLAVE", "PROCESSLIST"],
      never: ["seconds behind"],
      absence: true,
    },
  ),
  concludes(
    { id: "connections-free", class: "live", language: "en", ask: "Is the connection limit reached?" },
    {
      facts: ["{connectionLimit}"],
      must: ["PROCESSLIST"],
      also: ["Max_used_connections", "Connection_errors_max_connections"],
    },
  ),
  concludes(
    { id: "buffer-pool-zh", class: "live", language: "zh", ask: "缓冲池够大吗？" },
    { facts: ["{bufferPoolMib}"], must: ["INNODB_METRICS"], also: [] },
  ),
  concludes(
    { id: "largest-table", class: "live", language: "en", ask: "Which tables and indexes are the largest?" },
    {
      // Which it is depends on what else stands on the server, and may change while it is asked.
      facts: ["MiB"],
      must: [],
      also: ["innodb_index_stats", "TABLES", "INNODB_SYS_TABLESPACES"],
    },
  ),
];
