/** The signature of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`. */
import { createHmac } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** `whsec_` and 32 random bytes in base 64. */
export function newSigningSecret(random: (count: number) => Uint8Array): string {
  return PREFIX + Buffer.from(random(SECRET_BYTES)).toString("base64");
}

/**
 * The headers of one attempt.
 * @param at when it is sent, ms since the epoch; the header has whole seconds
 * @throws RangeError for a secret that has not the form of one
 */
export function signedHeaders(
  secret: string,
  message: { readonly messageId: string; readonly body: string },
  at: number,
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  if (!secret.startsWith(PREFIX)) throw new RangeError("a signing secret begins with whsec_");
  const timestamp = String(Math.floor(at / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key)
    .update(`${message.messageId}.${timestamp}.${message.body}`)
    .digest("base64");
  return {
    "webhook-id": message.messageId,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
