/** The room as its users see it: who is asking, their own account, and what they may do about users, tokens and the audit log. */
import type { UserId } from "../contracts/access";
import { Administration, type AdministrationDependencies } from "./administration";
import { AttemptLimit } from "./attempt-limit";
import { authenticate, type Authentication, type Credentials } from "./authenticate";
import {
  createFirstAdministrator,
  type FirstAdministrator,
  type FirstAdministratorSetting,
} from "./first-administrator";
import { OwnAccount } from "./own-account";
import { SignIn, type AuthDatabase } from "./sign-in";
import type { Visitor } from "./visitor";

export interface AccessDependencies extends AdministrationDependencies {
  readonly database: AuthDatabase;
  /** Signs the cookies of sessions; at least 32 characters, random. Another one ends every session. */
  readonly secret: string;
  readonly onTouchError: (error: unknown) => void;
}

export interface Access {
  readonly account: OwnAccount;
  /** @throws when sessions or tokens cannot be read */
  authenticate(credentials: Credentials): Promise<Authentication>;
  administrationOf(visitor: Visitor): Administration;
  createFirstAdministrator(setting: FirstAdministratorSetting): Promise<FirstAdministrator>;
}

export function createAccess(deps: AccessDependencies): Access {
  const { store, clock } = deps;
  const isEnabled = async (userId: UserId): Promise<boolean> =>
    (await store.findUser(userId))?.disabledAt === null;
  const signIn = new SignIn({ ...deps, mayOpenSession: isEnabled });
  const account = new OwnAccount({ ...deps, signIn, attempts: new AttemptLimit(clock) });
  return {
    account,
    authenticate: (credentials) => authenticate({ ...deps, signIn }, credentials),
    administrationOf: (visitor) => new Administration(deps, visitor),
    createFirstAdministrator: (setting) => createFirstAdministrator(deps, setting),
  };
}
