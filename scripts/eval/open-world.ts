/** The product as it is composed for the console, over HTTP, with what a world of the evaluation lacks taken away. */
import { pino } from "pino";
import type { InterlockEnvironment } from "../../lib/server/environment";
import { createInterlock, type InterlockParts } from "../../lib/server/interlock";
import { ApiClient } from "../../lib/server/testing/api-client";
import { startTestServer } from "../../lib/server/testing/http-server";
import { createTestToken } from "../../lib/server/testing/test-token";
import { chooseFreePort } from "../provision/free-port";
import type { EvaluationServer } from "./evaluation-server";
import type { World } from "./evaluation-question";

/** Runs that go on when a world is closed get this long, ms. */
const GRACE_MS = 2_000;
/** A world may open while the one before is still leaving the store, ms. */
const STORE_WAIT_MS = 30_000;

export interface OpenWorld {
  readonly client: ApiClient;
  close(): Promise<void>;
}

/** Everything but the addresses of store and sources is as the settings say. */
export async function openWorld(
  world: World,
  server: EvaluationServer,
  settings: InterlockEnvironment,
): Promise<OpenWorld> {
  const environment: InterlockEnvironment = {
    ...settings,
    databaseUrl: server.storeUrl,
    sources: await sourcesOf(world, server),
  };
  const interlock = await createInterlock(environment, pino({ level: "silent" }), {
    storeWaitMs: STORE_WAIT_MS,
    ...partsOf(world),
  });
  const http = await startTestServer(interlock, await createTestToken(environment.databaseUrl));
  return {
    client: new ApiClient(http.baseUrl),
    async close() {
      await http.close();
      await interlock.stop(GRACE_MS);
    },
  };
}

function partsOf(world: World): InterlockParts {
  // The documents went away after the question was routed to them.
  return world === "no documents" ? { knowledge: { search: () => Promise.resolve([]) } } : {};
}

async function sourcesOf(world: World, server: EvaluationServer): Promise<InterlockEnvironment["sources"]> {
  const shopUrl = world === "shop out of reach" ? await unusedAddress(server.shopUrl) : server.shopUrl;
  const serverUrl = world === "narrow account" ? server.shopUrl : server.serverUrl;
  return [
    {
      name: "server",
      url: serverUrl,
      description:
        "The MySQL/MariaDB server itself: process list, locks, status counters, information_schema, performance_schema.",
    },
    {
      name: "shop",
      url: shopUrl,
      description:
        "The demo shop: customers, orders, payments, ledger, inventory, deploys, error events, sign-ups.",
    },
  ];
}

async function unusedAddress(url: string): Promise<string> {
  const address = new URL(url);
  address.port = String(await chooseFreePort());
  return address.href;
}
