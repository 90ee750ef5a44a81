/** The document as the reference page shows it. */
import type { OpenApiDocument, Operation, ResponseObject } from "./openapi-document";

interface ReferenceParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  /** What a value has to be, in short. */
  readonly type: string;
  readonly description: string | null;
}
interface ReferenceReply {
  readonly status: string;
  readonly description: string;
  /** Media types, and the name of the schema where there is one. */
  readonly content: readonly { readonly type: string; readonly schema: string | null }[];
}
interface ReferenceOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ReferenceParameter[];
  readonly body: { readonly schema: string; readonly required: boolean } | null;
  readonly replies: readonly ReferenceReply[];
}
export interface ReferenceView {
  readonly version: string;
  readonly description: string;
  readonly groups: readonly {
    readonly name: string;
    readonly description: string;
    readonly operations: readonly ReferenceOperation[];
  }[];
  readonly schemas: readonly { readonly name: string; readonly text: string }[];
}

export function referenceView(document: OpenApiDocument): ReferenceView {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operation,
      shown: shownOf(document, method, path, operation),
    })),
  );
  return {
    version: document.info.version,
    description: document.info.description,
    groups: document.tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ shown }) => shown),
    })),
    schemas: Object.entries(document.components.schemas)
      .map(([name, schema]) => ({ name, text: JSON.stringify(schema, null, 2) }))
      .sort((a, b) => a.name.localeCompare(b.name, "en")),
  };
}

function shownOf(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: Operation,
): ReferenceOperation {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required,
      type: typeText(parameter.schema),
      description: parameter.description ?? null,
    })),
    body:
      requestBody === undefined
        ? null
        : { schema: schemaName(requestBody.content) ?? "", required: requestBody.required },
    replies: Object.entries(responses).map(([status, response]) => {
      const { description: means, content } = resolved(document, response);
      return {
        status,
        description: means,
        content: Object.entries(content).map(([type, { schema }]) => ({ type, schema: nameOf(schema) })),
      };
    }),
  };
}

function resolved(
  document: OpenApiDocument,
  response: ResponseObject | { readonly $ref: string },
): ResponseObject {
  if (!("$ref" in response)) return response;
  const found = document.components.responses[response.$ref.replace("#/components/responses/", "")];
  if (found === undefined) throw new Error(`the document has no ${response.$ref}`);
  return found;
}

function schemaName(content: ResponseObject["content"]): string | null {
  const [first] = Object.values(content);
  return first === undefined ? null : nameOf(first.schema);
}

/** A problem refers to its schema beside its codes. */
function nameOf(schema: Readonly<Record<string, unknown>>): string | null {
  const text = JSON.stringify(schema);
  return /"\$ref":"#\/components\/schemas\/(\w+)"/.exec(text)?.[1] ?? null;
}

function typeText(schema: Readonly<Record<string, unknown>>): string {
  const { type, enum: values, items, minimum, maximum, default: fallback } = schema;
  const bounds =
    minimum !== undefined && maximum !== undefined ? ` ${String(minimum)}–${String(maximum)}` : "";
  const own = Array.isArray(values)
    ? values.map(String).join(" | ")
    : typeof items === "object" && items !== null
      ? `list, with commas, of ${typeText({ ...items })}`
      : `${String(type ?? "any")}${bounds}`;
  return fallback === undefined ? own : `${own}; ${JSON.stringify(fallback)} unless given`;
}
