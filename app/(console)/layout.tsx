import { Suspense, type ReactNode } from "react";
import { PrincipalProvider } from "@/components/access/principal-context";
import { AppShell } from "@/components/shell/app-shell";
import { Providers } from "@/components/shell/providers";
import { requirePage } from "@/lib/server/page-access";

/** Each page below asks for its own permission as well: a layout stays as it is while its pages change. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { principal } = await requirePage("account.own");
  return (
    <PrincipalProvider principal={principal}>
      <Providers>
        <AppShell>
          <Suspense>{children}</Suspense>
        </AppShell>
      </Providers>
    </PrincipalProvider>
  );
}
