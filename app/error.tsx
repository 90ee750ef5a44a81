"use client";

import { Button } from "@/components/ui/button";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center">
      <div role="alert">
        <h1 className="text-xl font-bold">This page failed</h1>
        <p className="mt-1 max-w-prose text-mute">
          That is a fault of the console; runs are not affected. Try again, and if it stays, report this:
        </p>
        <p className="mt-2 font-mono text-xs break-words">{error.digest ?? error.message}</p>
        <Button className="mt-4" look="primary" onClick={reset}>
          Try again
        </Button>
      </div>
    </main>
  );
}
