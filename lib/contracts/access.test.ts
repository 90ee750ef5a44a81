import { describe, expect, it } from "vitest";
import { PERMISSION_TABLE, refusalFor, ROLE_TABLE, roleMay, type Permission, type Role } from "./access";

const permissions = Object.keys(PERMISSION_TABLE).filter((key): key is Permission => key in PERMISSION_TABLE);
const may = (role: Role) => permissions.filter((permission) => roleMay(role, permission));

describe("roles", () => {
  it("each may all that the one below may", () => {
    expect(may("operator")).toEqual(expect.arrayContaining(may("viewer")));
    expect(may("administrator")).toEqual(permissions);
  });

  it("a viewer changes nothing but its own sign-in, an operator administers nothing", () => {
    for (const permission of may("viewer")) expect(permission).toMatch(/\.(read|own)$/);
    expect(may("viewer")).toEqual(expect.arrayContaining(["runs.read", "account.own"]));
    expect(may("operator")).toEqual(expect.arrayContaining(["runs.ask", "runs.cancel", "triage.write"]));
    for (const permission of may("operator"))
      expect(permission).not.toMatch(/^(settings|users|tokens|audit)\./);
  });

  it("a refusal says whom to ask", () => {
    expect(refusalFor("viewer", "runs.cancel")).toBe(
      "Your role (viewer) may not cancel runs: ask an operator.",
    );
    expect(refusalFor("operator", "users.manage")).toBe(
      "Your role (operator) may not manage users: ask an administrator.",
    );
    for (const permission of permissions) expect(refusalFor("administrator", permission)).toBeNull();
    expect(Object.keys(ROLE_TABLE)).toEqual(["viewer", "operator", "administrator"]);
  });
});
