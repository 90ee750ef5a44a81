/** The signatures of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, one for each secret. */
import { createHmac } from "node:crypto";

/** What every signing secret begins with. */
export const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** `whsec_` and 32 random bytes in base 64. */
export function newSigningSecret(random: (count: number) => Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(random(SECRET_BYTES)).toString("base64");
}

/**
 * The headers of one attempt. A signature by each secret, with spaces between them: a receiver takes the message when one of them is right.
 * @param at when it is sent, ms since the epoch; the header has whole seconds
 * @throws RangeError for no secret, or one that has not the form of one
 */
export function signedHeaders(
  secrets: readonly string[],
  message: { readonly messageId: string; readonly body: string },
  at: number,
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  if (secrets.length === 0) throw new RangeError("a message is signed with one secret at least");
  const timestamp = String(Math.floor(at / 1_000));
  const signed = `${message.messageId}.${timestamp}.${message.body}`;
  return {
    "webhook-id": message.messageId,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${signatureOf(secret, signed)}`).join(" "),
  };
}

function signatureOf(secret: string, signed: string): string {
  if (!secret.startsWith(SECRET_PREFIX))
    throw new RangeError(`a signing secret begins with ${SECRET_PREFIX}`);
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return createHmac("sha256", key).update(signed).digest("base64");
}
