/** Two links that hold each other. */
export function LogoMark() {
  return (
    <svg aria-hidden className="size-5 shrink-0" fill="none" strokeWidth="2.4" viewBox="0 0 24 24">
      <rect height="11" rx="3.2" stroke="var(--accent)" width="11" x="2.5" y="2.5" />
      <path
        d="M13.5 10.5h4.8a3.2 3.2 0 0 1 3.2 3.2v4.6a3.2 3.2 0 0 1-3.2 3.2h-4.6a3.2 3.2 0 0 1-3.2-3.2v-4.8"
        stroke="currentColor"
        strokeLinecap="round"
      />
    </svg>
  );
}
