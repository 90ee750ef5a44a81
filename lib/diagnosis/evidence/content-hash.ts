import { createHash } from "node:crypto";
import type { CanonicalEvidence, ReadyToolRecord } from "../../contracts/evidence";
import { canonicalJson } from "./canonical-json";

export interface EvidenceDigest {
  /** SHA-256 of the canonical encoding, lower-case hex. */
  readonly contentHash: string;
  /** Length of the canonical encoding in UTF-8 bytes; what the bytes budget is charged (RUN-11). */
  readonly bytes: number;
}

/** SHA-256 of a text in UTF-8, lower-case hex. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** Hash and size of the canonical encoding of a result (TOOL-5). */
export function digestOf(evidence: CanonicalEvidence): EvidenceDigest {
  const encoded = canonicalJson(evidence);
  return { contentHash: sha256Hex(encoded), bytes: Buffer.byteLength(encoded, "utf8") };
}

/** INFO-2b: does the stored evidence still have the hash that was stored with it? */
export function isHashVerified(record: ReadyToolRecord): boolean {
  return digestOf(record.evidence).contentHash === record.contentHash;
}
