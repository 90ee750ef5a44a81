import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { RunsPage } from "@/components/runs/runs-page";
import { requirePage } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Runs" };

export default async function Page() {
  const access = await requirePage("runs.read");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  return <RunsPage />;
}
