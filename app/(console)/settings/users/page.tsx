import type { Metadata } from "next";
import { UsersPage } from "@/components/settings/users-page";
import { Permitted } from "@/components/settings/permitted";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Users" };

export default async function Page() {
  const access = await requirePage("users.manage");
  return (
    <Permitted access={access}>
      <UsersPage />
    </Permitted>
  );
}
