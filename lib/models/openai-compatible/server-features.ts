/** Ways of asking for a structured answer that not every server has, the best first. */
export type Feature = "tools" | "json_schema";

/** Members that some models refuse: a temperature, and the older name of the bound on what they write. */
export type Parameter = "temperature" | "max_tokens";

type Standing = "untried" | "works" | "refused";

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
};

/**
 * What one model of one server has shown that it can do, for the life of the process. A feature that worked once is never doubted; one that was
 * refused is given up, unless the plain request was refused as well: then it was not the feature's fault.
 */
export class ServerFeatures {
  private readonly standing: Record<Feature, Standing> = { tools: "untried", json_schema: "untried" };

  /** Not to be sent. */
  readonly omitted = new Set<Parameter>();

  /** The parameter that the server names as the reason of its refusal, and is not sent from now on; null when there is none. */
  refusedParameter(status: number, body: string): Parameter | null {
    if (!REFUSING.has(status)) return null;
    for (const parameter of ["max_tokens", "temperature"] as const) {
      if (this.omitted.has(parameter) || !NAMES[parameter].test(body)) continue;
      this.omitted.add(parameter);
      return parameter;
    }
    return null;
  }

  isUsable(feature: Feature): boolean {
    return this.standing[feature] !== "refused";
  }

  worked(feature: Feature): void {
    this.standing[feature] = "works";
  }

  /** True when the request is worth sending again without the feature. */
  refused(feature: Feature, status: number, body: string): boolean {
    if (this.standing[feature] === "works") return false;
    const isNamed = REFUSING_WHEN_NAMED.has(status) && MENTIONS[feature].test(body);
    if (!REFUSING.has(status) && !isNamed) return false;
    this.standing[feature] = "refused";
    return true;
  }

  /** The plain request failed in the same way. */
  plainRefused(status: number): void {
    if (!REFUSING.has(status)) return;
    for (const feature of ["tools", "json_schema"] as const) {
      if (this.standing[feature] === "refused") this.standing[feature] = "untried";
    }
  }
}
