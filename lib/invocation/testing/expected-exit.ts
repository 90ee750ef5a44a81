/** What the rules say of one combination of the exit matrix. Knows nothing of the runtime. */
import { expect } from "vitest";
import type { CheckpointEnding } from "../checkpoint-store";
import { InvocationCancelled } from "../cancel-signal";
import { MechanismFault } from "../refusals";
import type { ExitVariant } from "./exit-variants";
import type { PlayedExit, ThrownByExit } from "./play-exit";

interface Part {
  readonly name: string;
  readonly error: unknown;
}

export function expectedExit(
  exit: ExitVariant,
  thrown: ThrownByExit,
): Omit<PlayedExit, "thrown" | "contextIdFree"> {
  const executed = [...bodyParts(exit, thrown), ...closeParts(exit, thrown)];
  const parts = [...executed];
  // EXIT-3a: from here on only the delivery fails.
  if (exit.observer === "throwing") parts.push({ name: "observer, delivery", error: thrown.observer });
  const ending: CheckpointEnding = {
    context: contextKind(exit, executed),
    delivery: parts.length === 0 ? "ok" : "failed",
  };
  if (exit.finish === "failing") parts.push({ name: "checkpoint, delivery", error: thrown.finish });
  return {
    delivered: delivered(parts),
    parts: parts.map((part) => part.name),
    contextKind: ending.context,
    receptionAllowed: parts.length === 0 ? null : parts.every((part) => /^(body|cancel)/.test(part.name)),
    ending,
    order: order(exit),
    emitted: exit.acceptance === "none" ? [true] : [true, false],
  };
}

/** EXIT-1, EXIT-14: a lone error itself, several in order. */
function delivered(parts: readonly Part[]): PlayedExit["delivered"] {
  const [first] = parts;
  if (first === undefined) return { kind: "fulfilled", value: "output" };
  if (parts.length === 1) return { kind: "rejected", error: first.error };
  return { kind: "several", errors: parts.map((part) => part.error) };
}

function bodyParts(exit: ExitVariant, thrown: ThrownByExit): readonly Part[] {
  switch (exit.body) {
    case "ok":
      return [];
    case "throws":
      return [{ name: "body, execution", error: thrown.body }];
    case "throws undefined":
      return [{ name: "body, execution", error: undefined }];
    case "cancelled":
      return [{ name: "cancel, execution", error: expect.any(InvocationCancelled) as unknown }];
  }
}

function closeParts(exit: ExitVariant, thrown: ThrownByExit): readonly Part[] {
  const name = "control, execution";
  switch (exit.close) {
    case "ok":
      return [];
    case "throws":
      return [{ name, error: thrown.close }];
    case "junk":
    case "promise":
      return [{ name, error: expect.any(MechanismFault) as unknown }];
  }
}

function contextKind(exit: ExitVariant, executed: readonly Part[]): CheckpointEnding["context"] {
  if (executed.length === 0) return "succeeded";
  return exit.body === "cancelled" && executed.length === 1 ? "cancelled" : "failed";
}

function order(exit: ExitVariant): readonly string[] {
  const acceptance = exit.body === "cancelled" ? "acceptance refused" : "acceptance";
  return [
    "begin",
    "body",
    "bodySettled",
    "outputSealed",
    ...(exit.acceptance === "none" ? [] : [acceptance]),
    "acceptancesDrained",
    "close",
    "workClosed",
    // Settled after the close, before the context: only the close opens the child's gate.
    ...(exit.child === "none" ? [] : ["child"]),
    "contextTerminal",
    "observed",
    "finish",
    "delivered",
    "told",
    "runnerSettled",
  ];
}
