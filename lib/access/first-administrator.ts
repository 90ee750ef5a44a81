/** A store without users gets its first one: an administrator, by the address and password that were set, or with a password to be shown once. */
import { hashPassword } from "better-auth/crypto";
import type { AdministrationDependencies } from "./administration";
import { newOneTimePassword } from "./secrets";
import { actOf, HOST_ACTOR } from "./visitor";

/** Nobody receives mail there; it is a name to sign in with. */
const DEFAULT_ADMINISTRATOR_EMAIL = "admin@interlock.local";

export interface FirstAdministratorSetting {
  /** Null: DEFAULT_ADMINISTRATOR_EMAIL. */
  readonly email: string | null;
  /** Null: a one-time password is made up. */
  readonly password: string | null;
}
export type FirstAdministrator =
  | { readonly kind: "created"; readonly email: string; readonly oneTimePassword: string | null }
  /** There are users already. */
  | { readonly kind: "present" };

export async function createFirstAdministrator(
  deps: AdministrationDependencies,
  setting: FirstAdministratorSetting,
): Promise<FirstAdministrator> {
  const { store, ids, random } = deps;
  if ((await store.countUsers()) > 0) return { kind: "present" };
  const email = (setting.email ?? DEFAULT_ADMINISTRATOR_EMAIL).trim().toLowerCase();
  const password = setting.password ?? newOneTimePassword(random);
  const isOneTime = setting.password === null;
  const created = await store.createFirstUser(actOf(deps, { actor: HOST_ACTOR, address: null }), {
    userId: ids.userId(),
    accountRowId: ids.rowId(),
    name: "Administrator",
    email,
    role: "administrator",
    passwordHash: await hashPassword(password),
    mustChangePassword: isOneTime,
  });
  if (!created) return { kind: "present" };
  return { kind: "created", email, oneTimePassword: isOneTime ? password : null };
}
