import { describe, expect, it } from "vitest";
import type { ToolErrorCode } from "../../contracts/evidence";
import { diagnosisFixture } from "../testing/diagnosis-fixture";
import { AgentMemory } from "./agent-memory";

async function withRecords(...ends: ("READY" | ToolErrorCode)[]) {
  const { ctx, ids } = diagnosisFixture();
  const recorded = [];
  for (const end of ends) {
    const invocationId = ids.invocationId();
    const scope = `scope ${recorded.length}`;
    await ctx.invocations.begin({
      invocationId,
      tool: "mysql_query",
      source: "shop",
      label: `check ${recorded.length}`,
      statement: "SELECT 1",
      params: [],
      scope,
      normalizedScope: scope,
    });
    const evidence = { columns: [], rows: [], truncated: { rows: false, columns: false, cells: 0 } };
    if (end === "READY") await ctx.invocations.complete(invocationId, evidence, "hash", 1);
    else ctx.invocations.fail(invocationId, end, "why");
    recorded.push(invocationId);
  }
  return { invocations: ctx.invocations, recorded };
}

describe("recalling what is stored (RUN-18)", () => {
  it("takes in what the memory does not know of, by ordinal, and says which are READY", async () => {
    const { invocations, recorded } = await withRecords("READY", "QUERY_TIMEOUT", "READY");
    const memory = new AgentMemory(invocations, {
      observations: [{ kind: "evidence", invocationId: recorded[0] ?? fail(), repeated: false }],
      steps: 2,
    });
    expect(memory.recall().map((record) => record.invocationId)).toEqual([recorded[2]]);
    expect(memory.observations).toMatchObject([
      { kind: "evidence", record: { invocationId: recorded[0] } },
      {
        kind: "tool_error",
        invocationId: recorded[1],
        code: "QUERY_TIMEOUT",
        label: "check 1",
        message: "why",
      },
      { kind: "evidence", record: { invocationId: recorded[2] }, repeated: false },
    ]);
    expect(memory.recall()).toEqual([]);
    expect(memory.beginStep()).toBe(3);
  });

  it("hears nothing of a call that was lost or interrupted, so it may be made again", async () => {
    const { invocations } = await withRecords("PROCESS_LOST", "RUN_ENDED");
    const memory = new AgentMemory(invocations, undefined);
    expect(memory.recall()).toEqual([]);
    expect(memory.observations).toEqual([]);
  });

  it("goes on in another process from what it was saved as", async () => {
    const { invocations, recorded } = await withRecords("READY");
    const memory = new AgentMemory(invocations, undefined);
    memory.recall();
    memory.noteViolation("The step had to report.");
    memory.note({ kind: "rejected", label: "a label", code: "NOT_READ_ONLY", message: "Only SELECT." });
    memory.beginStep();
    const other = new AgentMemory(invocations, memory.save());
    expect(other.observations).toEqual(memory.observations);
    expect(other.observations).toMatchObject([{ record: { invocationId: recorded[0] } }, {}, {}]);
    expect(other.steps).toBe(1);
  });

  it("finds it a bug when it refers to a record that there is none of", async () => {
    const { invocations, recorded } = await withRecords("QUERY_TIMEOUT");
    const observations = [
      { kind: "evidence" as const, invocationId: recorded[0] ?? fail(), repeated: false },
    ];
    expect(() => new AgentMemory(invocations, { observations, steps: 0 }).observations).toThrow(
      "no READY record",
    );
  });
});

function fail(): never {
  throw new Error("there is a record");
}
