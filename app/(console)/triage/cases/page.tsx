import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { CasesPage } from "@/components/triage/cases-page";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Regression cases" };

export default async function Page() {
  const access = await requirePage("triage.read");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return <CasesPage />;
}
