import type { Metadata } from "next";
import { LimitsPage } from "@/components/settings/limits-page";
import { Permitted } from "@/components/settings/permitted";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Limits" };

export default async function Page() {
  const access = await requirePage("settings.read");
  return (
    <Permitted access={access}>
      <LimitsPage />
    </Permitted>
  );
}
