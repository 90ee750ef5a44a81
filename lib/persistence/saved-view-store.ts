/** PrismaSavedViewStore: the SavedViewStore port on MySQL/MariaDB. */
import { ViewId, type SavedView } from "../contracts/saved-views";
import type { NewView, SavedViewStore } from "../settings/ports";
import type { SavedViewModel } from "./generated/models";
import type { PrismaClient } from "./generated/client";
import { storeOperation } from "./store-operation";

/** Far more than anybody looks through. */
const MOST_LISTED = 200;

export class PrismaSavedViewStore implements SavedViewStore {
  readonly #db: PrismaClient;

  constructor(db: PrismaClient) {
    this.#db = db;
  }

  listViews(ownerId: string): Promise<readonly SavedView[]> {
    return storeOperation("list saved views", async () => {
      const rows = await this.#db.savedView.findMany({
        where: { OR: [{ ownerId }, { shared: true }] },
        orderBy: { viewId: "asc" },
        take: MOST_LISTED,
      });
      return rows.map((row) => viewOf(row, ownerId));
    });
  }

  createView({ viewId, owner, name, search, shared, createdAt }: NewView): Promise<SavedView> {
    return storeOperation("save a view", async () => {
      const row = await this.#db.savedView.create({
        data: {
          viewId,
          ownerId: owner.id,
          ownerName: owner.name,
          name,
          search,
          shared,
          createdAt: new Date(createdAt),
        },
      });
      return viewOf(row, owner.id);
    });
  }

  removeView(viewId: ViewId, ownerId: string): Promise<boolean> {
    return storeOperation("remove a view", async () => {
      const { count } = await this.#db.savedView.deleteMany({ where: { viewId, ownerId } });
      return count === 1;
    });
  }
}

function viewOf(row: SavedViewModel, ownerId: string): SavedView {
  const { viewId, name, search, shared, ownerName, createdAt } = row;
  return {
    viewId: ViewId.parse(viewId),
    name,
    search,
    shared,
    ownerName,
    isMine: row.ownerId === ownerId,
    createdAt: createdAt.getTime(),
  };
}
