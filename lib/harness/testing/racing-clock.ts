import { ManualClock } from "./manual-clock";

/**
 * A clock that lets somebody else act in the very moment in which it is read. The harness reads it inside its
 * transitions, so every reading is a named race point.
 */
export class RacingClock extends ManualClock {
  private readonly races: (() => void)[] = [];

  /** @param skip how many readings pass undisturbed before `act` */
  race(skip: number, act: () => void): void {
    for (let i = 0; i < skip; i++) this.races.push(() => undefined);
    this.races.push(act);
  }

  override now(): number {
    this.races.shift()?.();
    return super.now();
  }
}
