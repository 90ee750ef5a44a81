/** Every playbook through the whole diagnosis, on a loaded demo shop, with the accounts that provisioning makes. */
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DiagnosisReleaseResult } from "../../lib/diagnosis/release/release-pipeline";
import type { RunContext } from "../../lib/harness/run-context";
import { startDemoDiagnosis, type DemoDiagnosis } from "./testing/demo-diagnosis";

const adminUrl = process.env["TEST_DATABASE_ADMIN_URL"];
if (adminUrl === undefined || adminUrl === "") {
  throw new Error(
    "set TEST_DATABASE_ADMIN_URL to an account that may create databases, e.g. mysql://root@127.0.0.1:3306",
  );
}
const url: string = adminUrl;
const HEAVY = "ledger-reconciliation/mismatches";
/** Checks other than the heavy one are meant to take a second at most; this leaves room for a busy machine. */
const QUICK_MS = 10_000;
const SETUP_TIMEOUT_MS = 180_000;
const RUN_TIMEOUT_MS = 60_000;

let demo: DemoDiagnosis;

beforeAll(async () => {
  demo = await startDemoDiagnosis(url);
}, SETUP_TIMEOUT_MS);

afterAll(async () => {
  await demo.close();
});

interface Asked {
  readonly ctx: RunContext;
  readonly result: DiagnosisReleaseResult;
}
async function ask(query: string): Promise<Asked> {
  const ctx = demo.startRun();
  const result = await demo.runtime.diagnose(ctx, { query, previousTurn: null });
  demo.core.completeSuccess(ctx);
  for (const record of ctx.invocations.list()) {
    expect(record.status === "ERROR" ? `${record.label}: ${record.errorMessage}` : "").toBe("");
    if (record.status !== "READY") continue;
    expect(record.evidence.rows.length, record.label).toBeLessThanOrEqual(50);
    expect(record.evidence.truncated, record.label).toEqual({ rows: false, columns: false, cells: 0 });
    if (record.label !== HEAVY)
      expect(record.completedAt - record.startedAt, record.label).toBeLessThan(QUICK_MS);
  }
  return { ctx, result };
}
/** The released report: all guards have passed. */
async function conclusionOf(query: string): Promise<string> {
  const { result } = await ask(query);
  if (result.outcome !== "SUCCESS") throw new Error(`no conclusion: ${JSON.stringify(result.fallback)}`);
  return result.report.conclusion;
}

describe(
  "the planted incidents are found, and every figure passes the guards",
  { timeout: RUN_TIMEOUT_MS },
  () => {
    it.each([
      ["Why are payments failing?", ["cardwise", "TLS_HANDSHAKE_FAILED", "payments-api 2.31.0"]],
      ["支付为什么失败？", ["cardwise", "TLS_HANDSHAKE_FAILED"]],
      ["Why are payments failing since two weeks ago?", ["cardwise", "TLS_HANDSHAKE_FAILED"]],
      ["Why is stock negative for some SKUs?", ["inventory-service 4.8.0", "below zero"]],
      [
        "Why is order creation slow?",
        ["promotion step", "checkout-api 7.4.0", "promotion_redemptions has no index"],
      ],
      ["Why were customers charged twice?", ["northpay", "payments-worker 1.9.2"]],
      ["Which deploy caused the errors?", ["search-api 3.12.0", "FACET_INDEX_MISSING"]],
      ["Why is search-api throwing errors?", ["search-api 3.12.0", "FACET_INDEX_MISSING"]],
      ["Why are orders slow for customer 4711?", ["Customer 4711", "saved items"]],
      ["Which payouts are missing in the ledger since 2 days ago?", ["bankline", "not in the ledger"]],
    ])("%s", async (query, expected) => {
      const conclusion = await conclusionOf(query);
      for (const part of expected) expect(conclusion).toContain(part);
    });
  },
);

describe("where there is nothing to conclude", { timeout: RUN_TIMEOUT_MS }, () => {
  it("says so for a customer without trouble and for one who does not exist", async () => {
    const [[quiet]] = await demo.admin.query<RowDataPacket[]>(
      `SELECT customer_id FROM ${demo.database}.orders WHERE created_at >= DATE_SUB(UTC_TIMESTAMP(), INTERVAL 3 DAY)
         AND create_ms < 1000 AND customer_id <> 4711 ORDER BY id LIMIT 1`,
    );
    const id = String(quiet?.["customer_id"]);
    expect(await conclusionOf(`Why are orders slow for customer ${id}?`)).toMatch(/none of them failed/);
    expect(await conclusionOf("Why are orders slow for customer 999999?")).toBe(
      "Nothing was found for the account of customer 999999.",
    );
  });

  it("asks for the customer when none is named", async () => {
    const { result, ctx } = await ask("Why are orders slow for one customer?");
    expect(result).toMatchObject({
      outcome: "FALLBACK",
      fallback: {
        fallbackType: "MISSING_REQUIRED_CONTEXT",
        missingInfo: [expect.stringContaining("Which customer?")],
      },
    });
    expect(ctx.invocations.list()).toEqual([]);
  });

  it.each([
    ["Why did sign-ups drop last week?", 5],
    ["Is anything wrong in the shop?", 5],
    ["Why is the moon too bright?", 5],
  ])("%s ends in verified facts without a conclusion", async (query, facts) => {
    const { result } = await ask(query);
    if (result.outcome !== "FALLBACK") throw new Error(result.report.conclusion);
    expect(result.fallback.fallbackType).toBe("INSUFFICIENT_EVIDENCE");
    expect(result.fallback.checked.length).toBeGreaterThanOrEqual(facts);
    expect(result.fallback.missingInfo.length).toBeGreaterThan(0);
  });

  it("no deploy raised the errors of a quiet service", async () => {
    expect(await conclusionOf("Did a deploy of checkout-api raise errors?")).toMatch(
      /no deploy of the window/,
    );
  });
});

describe("the server's own health", { timeout: RUN_TIMEOUT_MS }, () => {
  it.each([
    ["Are we running out of connections?", /^Connections are|^The limit/],
    ["Are there many lock waits or deadlocks?", /deadlocks/],
    ["Which tables and indexes are the largest?", /^The largest table is/],
    ["Is the buffer pool large enough?", /buffer pool of \d+ MiB/],
    ["Is the replica lagging?", /replica/i],
    ["Who holds a metadata lock?", /metadata lock/],
    ["Which statements run for long?", /seconds|minute/],
  ])("%s", async (query, expected) => {
    expect(await conclusionOf(query)).toMatch(expected);
  });

  it.each(["Which statements scan without an index?", "Do statements create temporary tables on disk?"])(
    "%s — or what the server lacks for it",
    async (query) => {
      if (demo.performanceSchema) {
        expect(await conclusionOf(query)).not.toBe("");
        return;
      }
      const ctx = demo.startRun();
      const result = await demo.runtime.diagnose(ctx, { query, previousTurn: null });
      expect(result).toMatchObject({
        fallback: {
          fallbackType: "MISSING_REQUIRED_CONTEXT",
          missingInfo: [expect.stringContaining("performance_schema")],
        },
      });
    },
  );

  it.each(["Who blocks whom?", "Which statements run for long?", "Are we running out of connections?"])(
    "%s needs PROCESS and says so where the account lacks it",
    async (query) => {
      const result = await demo.narrowRuntime.diagnose(demo.startRun(), { query, previousTurn: null });
      expect(result).toMatchObject({
        fallback: {
          fallbackType: "MISSING_REQUIRED_CONTEXT",
          missingInfo: [expect.stringContaining("the PROCESS privilege")],
        },
      });
    },
  );

  it("names both connections of a real row lock wait, and nobody afterwards", async () => {
    const holder = await createConnection({ uri: url, database: demo.database });
    const waiter = await createConnection({ uri: url, database: demo.database });
    try {
      await holder.beginTransaction();
      await holder.query("UPDATE inventory SET on_hand = on_hand WHERE sku = 'SKU-0001'");
      const waiting = waiter.query("UPDATE inventory SET on_hand = on_hand WHERE sku = 'SKU-0001'");
      await untilFound(
        `SELECT 1 FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT' AND trx_mysql_thread_id = ${waiter.threadId}`,
      );
      const conclusion = await conclusionOf("Who blocks whom?");
      expect(conclusion).toContain(`Connection ${holder.threadId} blocks connection ${waiter.threadId},`);
      expect(conclusion).toContain("inventory");
      await holder.rollback();
      await waiting;
      await untilFound(
        `SELECT 1 AS free FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM information_schema.INNODB_TRX
           WHERE trx_mysql_thread_id IN (${holder.threadId}, ${waiter.threadId}))`,
      );
      expect(await conclusionOf("Who blocks whom?")).toMatch(/^Nobody blocks anybody/);
    } finally {
      await holder.end();
      await waiter.end();
    }
  });
});

describe("the heavy comparison of ledger and payouts", () => {
  it("is stopped on the server as soon as the run is cancelled", { timeout: RUN_TIMEOUT_MS }, async () => {
    const ctx = demo.startRun();
    const diagnosis = demo.runtime.diagnose(ctx, {
      query: "Reconcile the ledger with the payouts",
      previousTurn: null,
    });
    const ended = expect(diagnosis).rejects.toThrow();
    const running = `SELECT ID FROM information_schema.PROCESSLIST WHERE USER = '${demo.readerName}' AND INFO LIKE '%INSTR(REPLACE(LOWER(l.memo)%'`;
    await untilFound(running);
    demo.core.cancel(ctx, { reason: "USER_REQUESTED", requestedBy: "test", note: null });
    await ended;
    await demo.core.whenStopped(ctx);
    const [left] = await demo.admin.query<RowDataPacket[]>(running);
    expect(left).toEqual([]);
    expect(demo.core.receipt(ctx)?.handles).toContainEqual(
      expect.objectContaining({ kind: "mysql_query", stop: "confirmed" }),
    );
    expect(ctx.lifecycle.state).toBe("CANCELLED");
  });
});

/**
 * Asks the server until a row is there; the test's own timeout is the bound. InnoDB renews its tables in information_schema only when they
 * were not read for a tenth of a second, so asking without a pause would see one old picture for ever.
 */
async function untilFound(sql: string): Promise<void> {
  for (;;) {
    const [rows] = await demo.admin.query<RowDataPacket[]>(sql);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
