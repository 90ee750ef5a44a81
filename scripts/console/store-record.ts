import { join } from "node:path";
import { z } from "zod";
import type { DataFolder } from "../provision/data-folder";
import { readRecord, removeRecord, writeRecord } from "../provision/json-record";

const storeRecordSchema = z.object({ url: z.string().min(1) });
/** It holds the store's password, as the secrets beside it do. */
const OWNER_ONLY = 0o600;

function storeRecordPath(folder: DataFolder): string {
  return join(folder.run, "store.json");
}

/** Lets commands of this data folder find the store of the console that runs on it. */
export async function recordStore(folder: DataFolder, url: string): Promise<() => Promise<void>> {
  await writeRecord(storeRecordPath(folder), { url }, OWNER_ONLY);
  return () => removeRecord(storeRecordPath(folder));
}

/** The store of the console that runs on this data folder; undefined while none does. */
export async function findRunningStore(folder: DataFolder): Promise<string | undefined> {
  return (await readRecord(storeRecordPath(folder), storeRecordSchema))?.url;
}
