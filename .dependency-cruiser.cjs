/**
 * The rooms and which way imports may point between them (docs/ARCHITECTURE.md).
 * Core: contracts ← invocation, harness ← diagnosis ← runs. Adapters import the ports of the room they serve.
 */
const room = (name) => `^lib/${name}/`;
/** Rooms of lib/ that each room may import, besides itself. */
const MAY_IMPORT = {
  contracts: [],
  invocation: [],
  harness: ["contracts", "invocation"],
  diagnosis: ["contracts", "harness", "invocation"],
  runs: ["contracts", "harness", "invocation", "diagnosis"],
  triage: ["contracts"],
  access: ["contracts"],
  settings: ["contracts"],
  models: ["contracts", "diagnosis", "knowledge"],
  knowledge: ["contracts", "diagnosis"],
  datasources: ["contracts", "diagnosis"],
  "mcp-tools": ["contracts", "diagnosis"],
  "prometheus-tool": ["contracts", "diagnosis"],
  persistence: ["contracts", "invocation", "runs", "triage", "access", "knowledge", "settings", "webhooks"],
  webhooks: ["contracts"],
  telemetry: ["contracts", "harness", "runs"],
  engine: ["contracts", "runs"],
  http: ["contracts", "runs", "triage", "access", "knowledge", "settings", "webhooks"],
  openapi: ["contracts", "http"],
  client: ["contracts"],
  server: [
    "contracts",
    "invocation",
    "harness",
    "diagnosis",
    "runs",
    "triage",
    "settings",
    "models",
    "knowledge",
    "datasources",
    "mcp-tools",
    "prometheus-tool",
    "access",
    "webhooks",
    "telemetry",
    "persistence",
    "engine",
    "http",
    "openapi",
  ],
};

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "not-to-unresolvable",
      severity: "error",
      comment: "the rivals' libraries are bench's own package, which need not be installed",
      from: { pathNot: "^bench/invocation/rivals/" },
      to: { couldNotResolve: true },
    },
    ...Object.entries(MAY_IMPORT).map(([name, allowed]) => ({
      name: `room-${name}`,
      severity: "error",
      comment: `lib/${name} may import ${allowed.length === 0 ? "no other room" : allowed.join(", ")}`,
      from: { path: room(name), pathNot: "\\.test\\.tsx?$|/testing/" },
      to: {
        path: "^(lib|app|components|prisma|scripts|e2e|bench)/",
        pathNot: [room(name), ...allowed.map(room)],
      },
    })),
    {
      name: "room-components",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^(lib|app|prisma|scripts|e2e)/", pathNot: ["^lib/(contracts|client)/"] },
    },
    {
      name: "room-components-ui",
      severity: "error",
      comment: "primitives: react and CSS only",
      from: { path: "^components/ui/" },
      to: { path: "^(lib|app)/|^components/(?!ui/)", pathNot: ["^lib/contracts/"] },
    },
    {
      name: "room-app",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^(lib|prisma|scripts|e2e)/", pathNot: ["^lib/(server|client|contracts|http)/"] },
    },
    {
      name: "prisma-only-in-persistence",
      severity: "error",
      from: { path: "^(app|components|lib)/", pathNot: "^lib/persistence/" },
      to: { path: "@prisma/|^lib/persistence/generated/" },
    },
    {
      name: "contracts-import-zod-only",
      severity: "error",
      from: { path: room("contracts"), pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["npm", "core"], pathNot: "node_modules/zod" },
    },
    {
      name: "no-test-code-in-product",
      severity: "error",
      from: { path: "^(app|components|lib)/", pathNot: "\\.test\\.tsx?$|/testing/" },
      to: { path: "\\.test\\.tsx?$|/testing/|^e2e/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^lib/persistence/generated/|\\.next/|^bench/results/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
