import { redirect } from "next/navigation";
import { firstSettingsPlace } from "@/components/settings/settings-places";
import { requirePage } from "@/lib/server/page-access";

export default async function Page() {
  const access = await requirePage("account.own");
  redirect(firstSettingsPlace(access.principal.role));
}
