import type { Metadata } from "next";
import { AuditPage } from "@/components/settings/audit-page";
import { Permitted } from "@/components/settings/permitted";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Audit log" };

export default async function Page() {
  const access = await requirePage("audit.read");
  return (
    <Permitted access={access}>
      <AuditPage />
    </Permitted>
  );
}
