import { describe, expect, it } from "vitest";
import { EnvironmentError, readEnvironment } from "./environment";
import { knownSecretsOf } from "./known-secrets";

const STORE = { DATABASE_URL: "mysql://root@127.0.0.1:3306/store" };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readEnvironment({ ...STORE, ...env });
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.faults;
    throw error;
  }
}

describe("the settings of webhooks", () => {
  it("refuse private addresses and allow any host, unless they say otherwise", () => {
    expect(readEnvironment(STORE).webhooks).toEqual({ allowedHosts: [], allowPrivate: false });
    const own = {
      INTERLOCK_WEBHOOK_HOSTS: "Hooks.example, 10.0.0.5",
      INTERLOCK_WEBHOOK_PRIVATE_ADDRESSES: "allow",
    };
    expect(readEnvironment({ ...STORE, ...own }).webhooks).toEqual({
      allowedHosts: ["hooks.example", "10.0.0.5"],
      allowPrivate: true,
    });
  });

  it("say what is wrong with them", () => {
    expect(faultsOf({ INTERLOCK_WEBHOOK_PRIVATE_ADDRESSES: "yes" })).toEqual([
      "INTERLOCK_WEBHOOK_PRIVATE_ADDRESSES: is neither of refuse and allow",
    ]);
    expect(faultsOf({ INTERLOCK_WEBHOOK_HOSTS: "https://hooks.example" })).toHaveLength(1);
  });
});

describe("the settings of spans", () => {
  const ENDPOINT = "http://127.0.0.1:4318";

  it("are none unless there is an endpoint", () => {
    expect(readEnvironment(STORE).tracing).toBeNull();
    expect(readEnvironment({ ...STORE, OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT }).tracing).toEqual({
      endpoint: ENDPOINT,
      headers: {},
      serviceName: "interlock",
    });
  });

  it("take headers as OpenTelemetry writes them, and keep their values secret", () => {
    const environment = readEnvironment({
      ...STORE,
      OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Bearer%20abc123secret, x-team=ops",
      OTEL_SERVICE_NAME: "console",
    });
    expect(environment.tracing).toMatchObject({
      headers: { authorization: "Bearer abc123secret", "x-team": "ops" },
      serviceName: "console",
    });
    expect(knownSecretsOf(environment)).toContain("abc123secret");
  });

  it.each(["abc", "a b=c", "x=%zz", "x=a%0d%0ab", "=x"])(
    "refuse the headers %j without repeating them",
    (text) => {
      const faults = faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: text });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatch(/^OTEL_EXPORTER_OTLP_HEADERS: is no list of headers/);
    },
  );

  it("refuse an endpoint that cannot be one, and headers without one", () => {
    expect(faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: "grpc://127.0.0.1:4317" })).toHaveLength(1);
    expect(faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: `${ENDPOINT}/v1/traces` })[0]).toContain(
      "which is added to it",
    );
    expect(faultsOf({ OTEL_EXPORTER_OTLP_HEADERS: "a=b" })).toEqual([
      "OTEL_EXPORTER_OTLP_HEADERS: needs OTEL_EXPORTER_OTLP_ENDPOINT beside it",
    ]);
  });
});
