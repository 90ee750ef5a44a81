/** Where a value comes from, and how such values combine. */
import { secretKindOf } from "../../diagnosis/masking/secret-names";

/** Stands among written texts for "any of the bound parameters". */
export const ANY_PARAMETER = "\u0000?";

/**
 * What a number says by the way it is made: a yes or a no or a share of one (`flag`), how many rows (`rows`) or how many groups or different values
 * (`values`) there are, a hundred times a count that waits for its division (`open_percent`), a share of a hundred (`percent`). `plain` is anything
 * else, `none` is NULL.
 */
export type Nature = "none" | "plain" | "flag" | "rows" | "values" | "open_percent" | "percent";

/** Where one value comes from. */
export interface Provenance {
  /** Some of it depends on what the server holds. */
  readonly data: boolean;
  /** Without being data, it is not the same in every row: a union of constants. */
  readonly varies: boolean;
  /** Texts of the statement that can stand in the value as they are, and ANY_PARAMETER. */
  readonly written: ReadonlySet<string>;
  /** Columns with a secret's name whose values may stand in it in any form, JSON paths with one, and ANY_PARAMETER for a bound path (TOOL-8). */
  readonly secrets: ReadonlySet<string>;
  /** Put together with what the statement wrote in a way that no comparison of texts can undo: none of it is found. */
  readonly built: boolean;
  readonly nature: Nature;
  /** How many arithmetic operators it went through. */
  readonly steps: number;
  /** A statement as the server lists it; it may be one of ours. */
  readonly listed: boolean;
  /** Cut out of a longer text. */
  readonly piece: boolean;
}

/** A value with more operators in it may be any number: it counts as built. */
export const MAX_STEPS = 12;

export const NO_TEXTS: ReadonlySet<string> = new Set();
export const NOTHING: Provenance = {
  data: false,
  varies: false,
  written: NO_TEXTS,
  secrets: NO_TEXTS,
  built: false,
  nature: "none",
  steps: 0,
  listed: false,
  piece: false,
};
export const DATA: Provenance = { ...NOTHING, data: true, nature: "plain" };

/** How SQL writes no, yes and nothing: what they stand for is decided by the data. */
const SAYS_NOTHING = /^(?:[01](?:\.0*)?|[^\p{L}\p{N}]*)$/u;

/** Can the text, once it stands in a cell, be taken for a figure or a word? */
export function saysSomething(text: string): boolean {
  return text === ANY_PARAMETER || !SAYS_NOTHING.test(text);
}

/** May a text of the statement that says something stand in the value? */
export function holdsWords(value: Provenance): boolean {
  return [...value.written].some(saysSomething);
}

/** A value of texts that the statement writes down. */
export function written(texts: readonly string[]): Provenance {
  const isYesOrNo = texts.length > 0 && texts.every((text) => /^[01](?:\.0*)?$/.test(text));
  return { ...NOTHING, written: new Set(texts), nature: isYesOrNo ? "flag" : "plain" };
}

/** The value without the texts in it, where it is measured or decided on. */
export function withoutWritten(value: Provenance): Provenance {
  return { ...value, written: NO_TEXTS };
}

/** Of the value nothing is found. */
export function built(value: Provenance): Provenance {
  return { ...value, built: true, nature: "plain" };
}

/** The value is written in another form: texts of the statement in it could no longer be told. */
export function altered(value: Provenance): Provenance {
  return holdsWords(value) || value.listed ? built(value) : value;
}

/** Any of the values, or all of them. */
export function combine(values: readonly Provenance[]): Provenance {
  return {
    data: values.some((value) => value.data),
    varies: values.some((value) => value.varies),
    written: union(values.map((value) => value.written)),
    secrets: union(values.map((value) => value.secrets)),
    built: values.some((value) => value.built),
    nature: commonNature(values.map(({ nature }) => nature)),
    steps: values.reduce((most, { steps }) => Math.max(most, steps), 0),
    listed: values.some((value) => value.listed),
    piece: values.some((value) => value.piece),
  };
}

function commonNature(natures: readonly Nature[]): Nature {
  const known = new Set(natures.filter((nature) => nature !== "none"));
  // "COALESCE(COUNT(*), 0)" counts.
  if (known.size > 1) known.delete("flag");
  if (known.has("open_percent")) return "open_percent";
  const [only, ...others] = known;
  return only === undefined ? "none" : others.length === 0 ? only : "plain";
}

/** A value of the data under a name. */
export function dataOf(name: string): Provenance {
  return secretKindOf(name) === null ? DATA : { ...DATA, secrets: new Set([name]) };
}

/** Of the paths that lead into a document those that end at a secret. */
export function secretPaths(paths: readonly Provenance[]): ReadonlySet<string> {
  const texts = [...union(paths.map((path) => path.written))];
  return new Set(texts.filter((text) => text === ANY_PARAMETER || secretKindOfPath(text) !== null));
}

/** What `$.db.password[0]` leads to; null where it is no secret. */
export function secretKindOfPath(path: string): string | null {
  return secretKindOf(path.replace(/\[[^\]]{0,20}\]|\*+/g, ""));
}

export function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  if (sets.every(({ size }) => size === 0)) return NO_TEXTS;
  return new Set(sets.flatMap((set) => [...set]));
}
