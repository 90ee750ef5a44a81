import type { SituationName } from "../evaluation-question";
import type { KnownFigures } from "../known-figures";
import { arrangeCrowd, arrangeLongStatement } from "./load-situations";
import { arrangeDeadlock, arrangeLockChain, arrangeMetadataLock, arrangeRowLock } from "./lock-situations";
import { arrangeMisleadingRow } from "./row-situations";
import { SituationStage, type StandingSituation } from "./situation";

const ARRANGEMENTS: Readonly<Record<SituationName, (stage: SituationStage) => Promise<StandingSituation>>> = {
  "row lock": arrangeRowLock,
  "lock chain": arrangeLockChain,
  "metadata lock": arrangeMetadataLock,
  "long statement": arrangeLongStatement,
  "connections near limit": arrangeCrowd,
  deadlock: arrangeDeadlock,
  "misleading row": arrangeMisleadingRow,
};

/** Arranges a situation, does `work` while it stands, and clears it whatever happens. Throws when it does not come about. */
export async function whileItStands<T>(
  adminUrl: string,
  name: SituationName,
  work: (known: KnownFigures) => Promise<T>,
): Promise<T> {
  const stage = await SituationStage.open(adminUrl);
  try {
    const { known } = await ARRANGEMENTS[name](stage);
    return await work(known);
  } finally {
    await stage.clear();
  }
}
