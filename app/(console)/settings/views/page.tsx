import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { ViewsPage } from "@/components/settings/views-page";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Saved views" };

export default async function Page() {
  const access = await requirePage("views.own");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return (
    <SettingsFrame>
      <ViewsPage />
    </SettingsFrame>
  );
}
