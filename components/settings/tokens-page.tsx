"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeySquare } from "lucide-react";
import { useState } from "react";
import type { CreateTokenReply, CreateTokenRequest } from "@/lib/contracts/access";
import { accessClient } from "@/lib/client/access-client";
import { tokensOptions } from "@/lib/client/access-queries";
import { Button } from "../ui/button";
import { useNow } from "../ui/use-now";
import { ActError } from "./act-error";
import { CreateTokenForm } from "./create-token-form";
import { ListPanel } from "./list-panel";
import { SettingsSection } from "./settings-section";
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
    <SettingsSection
      action={
        !isAdding && (
          <Button look="primary" onClick={() => setIsAdding(true)}>
            <KeySquare aria-hidden className="size-3.5" />
            Create token
          </Button>
        )
      }
      label="API tokens"
      lead={
        <>
          A program sends its token as <code className="font-mono text-xs">Authorization: Bearer ilk_…</code>{" "}
          and may do what the token&apos;s role may.
        </>
      }
    >
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
      <ActError error={revoke.error} title="The token was not revoked" />
      <ListPanel
        empty={{ title: "There are no tokens", text: "Programs cannot use the API until one is created." }}
        query={tokens}
        what="The tokens"
      >
        {(token) => (
          <TokenRow
            isBusy={revoke.isPending}
            key={token.tokenId}
            now={now}
            onRevoke={() => revoke.mutate(token.tokenId)}
            token={token}
          />
        )}
      </ListPanel>
    </SettingsSection>
  );
}
