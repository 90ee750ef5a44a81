import type { Metadata } from "next";
import { TokensPage } from "@/components/settings/tokens-page";
import { Permitted } from "@/components/settings/permitted";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "API tokens" };

export default async function Page() {
  const access = await requirePage("tokens.manage");
  return (
    <Permitted access={access}>
      <TokensPage />
    </Permitted>
  );
}
