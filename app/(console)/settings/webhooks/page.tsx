import type { Metadata } from "next";
import { WebhooksPage } from "@/components/settings/webhooks-page";
import { Permitted } from "@/components/settings/permitted";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Webhooks" };

export default async function Page() {
  const access = await requirePage("settings.read");
  return (
    <Permitted access={access}>
      <WebhooksPage />
    </Permitted>
  );
}
