/** The incident server on its own standard streams; `--deaf` for one that hears no cancellation. For tests alone. */
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createIncidentServer, IncidentState } from "./incident-server";

const server = createIncidentServer(new IncidentState(), { deaf: process.argv.includes("--deaf") });
await server.connect(new StdioServerTransport());
