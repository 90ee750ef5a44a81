import type { Metadata } from "next";
import { ViewsPage } from "@/components/settings/views-page";
import { Permitted } from "@/components/settings/permitted";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Saved views" };

export default async function Page() {
  const access = await requirePage("views.own");
  return (
    <Permitted access={access}>
      <ViewsPage />
    </Permitted>
  );
}
