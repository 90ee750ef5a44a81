import { redirect } from "next/navigation";
import { requirePage } from "@/lib/server/page-access";

export default async function Page() {
  await requirePage("account.own");
  redirect("/settings/users");
}
