/** What the environment says of the server, and the tests that an administrator may make of it. */
import type { ModelFacts, SourceFacts, TestReply, TestRequest } from "../contracts/settings";

export interface ServerFactsDependencies {
  readonly sources: readonly SourceFacts[];
  readonly model: ModelFacts;
  /** Asks over a connection of its own. Null: there is no such source. */
  readonly askSource: (name: string) => Promise<{ readonly ok: boolean; readonly detail: string } | null>;
  readonly askModel: () => Promise<{ readonly ok: boolean; readonly detail: string }>;
  /** TOOL-8: what a server says may repeat a secret. */
  readonly maskText: (text: string) => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const WARNING = "; warning: ";

export class ServerFacts {
  readonly #deps: ServerFactsDependencies;

  constructor(deps: ServerFactsDependencies) {
    this.#deps = deps;
  }

  sources(): readonly SourceFacts[] {
    return this.#deps.sources;
  }

  model(): ModelFacts {
    return this.#deps.model;
  }

  /** Null: there is no such source. */
  async test(request: TestRequest): Promise<TestReply | null> {
    const { askSource, askModel, maskText, now } = this.#deps;
    const startedAt = now();
    const answer = await (request.what === "model" ? askModel() : askSource(request.name));
    if (answer === null) return null;
    const [detail = "", warning = null] = maskText(answer.detail).split(WARNING);
    return { ok: answer.ok, detail, warning, tookMs: Math.max(0, now() - startedAt) };
  }
}
