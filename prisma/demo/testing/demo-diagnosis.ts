/** The whole diagnosis on a freshly loaded demo shop, with the accounts that provisioning makes. For tests alone. */
import { join } from "node:path";
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { DEFAULT_BUDGET } from "../../../lib/contracts/budget";
import { createMysqlEvidenceSources } from "../../../lib/datasources/mysql-evidence-sources";
import { createDiagnosisRuntime, type DiagnosisRuntime } from "../../../lib/diagnosis/diagnosis-runtime";
import { createCanonicalInvocationStore } from "../../../lib/diagnosis/evidence/canonical-invocation-store";
import { createSecretMask } from "../../../lib/diagnosis/masking/secret-mask";
import type { EvidenceSources } from "../../../lib/diagnosis/ports";
import { createQueryTools } from "../../../lib/diagnosis/tools/query-tool";
import { DiagnosisHarnessCore } from "../../../lib/harness/diagnosis-harness-core";
import type { RunContext } from "../../../lib/harness/run-context";
import { RecordingTrace } from "../../../lib/harness/testing/recording-trace";
import { createKnowledgeSearch } from "../../../lib/knowledge/knowledge-search";
import { loadKnowledge } from "../../../lib/knowledge/load-knowledge";
import { createPlaybookModel } from "../../../lib/models/playbook/playbook-model";
import { systemClock, systemIds, systemTimers } from "../../../lib/server/system-ports";
import { createHealthAccount, createReaderAccount } from "../../../scripts/provision/accounts";
import { loadDemoData } from "../load-demo-data";

interface DemoAccount {
  readonly name: string;
  readonly host: string;
  readonly password: string;
}

export interface DemoDiagnosis {
  readonly admin: Connection;
  readonly database: string;
  /** Name of the account behind the source `shop`. */
  readonly readerName: string;
  /** Whether performance_schema is on. */
  readonly performanceSchema: boolean;
  readonly core: DiagnosisHarnessCore;
  readonly runtime: DiagnosisRuntime;
  /** The same with a source `server` whose account may do no more than the reader. */
  readonly narrowRuntime: DiagnosisRuntime;
  startRun(): RunContext;
  /** Drops everything that was made. */
  close(): Promise<void>;
}

function createCore(): DiagnosisHarnessCore {
  return new DiagnosisHarnessCore({
    clock: systemClock,
    timers: systemTimers,
    ids: systemIds,
    openTrace: () => new RecordingTrace(),
    openInvocations: (runId, trace) =>
      createCanonicalInvocationStore({
        runId,
        trace,
        clock: systemClock,
        sink: { save: () => Promise.resolve() },
        onSinkError: (error) => {
          throw error;
        },
      }),
  });
}

/** Loads the demo into a database of its own; `adminUrl` names an account that may create databases and users. */
export async function startDemoDiagnosis(adminUrl: string): Promise<DemoDiagnosis> {
  const database = `demo_playbooks_${process.pid}`;
  const reader: DemoAccount = {
    name: `demo_reader_${process.pid}`,
    host: "%",
    password: "reader-of-the-demo",
  };
  const health: DemoAccount = {
    name: `demo_health_${process.pid}`,
    host: "%",
    password: "health-of-the-demo",
  };
  const admin = await createConnection({ uri: adminUrl, timezone: "Z", dateStrings: true });
  await loadDemoData({ adminUrl, database, nowMs: Date.now(), log: () => undefined });
  const [[server]] = await admin.query<RowDataPacket[]>(
    "SELECT VERSION() AS version, @@performance_schema AS on_off",
  );
  const flavor = /mariadb/i.test(String(server?.["version"])) ? "mariadb" : "mysql";
  await createReaderAccount(admin, reader, database);
  await createHealthAccount(admin, health, { flavor, database });

  const urlFor = (account: DemoAccount): string => {
    const address = new URL(adminUrl);
    address.username = account.name;
    address.password = account.password;
    address.pathname = `/${database}`;
    return address.href;
  };
  const connect = (account: DemoAccount): EvidenceSources =>
    createMysqlEvidenceSources({
      sources: [
        { name: "shop", url: urlFor(reader), description: "the demo shop" },
        { name: "server", url: urlFor(account), description: "the server itself" },
      ],
    });
  const root = join(import.meta.dirname, "../../..");
  const knowledge = await loadKnowledge({
    playbooksDir: join(root, "playbooks"),
    documentsDirs: [join(root, "docs/guides")],
  });
  const core = createCore();
  const runtimeOn = (sources: EvidenceSources): DiagnosisRuntime =>
    createDiagnosisRuntime({
      core,
      model: createPlaybookModel({ knowledge }),
      tools: createQueryTools(sources),
      knowledge: createKnowledgeSearch(knowledge),
      mask: createSecretMask({ known: [], scopeKey: "demo" }),
      clock: systemClock,
      timers: systemTimers,
      ids: systemIds,
    });
  const wide = connect(health);
  const narrow = connect(reader);
  return {
    admin,
    database,
    readerName: reader.name,
    performanceSchema: server?.["on_off"] === 1,
    core,
    runtime: runtimeOn(wide),
    narrowRuntime: runtimeOn(narrow),
    startRun: () => core.startRun({ sessionId: systemIds.sessionId(), limits: DEFAULT_BUDGET }),
    async close() {
      await wide.close();
      await narrow.close();
      for (const { name, host } of [reader, health])
        await admin.query(`DROP USER IF EXISTS '${name}'@'${host}'`);
      await admin.query(`DROP DATABASE IF EXISTS ${database}`);
      await admin.end();
    },
  };
}
