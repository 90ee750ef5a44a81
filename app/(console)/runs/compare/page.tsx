import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { ComparePage } from "@/components/compare/compare-page";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Compare" };

export default async function Page() {
  const access = await requirePage("runs.read");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return <ComparePage />;
}
