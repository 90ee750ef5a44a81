import { createInvocationHost, type HostOptions } from "../invocation-host";
import { Invocation } from "../invocation";
import type { InvocationContext, InvocationWork } from "../invocation-work";
import { defineResource } from "../resource-port";
import { anySchema } from "./any-schema";
import { gate } from "./gate";
import { TickingClock } from "./ticking-clock";

export interface Line {
  use(what: string): Promise<string>;
  hold(what: string): Promise<string>;
}
export const line = defineResource<Line>("line");
export const text = anySchema<string>();

/** A line that writes down what happens; held operations are released or cleaned up by hand. */
export class TestLine {
  readonly log: string[] = [];
  readonly held = new Map<string, ReturnType<typeof gate<string>>>();
  /** What a clean-up of that operation throws. */
  readonly failing = new Map<string, unknown>();
  readonly binding = line.provide(() => ({
    use: async (_operation, what) => {
      this.log.push(`use ${what}`);
      return what;
    },
    hold: (operation, what) => {
      const held = gate<string>();
      this.held.set(what, held);
      operation.onCancel((cancellation) => {
        this.log.push(`stop ${what}`);
        held.fail(cancellation);
      });
      operation.onClose(() => {
        this.log.push(`close ${what}`);
        if (this.failing.has(what)) throw this.failing.get(what);
      });
      return held.promise;
    },
  }));
}

export function hostOptions(testLine: TestLine, more: Partial<HostOptions> = {}): HostOptions {
  return { clock: new TickingClock(), resources: [testLine.binding], ...more };
}

export type Work<O> = InvocationWork<void, O, InvocationContext<void>>;

export function lowLevel<O>(work: Work<O>, more: Partial<HostOptions> = {}, id = "call") {
  const host = createInvocationHost({ clock: new TickingClock(), ...more });
  return new Invocation({ host, name: id, work, context: { id, entry: { kind: "run", input: undefined } } });
}
