import { createHmac, randomBytes } from "node:crypto";
import { link, rm, writeFile } from "node:fs/promises";
import { z } from "zod";
import { readRecord } from "./json-record";
import { SetupProblem } from "./setup-problem";

const secretsSchema = z.object({
  version: z.literal(1),
  /** Tells the accounts of this installation from another's on a shared server. Not secret. */
  installationId: z.string().regex(/^[0-9a-f]{8}$/),
  rootPassword: z.string().min(16),
  storePassword: z.string().min(16),
  readerPassword: z.string().min(16),
  healthPassword: z.string().min(16),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** Url-safe, so that it needs no escaping in SQL or in a URL; the suffix satisfies password policies. */
function newPassword(): string {
  return `${randomBytes(24).toString("base64url")}-aA1`;
}

/**
 * The passwords of this data folder, generated at the first call and kept in a file that only its owner can read.
 * They are never printed.
 */
export async function loadSecrets(path: string): Promise<Secrets> {
  const existing = await readRecord(path, secretsSchema);
  if (existing !== undefined) return existing;
  const secrets: Secrets = {
    version: 1,
    installationId: randomBytes(4).toString("hex"),
    rootPassword: newPassword(),
    storePassword: newPassword(),
    readerPassword: newPassword(),
    healthPassword: newPassword(),
  };
  const draft = `${path}.${randomBytes(4).toString("hex")}.draft`;
  await writeFile(draft, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
    return secrets;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const written = await readRecord(path, secretsSchema);
    if (written !== undefined) return written;
    throw new SetupProblem(
      `${path} is damaged.`,
      "Remove it and start again: new passwords are generated and set in the private database.",
      { cause: error },
    );
  } finally {
    await rm(draft, { force: true });
  }
}

/** What signs the cookies of sessions: made from a password of this data folder, so that it lasts as long as the folder and stands in no database. */
export function authSecretOf({ rootPassword }: Secrets): string {
  return createHmac("sha256", rootPassword).update("the cookies of sessions").digest("hex");
}
