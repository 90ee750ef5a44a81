/** Settings of what speaks to other programs: webhooks and the collector of spans. */
import { z } from "zod";
import { HOST_NAMES, httpAddressFault } from "./environment-values";

const HEADERS_FAULT =
  "is no list of headers; write names and values with = between them and commas between the headers, for example authorization=Bearer%20abc";

/** A part of the environment's schema. */
export const ProgramSettings = z.object({
  /** The hosts that webhooks may name; any public one where it is not set. */
  INTERLOCK_WEBHOOK_HOSTS: HOST_NAMES,
  /** Whether webhooks may reach addresses of private networks and of this machine. */
  INTERLOCK_WEBHOOK_PRIVATE_ADDRESSES: z
    .enum(["refuse", "allow"], { error: "is neither of refuse and allow" })
    .default("refuse"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .superRefine((text, context) => {
      const message = httpAddressFault(text, {
        example: "http://127.0.0.1:4318",
        insteadOfAccount: "leave it out and write a header into OTEL_EXPORTER_OTLP_HEADERS",
        addedPath: "/v1/traces",
      });
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((text, context) => {
      const headers = headersOf(text);
      if (headers !== null) return headers;
      context.addIssue({ code: "custom", message: HEADERS_FAULT });
      return z.NEVER;
    })
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(100, "is longer than 100 characters").default("interlock"),
});

export interface WebhookSetting {
  readonly allowedHosts: readonly string[];
  readonly allowPrivate: boolean;
}
export interface TracingSetting {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

/** @param onFault gets a sentence for a setting that would be ignored */
export function checkProgramSettings(
  settings: Readonly<Record<string, string>>,
  onFault: (fault: string) => void,
): void {
  if (
    settings["OTEL_EXPORTER_OTLP_HEADERS"] !== undefined &&
    settings["OTEL_EXPORTER_OTLP_ENDPOINT"] === undefined
  )
    onFault("OTEL_EXPORTER_OTLP_HEADERS: needs OTEL_EXPORTER_OTLP_ENDPOINT beside it");
}

export function webhookSettingOf(data: z.infer<typeof ProgramSettings>): WebhookSetting {
  return {
    allowedHosts: data.INTERLOCK_WEBHOOK_HOSTS,
    allowPrivate: data.INTERLOCK_WEBHOOK_PRIVATE_ADDRESSES === "allow",
  };
}

/** Null: no spans are made. */
export function tracingSettingOf(data: z.infer<typeof ProgramSettings>): TracingSetting | null {
  const endpoint = data.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return null;
  return { endpoint, headers: data.OTEL_EXPORTER_OTLP_HEADERS ?? {}, serviceName: data.OTEL_SERVICE_NAME };
}

/** `name=value,name=value`, values percent-encoded, as OpenTelemetry has it; null for what is not. */
function headersOf(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const part of text.split(",")) {
    const [, name, value = ""] = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)=(.*?)\s*$/.exec(part) ?? [];
    if (name === undefined) return null;
    try {
      headers[name.toLowerCase()] = decodeURIComponent(value);
    } catch (error) {
      if (error instanceof URIError) return null;
      throw error;
    }
  }
  return Object.values(headers).every((value) => /^[\x20-\x7e]*$/.test(value)) ? headers : null;
}
