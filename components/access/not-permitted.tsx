export interface NotPermittedProps {
  readonly reason: string;
  /** True where it stands below a heading of the page that is there all the same. */
  readonly isInside?: boolean;
}

/** In place of a page that whoever is signed in may not see. */
export function NotPermitted({ reason, isInside = false }: NotPermittedProps) {
  const Title = isInside ? "h2" : "h1";
  return (
    <div className="flex flex-col items-center gap-1.5 px-6 py-14 text-center">
      <Title className="text-base font-semibold">This page is not for your role</Title>
      <p className="max-w-prose text-mute">{reason}</p>
    </div>
  );
}
