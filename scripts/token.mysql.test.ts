import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hashTokenSecret } from "../lib/access/secrets";
import { PrismaAccessStore } from "../lib/persistence/prisma-access-store";
import { createPrismaClient } from "../lib/persistence/prisma-client";
import { createTestDatabase, type TestDatabase } from "../lib/persistence/testing/test-database";
import { describeFirstAdministrator, ensureFirstAdministrator } from "./console/first-administrator";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const token = (args: string[], environment: Record<string, string> = { DATABASE_URL: database.url }) =>
  run(process.execPath, ["--import", "tsx", "scripts/token.ts", ...args], {
    cwd: ROOT,
    env: { NODE_ENV: "test", PATH: process.env["PATH"] ?? "", ...environment },
  });

it("npm run token prints a token alone, which then holds", async () => {
  const { stdout, stderr } = await token(["--role", "operator", "--name", "nightly", "--days", "7"]);
  const secret = stdout.trim();
  expect(stderr).toContain('role operator for "nightly"');
  const db = createPrismaClient(database.url);
  const stored = await new PrismaAccessStore(db).findTokenByHash(hashTokenSecret(secret) ?? "");
  await db.$disconnect();
  expect(stored).toMatchObject({ name: "nightly", role: "operator", createdBy: "the server's machine" });
});

// Each of them starts a process.
it("npm run token says what it takes, and what is missing", async () => {
  for (const args of [[], ["--role", "root"], ["--role", "viewer", "--days", "0"], ["--nonsense"]])
    await expect(token(args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Usage") as unknown,
    });
  await expect(
    token(["--role", "viewer"], { INTERLOCK_DATA_DIR: join(ROOT, "no-such-folder") }),
  ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("npm start") as unknown });
}, 120_000);

it("the first administrator is told once, with a password that is one's own or shown", async () => {
  const first = await ensureFirstAdministrator(database.url, { email: null, password: null });
  expect(describeFirstAdministrator(first)).toMatch(
    /admin@interlock\.local\n.*one-time password [a-z2-9-]{23}\n/,
  );
  const again = await ensureFirstAdministrator(database.url, { email: null, password: null });
  expect(describeFirstAdministrator(again)).toBe("");
  expect(
    describeFirstAdministrator({ kind: "created", email: "ops@example.com", oneTimePassword: null }),
  ).toContain("ops@example.com with the password of INTERLOCK_ADMIN_PASSWORD");
});
