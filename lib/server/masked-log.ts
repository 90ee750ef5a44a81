import pino, { type Logger } from "pino";
import type { SecretMask } from "../diagnosis/masking/secret-mask";

/** Errors, faults and problems come from drivers and servers, and may repeat what they were given (TOOL-8). */
export function maskedLog(log: Logger, mask: SecretMask): Logger {
  const masked = (value: unknown): unknown =>
    mask.data(value instanceof Error ? { ...pino.stdSerializers.err(value) } : value);
  const fault = (value: unknown): unknown =>
    typeof value === "object" && value !== null && "error" in value
      ? { ...Object.fromEntries(Object.entries(value)), error: masked(value.error) }
      : value;
  return log.child(
    {},
    { serializers: { error: masked, fault: (value: unknown) => mask.data(fault(value)) } },
  );
}
