/** A key, as it is written on the keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-[4px] border border-current/25 px-1 font-mono text-2xs leading-4 font-medium">
      {children}
    </kbd>
  );
}
