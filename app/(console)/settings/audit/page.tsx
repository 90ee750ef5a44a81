import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { AuditPage } from "@/components/settings/audit-page";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Audit log" };

export default async function Page() {
  const access = await requirePage("audit.read");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return (
    <SettingsFrame>
      <AuditPage />
    </SettingsFrame>
  );
}
