/**
 * The exit matrix: every combination of what can end badly, on a normal and on a resumed call. What is expected is
 * computed from the rules, not from the runtime; the order is read from the exit record and from a log on one clock.
 */
import { describe, expect, it } from "vitest";
import { allExits, exitName } from "./testing/exit-variants";
import { expectedExit } from "./testing/expected-exit";
import { playExit } from "./testing/play-exit";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

describe.each(["run", "resume"] as const)("the exit of a %s", (entry) => {
  const exits = allExits(entry);

  it("has every combination", () => {
    expect(exits).toHaveLength(4 * 4 * 3 * 4 * 2 * 2);
    expect(new Set(exits.map(exitName)).size).toBe(exits.length);
  });

  it("delivers what the rules say, in the order of the rules", async () => {
    for (const exit of exits) {
      const played = await playExit(exit);
      const expected = expectedExit(exit, played.thrown);
      const name = exitName(exit);
      expect(played.delivered, name).toStrictEqual(expected.delivered);
      expect(played.parts, name).toStrictEqual(expected.parts);
      expect(played.contextKind, name).toBe(expected.contextKind);
      expect(played.receptionAllowed, name).toBe(expected.receptionAllowed);
      expect(played.ending, name).toStrictEqual(expected.ending);
      expect(played.order, name).toStrictEqual(expected.order);
      expect(played.contextIdFree, name).toBe(true);
      expect(played.emitted, name).toStrictEqual(expected.emitted);
    }
  });
});
