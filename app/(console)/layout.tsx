import { Suspense, type ReactNode } from "react";
import { AppShell } from "@/components/shell/app-shell";
import { Providers } from "@/components/shell/providers";

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <AppShell>
        <Suspense>{children}</Suspense>
      </AppShell>
    </Providers>
  );
}
