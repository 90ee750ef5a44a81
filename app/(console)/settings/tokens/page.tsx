import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { TokensPage } from "@/components/settings/tokens-page";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "API tokens" };

export default async function Page() {
  const access = await requirePage("tokens.manage");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return (
    <SettingsFrame>
      <TokensPage />
    </SettingsFrame>
  );
}
