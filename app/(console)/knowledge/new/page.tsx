import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { NewEntryPage } from "@/components/knowledge/new-entry-page";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "New knowledge" };

export default async function Page() {
  const access = await requirePage("knowledge.write");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return <NewEntryPage />;
}
