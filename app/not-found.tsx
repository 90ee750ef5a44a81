/** Plain links: every page loads what this one needs, and a link of the router would add its code to all of them. */
const WAYS_BACK = [
  { href: "/", label: "Ask" },
  { href: "/runs", label: "Runs" },
];

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center">
      <div>
        <h1 className="text-xl font-bold">There is nothing at this address</h1>
        <p className="mt-1 text-mute">The link may be old or mistyped.</p>
        <p className="mt-4 flex justify-center gap-4 font-semibold text-accent">
          {WAYS_BACK.map(({ href, label }) => (
            <a className="underline underline-offset-2" href={href} key={href}>
              {label}
            </a>
          ))}
        </p>
      </div>
    </main>
  );
}
