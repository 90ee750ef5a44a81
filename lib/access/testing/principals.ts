/** Principals for tests. */
import { UserId, type Role, type SessionPrincipal } from "../../contracts/access";

export function aSession(role: Role, change: Partial<SessionPrincipal> = {}): SessionPrincipal {
  return {
    kind: "session",
    userId: UserId.parse("usr_01k9w3aaaaaaaaaaaaaaaaa7qf"),
    name: "Ada",
    email: "ada@example.com",
    role,
    mustChangePassword: false,
    ...change,
  };
}
