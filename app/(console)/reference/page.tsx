import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { ReferencePage } from "@/components/reference/reference-page";
import { apiReference } from "@/lib/server/api-reference";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "API reference" };

export default async function Page() {
  const access = await requirePage("status.read");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return <ReferencePage reference={apiReference()} />;
}
