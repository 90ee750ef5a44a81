import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditAction, Role, UserId } from "../contracts/access";
import { guardAuditLog } from "../persistence/audit-guard";
import { AccessWorld, CLIENT, cookieHeader, PASSWORD } from "./testing/access-world";
import { aSession } from "./testing/principals";
import { PasswordChangeRequiredError, PermissionDeniedError } from "./visitor";

let world: AccessWorld;
const ADMIN = "root@example.com";
beforeAll(async () => {
  world = await AccessWorld.open();
  await world.access.createFirstAdministrator({ email: ADMIN, password: PASSWORD });
});
afterAll(() => world.close());

const administration = () =>
  world.access.administrationOf({ principal: aSession("administrator"), address: "10.0.0.9" });
const newest = async (action: AuditAction) =>
  (await administration().listAudit({ action }, 1, undefined)).items[0];

/** A user who has chosen the password of these tests. */
async function aUser(name: string, role: Role): Promise<{ email: string; userId: UserId }> {
  const email = `${name}@example.com`;
  const created = await administration().createUser({ name, email, role });
  if (created.kind !== "created") throw new Error("the address is free");
  const cookie = await world.cookieOf(email, created.oneTimePassword);
  const passwords = { current: created.oneTimePassword, next: PASSWORD };
  expect(await world.access.account.changePassword(cookie, passwords, CLIENT)).toEqual({ kind: "changed" });
  return { email, userId: created.user.userId };
}

describe("the first administrator", () => {
  it("is made once, and never beside a user", async () => {
    expect(await world.access.createFirstAdministrator({ email: null, password: null })).toEqual({
      kind: "present",
    });
    expect((await administration().listUsers()).map(({ email }) => email)).toContain(ADMIN);
  });

  it("has a one-time password that has to be changed where none was set", async () => {
    const other = await AccessWorld.open();
    try {
      const first = await other.access.createFirstAdministrator({ email: null, password: null });
      if (first.kind !== "created" || first.oneTimePassword === null) throw new Error("it is made");
      const cookie = await other.cookieOf(first.email, first.oneTimePassword);
      expect(await other.authenticate(cookie)).toMatchObject({
        principal: { role: "administrator", mustChangePassword: true },
      });
    } finally {
      await other.close();
    }
  });
});

describe("signing in", () => {
  it("opens a session whose cookie no script can read and no other site can send", async () => {
    const outcome = await world.access.account.signIn({ email: ADMIN, password: PASSWORD }, CLIENT);
    if (outcome.kind !== "signed_in") throw new Error("the password is right");
    expect(outcome.principal).toMatchObject({
      email: ADMIN,
      role: "administrator",
      mustChangePassword: false,
    });
    expect(outcome.cookies.join("\n")).toMatch(/^interlock\.session_token=/);
    expect(outcome.cookies.join("\n")).toMatch(/HttpOnly/);
    expect(outcome.cookies.join("\n")).toMatch(/SameSite=Lax/);
    expect(outcome.cookies.join("\n")).not.toMatch(/Secure/);
    expect(await world.authenticate(cookieHeader(outcome.cookies))).toMatchObject({
      kind: "principal",
      by: "cookie",
      principal: { kind: "session", email: ADMIN },
    });
    expect(await newest("session.sign_in")).toMatchObject({
      actor: { kind: "session", name: ADMIN },
      outcome: "changed",
      address: CLIENT.address,
    });
  });

  it("over https, gives a cookie for https alone", async () => {
    const secure = { ...CLIENT, secure: true };
    const outcome = await world.access.account.signIn({ email: ADMIN, password: PASSWORD }, secure);
    if (outcome.kind !== "signed_in") throw new Error("the password is right");
    const cookie = cookieHeader(outcome.cookies);
    expect(outcome.cookies.join("\n")).toMatch(/^__Secure-interlock\.session_token=.*Secure/);
    const seen = (isSecure: boolean) =>
      world.access.authenticate({ cookie, authorization: null, secure: isSecure });
    expect(await seen(true)).toMatchObject({ kind: "principal" });
    expect(await seen(false)).toEqual({ kind: "nobody", by: null });
  });

  it("refuses a wrong password and an unknown address in the same way, and writes both down", async () => {
    const from = { ...CLIENT, address: "10.0.0.2" };
    const attempt = (email: string, password: string) =>
      world.access.account.signIn({ email, password }, from);
    expect(await attempt(ADMIN, "not this one at all")).toEqual({ kind: "refused" });
    expect(await newest("session.sign_in")).toMatchObject({ outcome: "refused", target: ADMIN });
    expect(await attempt("nobody@example.com", PASSWORD)).toEqual({ kind: "refused" });
    expect(await newest("session.sign_in")).toMatchObject({
      actor: { kind: "nobody", id: null },
      target: "nobody@example.com",
      address: "10.0.0.2",
    });
    // A password typed into the field of the address.
    expect(await attempt("s3cret of mine", PASSWORD)).toEqual({ kind: "refused" });
    expect(await newest("session.sign_in")).toMatchObject({ outcome: "refused", target: null });
  });

  it("stops guessing before the password is looked at", async () => {
    const from = { ...CLIENT, address: "10.0.0.3" };
    const guess = (password: string) => world.access.account.signIn({ email: ADMIN, password }, from);
    const guesses = await Promise.all(Array.from({ length: 6 }, (_, i) => guess(`guess number ${i} here`)));
    expect(guesses.filter(({ kind }) => kind === "refused")).toHaveLength(5);
    expect(await guess(PASSWORD)).toMatchObject({ kind: "limited" });
    expect(await world.cookieOf(ADMIN)).toContain("interlock.session_token=");
  });

  it("takes no cookie that was signed elsewhere or changed on the way", async () => {
    const cookie = await world.cookieOf(ADMIN);
    const forged = cookie.replace(/=(.)/, (_, first: string) => `=${first === "A" ? "B" : "A"}`);
    for (const text of [forged, cookie.split(".").slice(0, 2).join("."), "interlock.session_token=x.y", ""])
      expect(await world.authenticate(text)).toEqual({ kind: "nobody", by: null });
  });

  it("ends with the session", async () => {
    const cookie = await world.cookieOf(ADMIN);
    const { principal } = await signedIn(cookie);
    const cookies = await world.access.account.signOut(principal, cookie, CLIENT);
    expect(cookies.join("\n")).toMatch(/interlock\.session_token=;.*Max-Age=0/);
    expect(await world.authenticate(cookie)).toEqual({ kind: "nobody", by: null });
    expect(await newest("session.sign_out")).toMatchObject({ outcome: "changed", target: ADMIN });
  });
});

async function signedIn(cookie: string) {
  const found = await world.authenticate(cookie);
  if (found.kind !== "principal" || found.principal.kind !== "session") throw new Error("is signed in");
  return { principal: found.principal };
}

describe("passwords", () => {
  it("one that somebody else chose permits nothing but choosing another", async () => {
    const created = await administration().createUser({
      name: "Bo",
      email: "bo@example.com",
      role: "administrator",
    });
    if (created.kind !== "created") throw new Error("the address is free");
    const cookie = await world.cookieOf("bo@example.com", created.oneTimePassword);
    const { principal } = await signedIn(cookie);
    const asBo = world.access.administrationOf({ principal, address: null });
    await expect(asBo.listUsers()).rejects.toThrow(PasswordChangeRequiredError);
    const change = (current: string, next: string) =>
      world.access.account.changePassword(cookie, { current, next }, CLIENT);
    expect(await change("something else here", PASSWORD)).toEqual({ kind: "wrong_current" });
    expect(await newest("password.change")).toMatchObject({ outcome: "refused" });
    expect(await change(created.oneTimePassword, created.oneTimePassword)).toEqual({ kind: "same" });
    expect(await newest("password.change")).toMatchObject({ outcome: "no_change" });
    expect(await change(created.oneTimePassword, PASSWORD)).toEqual({ kind: "changed" });
    expect((await signedIn(cookie)).principal.mustChangePassword).toBe(false);
    expect(await world.cookieOf("bo@example.com")).not.toBe("");
  });

  it("changing it ends the other sessions, not this one", async () => {
    const { email } = await aUser("cy", "viewer");
    const [here, elsewhere] = [await world.cookieOf(email), await world.cookieOf(email)];
    await world.access.account.changePassword(here, { current: PASSWORD, next: `${PASSWORD}!` }, CLIENT);
    expect(await world.authenticate(here)).toMatchObject({ kind: "principal" });
    expect(await world.authenticate(elsewhere)).toEqual({ kind: "nobody", by: null });
  });

  it("is stored as scrypt, and appears nowhere in the log", async () => {
    const { email } = await aUser("di", "viewer");
    const connection = await createConnection({ uri: world.test.url });
    const [accounts] = await connection.query("SELECT password FROM access_account");
    const [entries] = await connection.query("SELECT * FROM audit_entry");
    await connection.end();
    expect(JSON.stringify(accounts)).toMatch(/"password":"[0-9a-f]{32}:[0-9a-f]{128}"/);
    expect(JSON.stringify([accounts, entries])).not.toContain(PASSWORD);
    expect(JSON.stringify(entries)).toContain(email);
  });
});

describe("users", () => {
  it("a new role holds from the next request on, with what it was before and after", async () => {
    const { email, userId } = await aUser("ed", "viewer");
    const cookie = await world.cookieOf(email);
    expect(await administration().changeUser(userId, { role: "operator" })).toMatchObject({
      kind: "changed",
      user: { role: "operator" },
    });
    expect((await signedIn(cookie)).principal.role).toBe("operator");
    expect(await newest("user.change")).toMatchObject({
      actor: { kind: "session" },
      address: "10.0.0.9",
      target: email,
      before: { role: "viewer", disabled: false },
      after: { role: "operator", disabled: false },
      outcome: "changed",
    });
    expect(await administration().changeUser(userId, { role: "operator" })).toMatchObject({
      kind: "no_change",
    });
    expect(await newest("user.change")).toMatchObject({ outcome: "no_change", target: email });
  });

  it("disabling one ends its sessions and lets it in no more, until it is enabled again", async () => {
    const { email, userId } = await aUser("flo", "operator");
    const cookie = await world.cookieOf(email);
    await administration().changeUser(userId, { disabled: true });
    expect(await world.authenticate(cookie)).toEqual({ kind: "nobody", by: null });
    const signIn = () => world.access.account.signIn({ email, password: PASSWORD }, CLIENT);
    expect(await signIn()).toEqual({ kind: "refused" });
    await administration().changeUser(userId, { disabled: false });
    expect(await signIn()).toMatchObject({ kind: "signed_in" });
  });

  it("a reset gives a one-time password and ends the sessions", async () => {
    const { email, userId } = await aUser("gus", "viewer");
    const cookie = await world.cookieOf(email);
    const reset = await administration().resetPassword(userId);
    if (reset.kind !== "reset") throw new Error("the user is there");
    expect(reset.user.mustChangePassword).toBe(true);
    expect(await world.authenticate(cookie)).toEqual({ kind: "nobody", by: null });
    await expect(world.cookieOf(email)).rejects.toThrow(/refused/);
    expect(await world.cookieOf(email, reset.oneTimePassword)).not.toBe("");
  });

  it("an address is taken once, however it is written", async () => {
    await aUser("hal", "viewer");
    const again = { name: "Hal", email: "hal@example.com", role: "viewer" } as const;
    expect(await administration().createUser(again)).toEqual({ kind: "email_taken" });
    expect(await newest("user.create")).toMatchObject({ outcome: "refused", target: "hal@example.com" });
  });

  it("the last administrator stays one, also when two take it from each other at once", async () => {
    const other = await AccessWorld.open();
    try {
      await other.access.createFirstAdministrator({ email: ADMIN, password: PASSWORD });
      const admin = other.access.administrationOf({ principal: aSession("administrator"), address: null });
      const second = await admin.createUser({ name: "Ida", email: "ida@example.com", role: "administrator" });
      const [first] = await admin.listUsers().then((users) => users.filter(({ email }) => email === ADMIN));
      if (second.kind !== "created" || first === undefined) throw new Error("two administrators");
      const outcomes = await Promise.all([
        admin.changeUser(first.userId, { role: "viewer" }),
        admin.changeUser(second.user.userId, { disabled: true }),
      ]);
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "last_administrator"]);
      const page = await admin.listAudit({ action: "user.change", outcome: "refused" }, 10, undefined);
      expect(page.items).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it("are no business of anybody but an administrator", async () => {
    for (const role of ["viewer", "operator"] as const) {
      const asOther = world.access.administrationOf({ principal: aSession(role), address: null });
      const { userId } = aSession(role);
      const calls = [
        () => asOther.listUsers(),
        () => asOther.createUser({ name: "x", email: "x@example.com", role: "viewer" }),
        () => asOther.changeUser(userId, { role: "administrator" }),
        () => asOther.resetPassword(userId),
        () => asOther.listTokens(),
        () => asOther.createToken({ name: "x", role: "administrator", days: 1 }),
        () => asOther.listAudit({}, 1, undefined),
      ];
      for (const call of calls) await expect(call()).rejects.toThrow(PermissionDeniedError);
    }
  });
});

describe("API tokens", () => {
  it("let a program in with their role, and say when they were used", async () => {
    const { token, secret } = await administration().createToken({ name: "ci", role: "operator", days: 30 });
    expect(token).toMatchObject({ name: "ci", createdBy: "ada@example.com", lastUsedAt: null });
    const { tokenId } = token;
    expect(await world.authenticate(null, `Bearer ${secret}`)).toEqual({
      kind: "principal",
      by: "token",
      principal: { kind: "token", tokenId, name: "ci", role: "operator" },
    });
    const used = (await administration().listTokens()).find((listed) => listed.tokenId === tokenId);
    expect(used?.lastUsedAt).toBeGreaterThan(0);
    const connection = await createConnection({ uri: world.test.url });
    const [rows] = await connection.query("SELECT * FROM api_token");
    const [entries] = await connection.query("SELECT * FROM audit_entry");
    await connection.end();
    expect(JSON.stringify([rows, entries])).not.toContain(secret.slice(4));
    expect(await newest("token.create")).toMatchObject({ target: tokenId, after: { role: "operator" } });
  });

  it("are refused once revoked; revoking again changes nothing and is written down", async () => {
    const { token, secret } = await administration().createToken({ name: "old", role: "viewer", days: 30 });
    expect(await administration().revokeToken(token.tokenId)).toMatchObject({ kind: "revoked" });
    expect(await world.authenticate(null, `Bearer ${secret}`)).toEqual({ kind: "nobody", by: "token" });
    expect(await administration().revokeToken(token.tokenId)).toMatchObject({ kind: "no_change" });
    expect(await newest("token.revoke")).toMatchObject({ outcome: "no_change", target: token.tokenId });
  });

  it("are refused once expired", async () => {
    const { secret } = await administration().createToken({ name: "short", role: "viewer", days: 1 });
    world.clock.offsetMs = 86_400_001;
    try {
      expect(await world.authenticate(null, `Bearer ${secret}`)).toEqual({ kind: "nobody", by: "token" });
    } finally {
      world.clock.offsetMs = 0;
    }
  });

  it("never fall back to the cookies of the same request", async () => {
    const cookie = await world.cookieOf(ADMIN);
    for (const authorization of ["Bearer ilk_nope", "Basic YTpi", "Bearer", ""])
      expect(await world.authenticate(cookie, authorization)).toEqual({ kind: "nobody", by: "token" });
  });
});

describe("the audit log", () => {
  it("is read newest first, page by page, and narrowed", async () => {
    const all = [];
    let cursor: string | undefined;
    do {
      const page = await administration().listAudit({}, 7, cursor);
      all.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const ids = all.map(({ auditId }) => auditId);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    expect(ids.length).toBeGreaterThan(20);
    const refused = await administration().listAudit({ outcome: "refused" }, 200, undefined);
    expect(refused.items.length).toBe(all.filter(({ outcome }) => outcome === "refused").length);
    await expect(administration().listAudit({}, 7, "nonsense")).rejects.toThrow(/nextCursor/);
  });

  it("cannot be changed even with the store's own account, where the server permits triggers", async () => {
    expect(await guardAuditLog(world.test.url)).toBe("guarded");
    expect(await guardAuditLog(world.test.url)).toBe("guarded");
    const connection = await createConnection({ uri: world.test.url });
    try {
      await expect(connection.query("UPDATE audit_entry SET outcome = 'changed'")).rejects.toThrow(
        "append-only",
      );
      await expect(connection.query("DELETE FROM audit_entry")).rejects.toThrow("append-only");
    } finally {
      await connection.end();
    }
    const { token } = await administration().createToken({ name: "after", role: "viewer", days: 1 });
    expect(await newest("token.create")).toMatchObject({ target: token.tokenId });
  });
});
