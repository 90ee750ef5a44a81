import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { UsersPage } from "@/components/settings/users-page";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Users" };

export default async function Page() {
  const access = await requirePage("users.manage");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return (
    <SettingsFrame>
      <UsersPage />
    </SettingsFrame>
  );
}
