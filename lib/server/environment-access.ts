/** Settings of sign-in. */
import { z } from "zod";
import { MIN_PASSWORD_LENGTH } from "../contracts/access";

const MIN_SECRET_LENGTH = 32;

export const AccessSettings = z.object({
  /** Signs the cookies of sessions. `npm start` keeps one in the data folder. */
  INTERLOCK_AUTH_SECRET: z
    .string()
    .min(MIN_SECRET_LENGTH, `is too short; write ${MIN_SECRET_LENGTH} random characters or more`)
    .optional(),
  /** The first administrator of a store without users; both together. */
  INTERLOCK_ADMIN_EMAIL: z.email("is no e-mail address").max(190).toLowerCase().optional(),
  INTERLOCK_ADMIN_PASSWORD: z
    .string()
    .min(MIN_PASSWORD_LENGTH, `is too short; write ${MIN_PASSWORD_LENGTH} characters or more`)
    .max(128, "is too long; write 128 characters or fewer")
    .optional(),
});

export interface AccessSetting {
  /** Null: one is made up, and every session ends with the process. */
  readonly secret: string | null;
  readonly administrator: { readonly email: string | null; readonly password: string | null };
}

/** @param onFault gets a sentence for a setting that would be ignored */
export function checkAccessSettings(
  settings: Readonly<Record<string, string>>,
  onFault: (fault: string) => void,
): void {
  if (settings["INTERLOCK_ADMIN_PASSWORD"] !== undefined && settings["INTERLOCK_ADMIN_EMAIL"] === undefined)
    onFault("INTERLOCK_ADMIN_PASSWORD: needs INTERLOCK_ADMIN_EMAIL beside it");
}

export function accessSettingOf(data: z.infer<typeof AccessSettings>): AccessSetting {
  return {
    secret: data.INTERLOCK_AUTH_SECRET ?? null,
    administrator: {
      email: data.INTERLOCK_ADMIN_EMAIL ?? null,
      password: data.INTERLOCK_ADMIN_PASSWORD ?? null,
    },
  };
}
