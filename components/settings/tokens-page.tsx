"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeySquare } from "lucide-react";
import { useState } from "react";
import type { CreateTokenReply, CreateTokenRequest } from "@/lib/contracts/access";
import { accessClient } from "@/lib/client/access-client";
import { tokensOptions } from "@/lib/client/access-queries";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { useNow } from "../ui/use-now";
import { CreateTokenForm } from "./create-token-form";
import { ListSkeleton } from "./list-skeleton";
import { ShownOnce } from "./shown-once";
import { TokenRow } from "./token-row";

/** Which programs may ask, as what, and until when. */
export function TokensPage() {
  const client = useQueryClient();
  const tokens = useQuery(tokensOptions);
  const now = useNow(true, true);
  const [isAdding, setIsAdding] = useState(false);
  const [given, setGiven] = useState<CreateTokenReply | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: tokensOptions.queryKey });

  const create = useMutation({
    mutationFn: (body: CreateTokenRequest) => accessClient.createToken(body),
    onSuccess: (reply) => {
      setGiven(reply);
      setIsAdding(false);
      return refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: (tokenId: string) => accessClient.revokeToken(tokenId),
    onSettled: refresh,
  });

  return (
    <section aria-label="API tokens" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-mute">
          A program sends its token as <code className="font-mono text-xs">Authorization: Bearer ilk_…</code>{" "}
          and may do what the token&apos;s role may.
        </p>
        {!isAdding && (
          <Button look="primary" onClick={() => setIsAdding(true)}>
            <KeySquare aria-hidden className="size-3.5" />
            Create token
          </Button>
        )}
      </div>
      {given !== null && (
        <ShownOnce
          key={given.token.tokenId}
          onDone={() => setGiven(null)}
          secret={given.secret}
          title={`The token "${given.token.name}" was created`}
        >
          Put it where the program keeps its secrets.
        </ShownOnce>
      )}
      {isAdding && (
        <CreateTokenForm
          error={create.error}
          isBusy={create.isPending}
          onCancel={() => {
            create.reset();
            setIsAdding(false);
          }}
          onCreate={(body) => create.mutate(body)}
        />
      )}
      {revoke.isError && (
        <Notice title="The token was not revoked" tone="bad" urgent>
          <p>{revoke.error.message}</p>
        </Notice>
      )}
      {tokens.isPending ? (
        <ListSkeleton />
      ) : tokens.isError ? (
        <Notice title="The tokens could not be read" tone="bad" urgent>
          <p>{tokens.error.message}</p>
        </Notice>
      ) : tokens.data.length === 0 ? (
        <div className="panel">
          <EmptyState title="There are no tokens">
            Programs cannot use the API until one is created.
          </EmptyState>
        </div>
      ) : (
        <ul className="panel divide-y divide-line">
          {tokens.data.map((token) => (
            <TokenRow
              isBusy={revoke.isPending}
              key={token.tokenId}
              now={now}
              onRevoke={() => revoke.mutate(token.tokenId)}
              token={token}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
