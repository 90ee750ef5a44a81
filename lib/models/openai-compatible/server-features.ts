/** Ways of asking that not every server has: structured answers, the best first, and text as it is written. */
export type Feature = "tools" | "json_schema" | "streaming";

/** Members that some models refuse: a temperature, and the older name of the bound on what they write. */
export type Parameter = "temperature" | "max_tokens";

const PARAMETERS = ["max_tokens", "temperature"] as const;

/** How long what a server has shown is believed, ms: it may be another one by then, or have been made better. */
export const BELIEVED_MS = 15 * 60_000;
/** After a refusal nothing else that was refused is tried for so long, ms: one question is not to pay for several of them. */
export const ONE_REFUSAL_MS = 60_000;

/** Statuses with which servers refuse a member of the request that they do not know. */
const REFUSING = new Set([400, 415, 422, 501]);
/** These mean something else, unless the server names the member. */
const REFUSING_WHEN_NAMED = new Set([404, 500]);
const NAMES: Readonly<Record<Parameter, RegExp>> = {
  temperature: /temperature/,
  max_tokens: /max_completion_tokens/,
};
const MENTIONS: Readonly<Record<Feature, RegExp>> = {
  tools: /tool|function/i,
  json_schema: /response_format|json_schema|grammar|structured/i,
  streaming: /stream/i,
};

/**
 * What one model of one server has shown that it can do. A feature that worked is not doubted for a while; one that was refused is left out for a
 * while, unless the plain request was refused as well: then it was not the feature's fault. After that while each is tried again.
 */
export class ServerFeatures {
  /** When each worked last, and when it was refused last; ms since the epoch. */
  private readonly workedAt = new Map<Feature, number>();
  private readonly refusedAt = new Map<Feature | Parameter, number>();
  private lastRefusal = Number.NEGATIVE_INFINITY;

  /** @param now ms since the epoch */
  constructor(private readonly now: () => number) {}

  /** Not to be sent. */
  get omitted(): ReadonlySet<Parameter> {
    return new Set(PARAMETERS.filter((parameter) => this.isLeftOut(parameter)));
  }

  isUsable(feature: Feature): boolean {
    return !this.isLeftOut(feature);
  }

  /** An answer came to a request with these. */
  worked(feature: Feature | null, omitted: ReadonlySet<Parameter>): void {
    for (const parameter of PARAMETERS) if (!omitted.has(parameter)) this.refusedAt.delete(parameter);
    if (feature === null) return;
    this.workedAt.set(feature, this.now());
    this.refusedAt.delete(feature);
  }

  /** The parameter that the server names as the reason of its refusal, and is not sent for a while; null when there is none. */
  refusedParameter(status: number, body: string, omitted: ReadonlySet<Parameter>): Parameter | null {
    if (!REFUSING.has(status)) return null;
    const named = PARAMETERS.find((parameter) => !omitted.has(parameter) && NAMES[parameter].test(body));
    if (named === undefined) return null;
    this.leaveOut(named);
    return named;
  }

  /** True when the request is worth sending again without the feature. */
  refused(feature: Feature, status: number, body: string): boolean {
    const isNamed = REFUSING_WHEN_NAMED.has(status) && MENTIONS[feature].test(body);
    return (REFUSING.has(status) || isNamed) && this.lacks(feature);
  }

  /** The server went on as if the feature had not been asked for. True when the request is worth sending again without it. */
  lacks(feature: Feature): boolean {
    if (this.now() - (this.workedAt.get(feature) ?? Number.NEGATIVE_INFINITY) < BELIEVED_MS) return false;
    this.leaveOut(feature);
    return true;
  }

  /** The plain request failed in the same way. */
  plainRefused(status: number): void {
    if (!REFUSING.has(status)) return;
    for (const feature of ["tools", "json_schema", "streaming"] as const) this.refusedAt.delete(feature);
  }

  private isLeftOut(what: Feature | Parameter): boolean {
    const at = this.refusedAt.get(what);
    if (at === undefined) return false;
    const now = this.now();
    return now - at < BELIEVED_MS || now - this.lastRefusal < ONE_REFUSAL_MS;
  }

  private leaveOut(what: Feature | Parameter): void {
    this.lastRefusal = this.now();
    this.refusedAt.set(what, this.lastRefusal);
  }
}
