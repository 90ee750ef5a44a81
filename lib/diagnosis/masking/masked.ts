import type { TextTraits } from "./recognise-secrets";

/** Something masked, and how many places of it were. */
export interface Masked<T> {
  readonly value: T;
  readonly count: number;
}
export type MaskText = (text: string, traits?: Partial<TextTraits>) => Masked<string>;
