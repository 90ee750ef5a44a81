import { EmptyState } from "../ui/empty-state";

/** In place of a page that whoever is signed in may not see. */
export function NotPermitted({ reason }: { readonly reason: string }) {
  return (
    <EmptyState isPage title="This page is not for your role">
      {reason}
    </EmptyState>
  );
}
