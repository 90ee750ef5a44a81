"use client";

import { SOURCE_KIND_TABLE, type SourceFacts } from "@/lib/contracts/settings";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { FactList } from "./fact-list";
import { SettingsContent } from "./settings-content";
import { SettingsSection } from "./settings-section";
import { TestButton } from "./test-button";

/** What runs may ask for evidence. */
export function SourcesPage() {
  return (
    <SettingsSection
      label="Data sources"
      lead={
        <>
          Data sources come from the server&apos;s environment: set <Code>SOURCE_&lt;NAME&gt;_URL</Code> and
          start again to add a database. Passwords stay there; no page shows one.
        </>
      }
    >
      <SettingsContent>
        {({ sources }) =>
          sources.length === 0 ? (
            <div className="panel">
              <EmptyState title="There is no data source">
                No question can be diagnosed until one is set:{" "}
                <Code>SOURCE_SHOP_URL=mysql://reader:…@host:3306/shop</Code>
              </EmptyState>
            </div>
          ) : (
            <div className="grid items-start gap-4 lg:grid-cols-2">
              {sources.map((source) => (
                <SourceCard key={source.name} source={source} />
              ))}
            </div>
          )
        }
      </SettingsContent>
    </SettingsSection>
  );
}

function SourceCard({ source }: { readonly source: SourceFacts }) {
  const { kind, name, description, address, account, tls, policy, setBy } = source;
  return (
    <Card aside={<span className="text-xs text-mute">{SOURCE_KIND_TABLE[kind].label}</span>} title={name}>
      <p className="mb-2.5">{description}</p>
      <FactList
        facts={[
          ["Address", <Code key="address">{address}</Code>],
          ["Account", account ?? "none"],
          ...(tls === null ? [] : ([["Encryption", TLS_WORDS[tls] ?? tls]] as const)),
          ["Set by", <Code key="by">{setBy}</Code>],
          [
            "Policy",
            <ul className="grid gap-1" key="policy">
              {policy.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>,
          ],
        ]}
      />
      <div className="mt-3">
        <TestButton name={name} request={{ what: "source", name }} />
      </div>
    </Card>
  );
}

const TLS_WORDS: Readonly<Record<string, string>> = {
  disable: "not encrypted",
  require: "encrypted, the server's certificate is not checked",
  verify: "encrypted, with a checked certificate",
};

function Code({ children }: { readonly children: string | readonly string[] }) {
  return <code className="font-mono text-xs wrap-anywhere">{children}</code>;
}
