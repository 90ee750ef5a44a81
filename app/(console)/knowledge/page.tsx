import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { KnowledgePage } from "@/components/knowledge/knowledge-page";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Knowledge" };

export default async function Page() {
  const access = await requirePage("knowledge.read");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return <KnowledgePage />;
}
