/** The incident server over streamable HTTP on a port of its own, which it prints; `--deaf` as above. For tests alone. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createIncidentServer, IncidentState } from "./incident-server";

const deaf = process.argv.includes("--deaf");
const token = process.env["INCIDENT_TOKEN"];
const state = new IncidentState();
const sessions = new Map<string, StreamableHTTPServerTransport>();

async function openSession(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      sessions.set(id, transport);
    },
  });
  // The class says `undefined` where its interface says nothing.
  await createIncidentServer(state, { deaf }).connect(transport as Transport);
  return transport;
}

const http = createServer((request, response) => {
  if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
    response.writeHead(401).end();
    return;
  }
  const id = request.headers["mcp-session-id"];
  const known = typeof id === "string" ? sessions.get(id) : undefined;
  if (typeof id === "string" && known === undefined) {
    response.writeHead(404).end();
    return;
  }
  void Promise.resolve(known ?? openSession()).then((transport) =>
    transport.handleRequest(request, response),
  );
});
http.listen(0, "127.0.0.1", () => {
  const address = http.address();
  if (typeof address === "object" && address !== null) console.log(address.port);
});
process.on("disconnect", () => process.exit(0));
