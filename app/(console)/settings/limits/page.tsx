import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { LimitsPage } from "@/components/settings/limits-page";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Limits" };

export default async function Page() {
  const access = await requirePage("settings.read");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return (
    <SettingsFrame>
      <LimitsPage />
    </SettingsFrame>
  );
}
