import { roleMay, type Permission, type Role } from "@/lib/contracts/access";

interface SettingsPlace {
  readonly href: `/settings/${string}`;
  readonly label: string;
  /** What its page asks for. */
  readonly permission: Permission;
}

/** The settings pages, in the order of their navigation. */
export const SETTINGS_PLACES = [
  { href: "/settings/sources", label: "Data sources", permission: "settings.read" },
  { href: "/settings/model", label: "Model", permission: "settings.read" },
  { href: "/settings/limits", label: "Limits", permission: "settings.read" },
  { href: "/settings/views", label: "Saved views", permission: "views.own" },
  { href: "/settings/users", label: "Users", permission: "users.manage" },
  { href: "/settings/tokens", label: "API tokens", permission: "tokens.manage" },
  { href: "/settings/webhooks", label: "Webhooks", permission: "settings.read" },
  { href: "/settings/audit", label: "Audit log", permission: "audit.read" },
] as const satisfies readonly SettingsPlace[];
export type SettingsHref = (typeof SETTINGS_PLACES)[number]["href"];

/** Where `/settings` leads: the first page that the role may read. Every role may keep saved views. */
export function firstSettingsPlace(role: Role): SettingsHref {
  return SETTINGS_PLACES.find(({ permission }) => roleMay(role, permission))?.href ?? "/settings/views";
}
