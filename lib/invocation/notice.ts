/** Something that will be said once, and never fails (EXIT-16). Made only when somebody waits for it. */
export interface Notice {
  readonly promise: Promise<void>;
  readonly fulfil: () => void;
}

export function notice(): Notice {
  let fulfil = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    fulfil = resolve;
  });
  return { promise, fulfil };
}

/** Says it, if anybody waits. The answer is what takes the notice's place. */
export function wake(waiting: Notice | null): null {
  waiting?.fulfil();
  return null;
}
