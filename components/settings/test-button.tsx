"use client";

import { useMutation } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import type { TestRequest } from "@/lib/contracts/settings";
import { formatDuration } from "@/lib/client/format-time";
import { settingsClient } from "@/lib/client/settings-client";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";

export interface TestButtonProps {
  readonly request: TestRequest;
  /** What is tested, for who hears the page. */
  readonly name: string;
}

/** Asks now whether something can be used, and says what it answered. */
export function TestButton({ request, name }: TestButtonProps) {
  const test = useMutation({ mutationFn: () => settingsClient.test(request) });
  const answer = test.data;
  return (
    <div className="grid gap-2">
      <Button
        aria-label={`Test ${name}`}
        className="w-fit"
        disabled={test.isPending}
        onClick={() => test.mutate()}
      >
        <Plug aria-hidden className="size-3.5" />
        {test.isPending ? "Testing…" : "Test"}
      </Button>
      {test.isError && (
        <Notice title="It could not be tested" tone="bad" urgent>
          <p>{test.error.message}</p>
        </Notice>
      )}
      {answer !== undefined && !test.isPending && (
        <Notice
          title={answer.ok ? `It answers, after ${formatDuration(answer.tookMs)}` : "It cannot be used"}
          tone={!answer.ok ? "bad" : answer.warning === null ? "ok" : "warn"}
        >
          <p className="break-words">{answer.detail}</p>
          {answer.warning !== null && <p className="mt-1 font-semibold">Warning: {answer.warning}</p>}
        </Notice>
      )}
    </div>
  );
}
