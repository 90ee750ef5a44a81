import type { Metadata } from "next";
import { SourcesPage } from "@/components/settings/sources-page";
import { Permitted } from "@/components/settings/permitted";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Data sources" };

export default async function Page() {
  const access = await requirePage("settings.read");
  return (
    <Permitted access={access}>
      <SourcesPage />
    </Permitted>
  );
}
