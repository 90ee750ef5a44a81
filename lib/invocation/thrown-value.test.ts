/** EXIT-7: what is read from a thrown value, once, so that it can be printed. */
import { describe, expect, it } from "vitest";
import { inspectThrown, UninspectableThrown } from "./thrown-value";

class Strange extends TypeError {
  override readonly name = "Strange";
}

describe("inspectThrown", () => {
  it.each<[string, unknown, string, string]>([
    ["an error", new Error("broken"), "Error", "broken"],
    ["an error of a class of its own", new Strange("odd"), "Strange", "odd"],
    ["an error whose message is no text", Object.assign(new Error("x"), { message: 7 }), "Error", "number"],
    ["an error whose name is no text", Object.assign(new Error("x"), { name: {} }), "object", "x"],
    ["nothing", undefined, "undefined", "undefined"],
    ["null", null, "null", "null"],
    ["a text", "why", "string", "why"],
    ["a number", 0, "number", "0"],
    ["a symbol", Symbol("s"), "symbol", "Symbol(s)"],
    ["a function", () => 1, "function", ""],
    ["a function with a message", Object.assign(() => 1, { message: "m" }), "function", "m"],
    ["an object with a message", { message: "m" }, "object", "m"],
    ["an object whose message is no text", { message: undefined }, "object", "undefined"],
    ["an object without one", {}, "object", ""],
  ])("%s is plain: itself, a name and a message", (_what, value, name, message) => {
    const inspected = inspectThrown(value);
    expect(inspected.kind).toBe("plain");
    expect(Object.is(inspected.error, value)).toBe(true);
    expect(inspected.summary).toEqual({ name, message });
  });

  it("a value that throws when it is looked at is hostile; both are kept, and it can be printed", () => {
    const looking = new Error("do not look");
    const value = {
      get message(): never {
        throw looking;
      },
    };
    const inspected = inspectThrown(value);
    expect(inspected.kind).toBe("hostile");
    if (!(inspected.error instanceof UninspectableThrown)) throw new Error("it was looked at");
    expect(inspected.error.value === value).toBe(true);
    expect(inspected.error.inspectionError).toBe(looking);
    expect(inspected.summary).toEqual({
      name: "UninspectableThrown",
      message: "a thrown value could not be inspected: looking at it threw",
    });
  });
});
