import { Card } from "../ui/card";

export interface ReferencePageProps {
  readonly reference: {
    readonly version: string;
    readonly description: string;
    readonly groups: readonly {
      readonly name: string;
      readonly description: string;
      readonly operations: readonly Operation[];
    }[];
    readonly schemas: readonly { readonly name: string; readonly text: string }[];
  };
}
interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly type: string;
    readonly description: string | null;
  }[];
  readonly body: { readonly schema: string; readonly required: boolean } | null;
  readonly replies: readonly {
    readonly status: string;
    readonly description: string;
    readonly content: readonly { readonly type: string; readonly schema: string | null }[];
  }[];
}

/** The API, operation by operation. Nothing of it needs a script. */
export function ReferencePage({ reference }: ReferencePageProps) {
  return (
    <div className="mx-auto grid max-w-[72rem] grid-cols-1 gap-4 px-3 py-4 sm:px-5">
      <div>
        <h1 className="text-lg font-bold">API reference</h1>
        <p className="mt-1 text-mute">{reference.description}</p>
        <p className="mt-1 text-mute">
          Version {reference.version}. The same as a document for programs:{" "}
          <a className="text-accent underline" href="/api/openapi.json">
            /api/openapi.json
          </a>
          . Send an API token in <code className="font-mono">Authorization: Bearer</code>.
        </p>
      </div>
      <nav aria-label="Groups" className="flex flex-wrap gap-x-4 gap-y-1">
        {reference.groups.map(({ name }) => (
          <a className="text-accent underline" href={`#group-${name}`} key={name}>
            {name}
          </a>
        ))}
        <a className="text-accent underline" href="#schemas">
          Schemas
        </a>
      </nav>
      {reference.groups.map(({ name, description, operations }) => (
        <Card id={`group-${name}`} key={name} title={name}>
          <p className="mb-2 text-mute">{description}</p>
          {operations.map((operation) => (
            <OperationEntry key={operation.id} operation={operation} />
          ))}
        </Card>
      ))}
      <Card id="schemas" title="Schemas">
        {reference.schemas.map(({ name, text }) => (
          <details className="border-t border-line py-1.5" id={`schema-${name}`} key={name}>
            <summary className="cursor-pointer font-mono text-sm">{name}</summary>
            <pre className="mt-1.5 overflow-x-auto rounded-md bg-sunken p-2.5 font-mono text-xs">{text}</pre>
          </details>
        ))}
      </Card>
    </div>
  );
}

function OperationEntry({ operation }: { readonly operation: Operation }) {
  const { id, method, path, summary, description, parameters, body, replies } = operation;
  return (
    <details className="border-t border-line py-1.5" id={id}>
      <summary className="cursor-pointer">
        <span className="inline-block w-16 font-mono text-xs font-bold">{method}</span>
        <span className="font-mono text-sm">{path}</span>
        <span className="ml-2 text-mute">{summary}</span>
      </summary>
      <div className="grid gap-2 py-2 pl-4">
        <p className="whitespace-pre-line text-mute">{description}</p>
        {parameters.length > 0 && (
          <section aria-label={`Parameters of ${method} ${path}`}>
            <h3 className="text-xs font-bold">Parameters</h3>
            <ul>
              {parameters.map((parameter) => (
                <li className="py-0.5" key={`${parameter.in} ${parameter.name}`}>
                  <code className="font-mono text-sm font-semibold">{parameter.name}</code>{" "}
                  <span className="text-mute">
                    {parameter.in}
                    {parameter.required ? ", required" : ""}: {parameter.type}
                    {parameter.description === null ? "" : `. ${parameter.description}`}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {body !== null && (
          <p>
            <span className="text-xs font-bold">Body</span> <SchemaLink name={body.schema} />
            {body.required ? "" : ", may be left out"}
          </p>
        )}
        <section aria-label={`Replies of ${method} ${path}`}>
          <h3 className="text-xs font-bold">Replies</h3>
          <ul>
            {replies.map((reply) => (
              <li className="py-0.5" key={reply.status}>
                <code className="font-mono text-sm font-semibold">{reply.status}</code>{" "}
                <span className="whitespace-pre-line text-mute">{reply.description}</span>{" "}
                {reply.content.map(({ type, schema }) => (
                  <span className="text-mute" key={type}>
                    ({type}
                    {schema === null ? "" : ": "}
                    {schema !== null && <SchemaLink name={schema} />}){" "}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </details>
  );
}

function SchemaLink({ name }: { readonly name: string }) {
  return (
    <a className="font-mono text-sm text-accent underline" href={`#schema-${name}`}>
      {name}
    </a>
  );
}
