import type { Metadata } from "next";
import { NotPermitted } from "@/components/access/not-permitted";
import { RunPage } from "@/components/run/run-page";
import { requirePage } from "@/lib/server/page-access";

interface Props {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return { title: `Run …${id.slice(-4)}` };
}

export default async function Page({ params }: Props) {
  const access = await requirePage("runs.read");
  if (access.kind === "refused") return <NotPermitted reason={access.reason} />;
  const { id } = await params;
  return <RunPage id={id} />;
}
