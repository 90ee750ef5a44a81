import { describe, expect, it } from "vitest";
import type { EvidenceTools } from "../ports";
import { createScriptedSources } from "../testing/scripted-sources";
import { joinTools } from "./join-tools";
import { createQueryTools } from "./query-tool";

const databases = createQueryTools(createScriptedSources());
function more(over: Partial<EvidenceTools> = {}): EvidenceTools {
  return {
    list: () => databases.list().map((tool) => ({ ...tool, name: "other_tool" })),
    sources: () => [{ name: "metrics", description: "metrics" }],
    ready: () => Promise.resolve({ ok: true, detail: "" }),
    close: () => Promise.resolve(),
    ...over,
  };
}

describe("several sets of tools", () => {
  it("are one, in their order", async () => {
    const joined = joinTools([databases, more()]);
    expect(joined.list().map(({ name }) => name)).toEqual(["mysql_query", "other_tool"]);
    expect(joined.sources().map(({ name }) => name)).toEqual(["shop", "metrics"]);
    expect(await joined.ready()).toEqual({ ok: true, detail: "scripted" });
  });

  it("are not ready when one is not, and say of which", async () => {
    const down = more({ ready: () => Promise.resolve({ ok: false, detail: "metrics: down" }) });
    expect(await joinTools([databases, down]).ready()).toEqual({
      ok: false,
      detail: "scripted; metrics: down",
    });
  });

  it("share no name", () => {
    expect(() => joinTools([databases, databases])).toThrow('The tool "mysql_query" is configured twice');
    const shop = more({ sources: () => [{ name: "shop", description: "" }] });
    expect(() => joinTools([databases, shop])).toThrow('The source "shop" is configured twice');
  });

  it("are all closed, also when closing one fails", async () => {
    const closed: string[] = [];
    const failing = more({ close: () => Promise.reject(new Error("stuck")) });
    const other = more({
      list: () => [],
      sources: () => [],
      close: () => Promise.resolve(void closed.push("other")),
    });
    await expect(joinTools([failing, other]).close()).rejects.toThrow("stuck");
    expect(closed).toEqual(["other"]);
  });
});
