import type { Metadata } from "next";
import { ModelPage } from "@/components/settings/model-page";
import { Permitted } from "@/components/settings/permitted";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Model" };

export default async function Page() {
  const access = await requirePage("settings.read");
  return (
    <Permitted access={access}>
      <ModelPage />
    </Permitted>
  );
}
