/** Signing secrets at rest: sealed with a key that is not in the store, so that who reads the store can sign nothing. */
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";

const VERSION = "v1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class SecretBox {
  readonly #key: Buffer;
  readonly #random: (count: number) => Uint8Array;

  /** @param master any long random text; keys for other uses may be made of it as well */
  constructor(master: string, random: (count: number) => Uint8Array) {
    this.#key = Buffer.from(hkdfSync("sha256", master, "interlock", "webhook signing secrets", 32));
    this.#random = random;
  }

  /** @param owner what it belongs to; it opens for nothing else */
  seal(secret: string, owner: string): string {
    const nonce = Buffer.from(this.#random(NONCE_BYTES));
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return `${VERSION}.${sealed.toString("base64")}`;
  }

  /** Null when it was sealed with another key, for another owner, or was changed. */
  open(sealed: string, owner: string): string | null {
    const [version, text = ""] = sealed.split(".");
    const bytes = Buffer.from(text, "base64");
    if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]).toString("utf8");
    } catch {
      // Node has one error for every way in which a seal may be wrong.
      return null;
    }
  }
}
