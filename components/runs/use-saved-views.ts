import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { defaultView } from "@/lib/client/default-view";
import { settingsClient } from "@/lib/client/settings-client";
import { savedViewsOptions } from "@/lib/client/settings-queries";
import type { SavedView, SaveViewRequest } from "@/lib/contracts/saved-views";

/** The views of whoever is signed in, and what can be done with them. */
export function useSavedViews() {
  const client = useQueryClient();
  const views = useQuery(savedViewsOptions);
  const refresh = () => client.invalidateQueries({ queryKey: savedViewsOptions.queryKey });
  const save = useMutation({
    mutationFn: (body: SaveViewRequest) => settingsClient.saveView(body),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ viewId }: SavedView) => settingsClient.removeView(viewId),
    onSuccess: (_reply, { viewId }) => {
      if (defaultView.read()?.viewId === viewId) defaultView.choose(null);
    },
    onSettled: refresh,
  });
  const rename = useMutation({
    mutationFn: async ({ view, name }: { view: SavedView; name: string }) => {
      const { search, shared } = view;
      // The new one first: where the second step fails there are two views, and never none.
      const { view: renamed } = await settingsClient.saveView({ name, search, shared });
      if (defaultView.read()?.viewId === view.viewId) defaultView.choose({ viewId: renamed.viewId, search });
      await settingsClient.removeView(view.viewId);
    },
    onSettled: refresh,
  });
  return { views, save, remove, rename, error: save.error ?? remove.error ?? rename.error };
}
