import type { Metadata } from "next";
import { AccessFrame } from "@/components/access/access-frame";
import { PasswordForm } from "@/components/access/password-form";
import { safeNext } from "@/lib/contracts/safe-next";
import { requirePrincipal } from "@/lib/server/page-access";

export const metadata: Metadata = { title: "Change password" };

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  const { email, mustChangePassword } = await requirePrincipal();
  const { next: given } = await searchParams;
  const next = safeNext(typeof given === "string" ? given : null);
  const lead = mustChangePassword
    ? "Somebody else chose the one you signed in with: choose one that only you know."
    : `For ${email}.`;
  return (
    <AccessFrame lead={lead} title={mustChangePassword ? "Choose a password" : "Change password"}>
      <PasswordForm email={email} next={next} />
    </AccessFrame>
  );
}
