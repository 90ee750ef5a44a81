/** The longest name of models that a run's row holds, characters. */
const MAX_MODEL_CHARACTERS = 191;
const JOINT = ", then ";

/**
 * The models of a run that another process goes on with (RUN-18), in their order: a run that changed its driver on the way is a run of neither
 * alone. The middle of a long history is left out.
 */
export function drivenBy(before: string, now: string): string {
  const models = before.split(JOINT);
  if (models.at(-1) === now) return before;
  const all = [...models, now].join(JOINT);
  if (all.length <= MAX_MODEL_CHARACTERS) return all;
  return `${models[0] ?? ""}, …${JOINT}${now}`.slice(0, MAX_MODEL_CHARACTERS);
}
