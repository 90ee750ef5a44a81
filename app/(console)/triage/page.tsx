import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { TriagePage } from "@/components/triage/triage-page";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Triage" };

export default async function Page() {
  const access = await requirePage("triage.read");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return <TriagePage />;
}
