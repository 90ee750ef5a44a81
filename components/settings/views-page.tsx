"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SaveViewRequest } from "@/lib/contracts/saved-views";
import { settingsClient } from "@/lib/client/settings-client";
import { savedViewsOptions } from "@/lib/client/settings-queries";
import { ActError } from "./act-error";
import { ListPanel } from "./list-panel";
import { SettingsSection } from "./settings-section";
import { ViewAddressForm } from "./view-address-form";
import { ViewRow } from "./view-row";

/** Filters of the run list that have a name: one's own, and those that everybody sees. */
export function ViewsPage() {
  const client = useQueryClient();
  const views = useQuery(savedViewsOptions);
  const refresh = () => client.invalidateQueries({ queryKey: savedViewsOptions.queryKey });
  const save = useMutation({
    mutationFn: (body: SaveViewRequest) => settingsClient.saveView(body),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (viewId: string) => settingsClient.removeView(viewId),
    onSettled: refresh,
  });
  return (
    <SettingsSection label="Saved views">
      <ViewAddressForm
        isBusy={save.isPending}
        onSave={(body, done) => save.mutate(body, { onSuccess: done })}
      />
      <ActError error={save.error ?? remove.error} title="The views were not changed" />
      <ListPanel
        empty={{
          title: "There are no saved views",
          text: "Filter the runs, then save the address of that list here under a name.",
        }}
        query={views}
        what="The views"
      >
        {(view) => (
          <ViewRow
            isBusy={remove.isPending}
            key={view.viewId}
            onRemove={() => remove.mutate(view.viewId)}
            view={view}
          />
        )}
      </ListPanel>
    </SettingsSection>
  );
}
