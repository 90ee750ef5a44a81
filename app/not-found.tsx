import Link from "next/link";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center">
      <div>
        <h1 className="text-xl font-bold">There is nothing at this address</h1>
        <p className="mt-1 text-mute">The link may be old or mistyped.</p>
        <p className="mt-4 flex justify-center gap-4 font-semibold text-accent">
          <Link className="underline underline-offset-2" href="/">
            Ask
          </Link>
          <Link className="underline underline-offset-2" href="/runs">
            Runs
          </Link>
        </p>
      </div>
    </main>
  );
}
