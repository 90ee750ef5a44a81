import type { ReactNode } from "react";
import { NotPermitted } from "../access/not-permitted";

export interface PermittedProps {
  /** As `requirePage` answered. */
  readonly access: { readonly kind: "permitted" } | { readonly kind: "refused"; readonly reason: string };
  readonly children: ReactNode;
}

/** A settings page, or why it is not for whoever is signed in: the navigation stays either way. */
export function Permitted({ access, children }: PermittedProps) {
  switch (access.kind) {
    case "permitted":
      return children;
    case "refused":
      return <NotPermitted isInside reason={access.reason} />;
  }
}
