import { describe, expect, it } from "vitest";
import { CallControl } from "./call-control";
import { CancelSource } from "./cancel-signal";

describe("CallControl (EXIT-4, EXIT-5)", () => {
  it("recognises what it issued, by identity and by its first origin, and nothing without one", () => {
    const cancel = new CancelSource();
    const control = new CallControl(cancel.signal);
    const [error, callable] = [new Error("x"), () => undefined];
    expect(control.originOf(error)).toBe("body");
    control.issue(error, "resource");
    control.issue(error, "checkpoint");
    control.issue(callable, "control");
    for (const primitive of ["text", 7, null, undefined]) control.issue(primitive, "resource");
    expect(control.originOf(error)).toBe("resource");
    expect(control.originOf(callable)).toBe("control");
    for (const primitive of ["text", 7, null, undefined]) expect(control.originOf(primitive)).toBe("body");
  });

  it("knows its own cancellation, and no other, and not before it was cancelled", () => {
    const [cancel, other] = [new CancelSource(), new CancelSource()];
    const control = new CallControl(cancel.signal);
    expect([control.originOf(null), control.cancellationIn(null)]).toEqual(["body", null]);
    cancel.cancel("mine");
    other.cancel("another's");
    const { cancellation } = cancel.signal;
    expect(control.originOf(cancellation)).toBe("cancel");
    expect(control.cancellationIn(cancellation)).toBe(cancellation);
    expect(control.originOf(other.signal.cancellation)).toBe("body");
    expect(control.cancellationIn(other.signal.cancellation)).toBeNull();
    expect(control.cancellationIn(new Error("x"))).toBeNull();
  });
});
