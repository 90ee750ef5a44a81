import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AccessFrame } from "@/components/access/access-frame";
import { SignInForm } from "@/components/access/sign-in-form";
import { safeNext } from "@/lib/contracts/safe-next";
import { isSignedIn } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Sign in" };

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  const { next: given } = await searchParams;
  const next = safeNext(typeof given === "string" ? given : null);
  if (await isSignedIn()) redirect(next);
  return (
    <AccessFrame lead="With the address and password an administrator gave you." title="Sign in">
      <SignInForm next={next} />
    </AccessFrame>
  );
}
