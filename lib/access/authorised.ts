/** The second check: what a request gets hold of asks for the permission again, method by method, whatever let the request in. */
import type { Permission, Principal } from "../contracts/access";
import { assertMay } from "./visitor";

type MethodOf<T> = {
  [K in keyof T]: T[K] extends (...args: never[]) => unknown ? K : never;
}[keyof T] &
  string;

/** A permission for every method there is: a method without one does not compile. */
export type PermissionsOf<T> = Readonly<Record<MethodOf<T>, Permission>>;

/**
 * `target` as a principal may use it. Each method asserts its permission at every call; a property that the table does not name cannot be read.
 * @throws PermissionDeniedError, PasswordChangeRequiredError from the method that was called
 */
export function authorised<T extends object>(
  target: T,
  permissions: PermissionsOf<T>,
  principal: Principal,
): T {
  const table = new Map<PropertyKey, Permission>(Object.entries<Permission>(permissions));
  return new Proxy(target, {
    get(object, property) {
      const permission = table.get(property);
      const value: unknown = Reflect.get(object, property, object);
      if (permission === undefined || typeof value !== "function") {
        throw new TypeError(`${String(property)} has no permission, so nobody may use it`);
      }
      return (...args: unknown[]): unknown => {
        assertMay(principal, permission);
        return Reflect.apply(value, object, args);
      };
    },
    set: () => false,
  });
}
