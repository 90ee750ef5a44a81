import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { ModelPage } from "@/components/settings/model-page";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Model" };

export default async function Page() {
  const access = await requirePage("settings.read");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return (
    <SettingsFrame>
      <ModelPage />
    </SettingsFrame>
  );
}
