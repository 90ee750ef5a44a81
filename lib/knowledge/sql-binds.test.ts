import { describe, expect, it } from "vitest";
import { bindNamedParameters, foldStatement } from "./sql-binds";

describe("bindNamedParameters", () => {
  it.each([
    ["SELECT :a, :b, :a", "SELECT ?, ?, ?", ["a", "b", "a"]],
    ["SELECT ':a', \":b\", `:c`, :d", "SELECT ':a', \":b\", `:c`, ?", ["d"]],
    ["SELECT 'it''s :a' , 'x\\':b', :c", "SELECT 'it''s :a' , 'x\\':b', ?", ["c"]],
    ["SELECT 1 -- :a\n, :b", "SELECT 1 -- :a\n, ?", ["b"]],
    ["SELECT 1 # :a\n, :b", "SELECT 1 # :a\n, ?", ["b"]],
    ["SELECT /* :a ' */ :b", "SELECT /* :a ' */ ?", ["b"]],
    ["SELECT 5--:a", "SELECT 5--?", ["a"]],
    ["SELECT '12:30', x>=:since_1", "SELECT '12:30', x>=?", ["since_1"]],
    ["SELECT a::b, @x:=1, t12:abc", "SELECT a::b, @x:=1, t12:abc", []],
    ["  SELECT '?' , :x  ", "SELECT '?' , ?", ["x"]],
  ])("%s", (sql, statement, binds) => {
    expect(bindNamedParameters(sql)).toEqual({ ok: true, value: { statement, binds } });
  });

  it("refuses placeholders of its own", () => {
    expect(bindNamedParameters("SELECT ? , :a")).toMatchObject({ ok: false });
  });
});

describe("foldStatement", () => {
  it("folds white space and comments outside quotes", () => {
    expect(foldStatement("SELECT  1 -- note\n FROM t /* x */ WHERE a = 'b  -- c';\n")).toBe(
      "SELECT 1 FROM t WHERE a = 'b -- c'",
    );
  });
  it("keeps different questions different", () => {
    expect(foldStatement("SELECT 1 FROM t")).not.toBe(foldStatement("SELECT 1 FROM u"));
  });
});
