/** One Prometheus, or anything that speaks its query API. */
export interface PrometheusSource {
  readonly name: string;
  readonly description: string;
  readonly bearerToken: string | null;
  endpoint(name: "query" | "query_range"): URL;
}
export interface PrometheusSourceConfig {
  readonly name: string;
  /** Up to and without `/api/v1`, e.g. `http://127.0.0.1:9090`. */
  readonly url: string;
  readonly description: string;
  readonly bearerToken: string | null;
}

/** Throws a TypeError when the address is none. */
export function createPrometheusSource(config: PrometheusSourceConfig): PrometheusSource {
  const base = new URL(config.url);
  const path = base.pathname.replace(/\/+$/, "");
  return {
    name: config.name,
    description: config.description,
    bearerToken: config.bearerToken,
    endpoint: (name) => new URL(`${path}/api/v1/${name}`, base),
  };
}
