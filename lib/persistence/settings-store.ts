/** PrismaSettingsStore: the SettingsStore port on MySQL/MariaDB. */
import { StoredLimits } from "../contracts/settings";
import type { LimitsRecord, SettingsStore } from "../settings/ports";
import { decodeDocument, encodeDocument } from "./documents";
import type { PrismaClient } from "./generated/client";
import { storeOperation } from "./store-operation";

const LIMITS = "run-limits";

export class PrismaSettingsStore implements SettingsStore {
  readonly #db: PrismaClient;

  constructor(db: PrismaClient) {
    this.#db = db;
  }

  readLimits(): Promise<LimitsRecord | null> {
    return storeOperation("read the limits", async () => {
      const row = await this.#db.runtimeSetting.findUnique({ where: { name: LIMITS } });
      if (row === null) return null;
      const { version, valueJson, changedBy, changedAt } = row;
      return {
        version,
        limits: decodeDocument(StoredLimits, valueJson),
        changedBy,
        changedAt: changedAt.getTime(),
      };
    });
  }

  writeLimits({ version, limits, changedBy, changedAt }: LimitsRecord): Promise<boolean> {
    const columns = {
      version,
      valueJson: encodeDocument(limits),
      changedBy,
      changedAt: new Date(changedAt),
    };
    return storeOperation("change the limits", async () => {
      if (version === 1) {
        const data = [{ name: LIMITS, ...columns }];
        return (await this.#db.runtimeSetting.createMany({ data, skipDuplicates: true })).count === 1;
      }
      const where = { name: LIMITS, version: version - 1 };
      return (await this.#db.runtimeSetting.updateMany({ where, data: columns })).count === 1;
    });
  }
}
