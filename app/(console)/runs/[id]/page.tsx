import type { Metadata } from "next";
import { RunPage } from "@/components/run/run-page";

interface Props {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return { title: `Run …${id.slice(-4)}` };
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  return <RunPage id={id} />;
}
