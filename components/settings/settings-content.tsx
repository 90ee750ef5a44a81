"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SettingsReply } from "@/lib/contracts/settings";
import { settingsOptions } from "@/lib/client/settings-queries";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { ListSkeleton } from "./list-skeleton";

/** The settings once they are read; before that, and when they cannot be, the same on every page of them. */
export function SettingsContent({ children }: { readonly children: (settings: SettingsReply) => ReactNode }) {
  const settings = useQuery(settingsOptions);
  if (settings.isPending) return <ListSkeleton />;
  if (settings.isError) {
    return (
      <Notice title="The settings could not be read" tone="bad" urgent>
        <p>{settings.error.message}</p>
        <Button className="mt-2" onClick={() => void settings.refetch()} size="sm">
          Try again
        </Button>
      </Notice>
    );
  }
  return children(settings.data);
}
