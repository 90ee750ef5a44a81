import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { quiet } from "./gate";

/** Fails every test of the file after which a rejection turned out to be nobody's. */
export function expectNoUnhandledRejections(): void {
  const seen: unknown[] = [];
  const note = (reason: unknown): void => {
    seen.push(reason);
  };
  beforeAll(() => {
    process.on("unhandledRejection", note);
  });
  afterAll(() => {
    process.off("unhandledRejection", note);
  });
  afterEach(async () => {
    await quiet();
    await quiet();
    expect(seen.splice(0)).toEqual([]);
  });
}
