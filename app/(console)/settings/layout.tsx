import type { ReactNode } from "react";
import { SettingsFrame } from "@/components/settings/settings-frame";

/** The pages below ask for their permissions themselves. */
export default function SettingsLayout({ children }: { readonly children: ReactNode }) {
  return <SettingsFrame>{children}</SettingsFrame>;
}
