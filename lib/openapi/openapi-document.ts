/** The OpenAPI 3.1 document of the API, made of the table of routes, what is written of them, and the contracts. */
import { PERMISSION_TABLE, type Permission } from "../contracts/access";
import { PROBLEM_TABLE, type ProblemCode } from "../contracts/problem";
import { WEBHOOK_EVENT_TABLE } from "../contracts/webhooks";
import { API_ROUTES, type ApiRoute, type RouteEntry } from "../http/api-routes";
import { componentSchemas, queryParameters, type JsonSchema } from "./json-schemas";
import { HEADER_TABLE, ROUTE_DOCS, TAG_TABLE, type ReplyDoc, type RouteDoc } from "./route-docs";

export type Method = "get" | "post" | "patch" | "delete" | "put";
const METHODS = {
  GET: "get",
  POST: "post",
  PATCH: "patch",
  DELETE: "delete",
  PUT: "put",
} as const satisfies Record<string, Method>;

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly style?: "form";
  readonly explode?: false;
}
type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;
export interface ResponseObject {
  readonly description: string;
  readonly content: Content;
}
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly JsonSchema[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  /** By status. Problems are referred to: many routes answer with the same ones. */
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
}
export interface OpenApiDocument {
  readonly openapi: "3.1.1";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

/** Counts up with every change of the API that a client could see. */
const API_VERSION = "1.0.0";
const ID_BODY = "[0-9a-hjkmnp-tv-z]{26}";

let text: string | null = null;

/** The document as JSON; made once and kept. */
export function openApiText(): string {
  text ??= JSON.stringify(openApiDocument());
  return text;
}

/** The same for every server. */
export function openApiDocument(): OpenApiDocument {
  const paths: Record<string, Partial<Record<Method, Operation>>> = {};
  for (const route of routes()) {
    const { method, path } = addressOf(route);
    paths[path] = { ...paths[path], [method]: operationOf(route) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Interlock",
      version: API_VERSION,
      description:
        "Runs LLM incident diagnoses under strict execution control. Times are milliseconds since the epoch. Refusals are problem details (RFC 9457) with a code.",
    },
    servers: [{ url: "/" }],
    tags: Object.entries(TAG_TABLE).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhookPaths(),
    components: {
      schemas: componentSchemas(),
      responses: Object.fromEntries(
        routes()
          .flatMap((route) => [...problemsOf(route).values()])
          .map((codes) => [problemName(codes), problemResponse(codes)]),
      ),
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "An API token that an administrator created." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "interlock.session_token",
          description: "The cookie of somebody who signed in; its name has the prefix __Secure- over https.",
        },
      },
    },
  };
}

function routes(): ApiRoute[] {
  return Object.keys(API_ROUTES).filter((key): key is ApiRoute => Object.hasOwn(API_ROUTES, key));
}

/** `GET /api/runs/[id]` → get, /api/runs/{id}. */
export function addressOf(route: ApiRoute): { readonly method: Method; readonly path: string } {
  const [verb = "", pattern = ""] = route.split(" ");
  const method = Object.entries(METHODS).find(([name]) => name === verb)?.[1];
  if (method === undefined) throw new Error(`the route ${route} has no method of the document`);
  return { method, path: pattern.replace(/\[([^\]]+)\]/g, "{$1}") };
}

function operationOf(route: ApiRoute): Operation {
  const doc: RouteDoc = ROUTE_DOCS[route];
  const { permission }: RouteEntry = API_ROUTES[route];
  const { method, path } = addressOf(route);
  return {
    operationId: operationIdOf(method, path),
    tags: [doc.tag],
    summary: doc.summary,
    description: [doc.description, permissionText(permission)]
      .filter((text) => text !== undefined)
      .join("\n\n"),
    security: permission === "open" ? [] : [{ token: [] }, { session: [] }],
    parameters: parametersOf(path, doc),
    ...(doc.body === undefined
      ? {}
      : {
          requestBody: {
            required: doc.body.optional !== true,
            content: { "application/json": { schema: refTo(doc.body.schema) } },
          },
        }),
    responses: responsesOf(route),
  };
}

/** `get` + `/api/runs/{id}/trace` → getRunsByIdTrace. */
function operationIdOf(method: Method, path: string): string {
  const words = path
    .replace(/^\/api\//, "")
    .replace(/\{(\w+)\}/g, "by-$1")
    .split(/[^A-Za-z0-9]+/);
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function permissionText(permission: Permission | "open"): string {
  if (permission === "open") return "Open: no token is needed.";
  const { roles } = PERMISSION_TABLE[permission];
  return `Permission: ${permission} (${roles.join(", ")}).`;
}

function parametersOf(path: string, doc: RouteDoc): Parameter[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]): Parameter => ({
    name,
    in: "path",
    required: true,
    schema: {
      type: "string",
      ...(doc.idPrefix === undefined ? {} : { pattern: `^${doc.idPrefix}_${ID_BODY}$` }),
    },
  }));
  const inQuery = (doc.query === undefined ? [] : queryParameters(doc.query)).map((parameter): Parameter => {
    const isList = parameter.schema["type"] === "array";
    return { ...parameter, in: "query", ...(isList ? { style: "form", explode: false } : {}) };
  });
  const inHeader = (doc.headers ?? []).map((name): Parameter => ({
    name,
    in: "header",
    required: false,
    ...HEADER_TABLE[name],
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

/** Also those that come of the kind of a route: its permission, its method, its body, its query string. */
export function problemCodesOf(route: ApiRoute): ProblemCode[] {
  const { permission }: RouteEntry = API_ROUTES[route];
  const { body, problems }: RouteDoc = ROUTE_DOCS[route];
  const { method } = addressOf(route);
  const codes: ProblemCode[] = ["FORBIDDEN_HOST", "INVALID_REQUEST", "INTERNAL", "STORE_UNAVAILABLE"];
  if (permission !== "open") codes.push("UNAUTHENTICATED", "FORBIDDEN", "PASSWORD_CHANGE_REQUIRED");
  if (method !== "get") codes.push("FORBIDDEN_ORIGIN");
  if (body !== undefined) codes.push("BODY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  return [...codes, ...problems];
}

/** A status that stands for a reply and for a problem has both kinds of content. */
function responsesOf(route: ApiRoute): Operation["responses"] {
  const { replies }: RouteDoc = ROUTE_DOCS[route];
  const problems = problemsOf(route);
  const told: Record<string, ResponseObject | { readonly $ref: string }> = {};
  for (const [status, codes] of problems)
    told[status] = { $ref: `#/components/responses/${problemName(codes)}` };
  for (const [status, doc] of Object.entries(replies)) {
    const reply = replyOf(doc);
    const codes = problems.get(status);
    const problem = codes === undefined ? null : problemResponse(codes);
    told[status] =
      problem === null
        ? reply
        : {
            description: `${reply.description}\n${problem.description}`,
            content: { ...reply.content, ...problem.content },
          };
  }
  return told;
}

function replyOf(reply: ReplyDoc): ResponseObject {
  switch (reply.kind) {
    case "json":
      return {
        description: reply.means ?? "As asked.",
        content: { "application/json": { schema: refTo(reply.schema) } },
      };
    case "events":
      return {
        description:
          `Server-sent events; the data of each is that of ${reply.schema}. ${reply.means ?? ""}`.trim(),
        content: { "text/event-stream": { schema: { type: "string" } } },
      };
    case "file":
      return {
        description: reply.means,
        content: Object.fromEntries(
          reply.types.map((type) => [
            type,
            {
              schema:
                type === "application/json"
                  ? { type: "object", additionalProperties: true }
                  : { type: "string" },
            },
          ]),
        ),
      };
  }
}

/** The codes of each status. */
function problemsOf(route: ApiRoute): Map<string, ProblemCode[]> {
  const byStatus = new Map<string, ProblemCode[]>();
  for (const code of problemCodesOf(route)) {
    const status = String(PROBLEM_TABLE[code].status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function problemName(codes: readonly ProblemCode[]): string {
  return codes.join(".");
}

function problemResponse(codes: readonly ProblemCode[]): ResponseObject {
  return {
    description: codes.map((code) => `${code}: ${PROBLEM_TABLE[code].title}.`).join("\n"),
    content: {
      "application/problem+json": {
        schema: { allOf: [refTo("Problem"), { type: "object", properties: { code: { enum: codes } } }] },
      },
    },
  };
}

function webhookPaths(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(WEBHOOK_EVENT_TABLE).map(([event, { label, meaning }]) => [
      event,
      {
        post: {
          summary: label,
          description: `${meaning} Signed by the scheme of Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature.`,
          requestBody: {
            required: true,
            content: { "application/json": { schema: refTo("WebhookMessage") } },
          },
          responses: { "2XX": { description: "Taken. Anything else is sent again." } },
        },
      },
    ]),
  );
}

function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
