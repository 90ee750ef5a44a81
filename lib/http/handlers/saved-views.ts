/** Saved views of the run list: everybody's own, and those that are shared. */
import { z } from "zod";
import { DoneReply } from "../../contracts/access";
import { SavedViewList, SavedViewReply, SaveViewRequest, ViewId } from "../../contracts/saved-views";
import type { ApiDependencies, ApiHandler } from "../api-dependencies";
import { jsonResponse, ProblemError } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";

const NoQuery = z.strictObject({});

export const getSavedViews: ApiHandler = async (deps, request) => {
  readQuery(request, NoQuery);
  return jsonResponse(SavedViewList.parse({ items: await deps.views.store.listViews(ownerOf(deps)) }));
};

export const postSavedView: ApiHandler = async (deps, request) => {
  readQuery(request, NoQuery);
  const { views, actorName } = deps;
  const asked = await readBody(request, SaveViewRequest);
  const view = await views.store.createView({
    ...asked,
    viewId: views.newViewId(),
    owner: { id: ownerOf(deps), name: actorName },
    createdAt: views.now(),
  });
  return jsonResponse(SavedViewReply.parse({ view }), 201);
};

export const deleteSavedView: ApiHandler = async (deps, request, params) => {
  readQuery(request, NoQuery);
  const viewId = ViewId.safeParse(params["id"]);
  if (!viewId.success || !(await deps.views.store.removeView(viewId.data, ownerOf(deps))))
    throw new ProblemError("VIEW_NOT_FOUND", "no saved view of yours has that id");
  return jsonResponse(DoneReply.parse({ done: true }));
};

function ownerOf({ principal }: ApiDependencies): string {
  return principal.kind === "session" ? principal.userId : principal.tokenId;
}
