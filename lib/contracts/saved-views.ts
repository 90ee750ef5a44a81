/** Filters of the run list that have a name. */
import { z } from "zod";
import { idSchema } from "./ids";
import { RUN_FILTER_PARAMETERS } from "./run-filter";

export const ViewId = idSchema("viw", "ViewId");
export type ViewId = z.infer<typeof ViewId>;

const MAX_SEARCH = 2_000;
/** Parameters of the run list's address that are no condition. */
const SHOWN = ["columns"] as const;

/** The query string of the run list's address, without `?`. What it says is checked: a view always opens. */
const ViewSearch = z
  .string()
  .max(MAX_SEARCH, `keep the filter under ${MAX_SEARCH} characters`)
  .refine(isRunFilter, "write a filter of the run list, for example outcome=FALLBACK");

function isRunFilter(search: string): boolean {
  const given = [...new URLSearchParams(search)].filter(([name]) => !SHOWN.some((shown) => shown === name));
  const names = given.map(([name]) => name);
  if (new Set(names).size !== names.length) return false;
  return z.strictObject(RUN_FILTER_PARAMETERS).safeParse(Object.fromEntries(given)).success;
}

export const SavedView = z.object({
  viewId: ViewId,
  name: z.string(),
  search: z.string(),
  /** Everybody sees it. */
  shared: z.boolean(),
  ownerName: z.string(),
  /** Whether whoever asks may remove it. */
  isMine: z.boolean(),
  createdAt: z.int(),
});
export type SavedView = z.infer<typeof SavedView>;
export const SavedViewList = z.object({ items: z.array(SavedView) });
export type SavedViewList = z.infer<typeof SavedViewList>;
export const SaveViewRequest = z.strictObject({
  name: z.string().trim().min(1, "give a name").max(80, "keep the name under 80 characters"),
  search: ViewSearch,
  shared: z.boolean(),
});
export type SaveViewRequest = z.infer<typeof SaveViewRequest>;
export const SavedViewReply = z.object({ view: SavedView });
export type SavedViewReply = z.infer<typeof SavedViewReply>;
