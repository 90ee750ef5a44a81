import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { InsightsPage } from "@/components/insights/insights-page";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Insights" };

export default async function Page() {
  const access = await requirePage("runs.read");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return <InsightsPage />;
}
