import type { ReactNode } from "react";

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** True where it is all that the page says. */
  readonly isPage?: boolean;
}

/** A place where nothing is, saying why and what to do about it. */
export function EmptyState({ title, children, isPage = false }: EmptyStateProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className="flex flex-col items-center gap-1.5 px-6 py-14 text-center">
      <Title className="text-base font-semibold">{title}</Title>
      <div className="max-w-prose text-mute">{children}</div>
    </div>
  );
}
