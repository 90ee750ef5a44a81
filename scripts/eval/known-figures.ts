/** What is read or arranged for one run of the evaluation, by name; questions and facts have `{name}` where it belongs. */
export type KnownFigures = Readonly<Record<string, string>>;

/** Replaces every `{name}`. Throws for a name that is not known: the set and its figures disagree. */
export function fillFigures(text: string, known: KnownFigures): string {
  return text.replace(/\{([a-zA-Z]+)\}/g, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`the evaluation knows no figure {${name}}`);
    return value;
  });
}
