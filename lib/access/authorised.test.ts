import { describe, expect, it } from "vitest";
import { TokenId, type Principal, type Role } from "../contracts/access";
import { authorised } from "./authorised";
import { PasswordChangeRequiredError, PermissionDeniedError } from "./visitor";
import { aSession } from "./testing/principals";

class Shelf {
  readonly #books = ["a"];
  readonly size = 1;
  read(): readonly string[] {
    return this.#books;
  }
  write = (book: string): void => {
    this.#books.push(book);
  };
}
const PERMISSIONS = { read: "runs.read", write: "runs.ask" } as const;
const token = (role: Role): Principal => ({
  kind: "token",
  tokenId: TokenId.parse("tok_01k9w3aaaaaaaaaaaaaaaaa7qf"),
  name: "ci",
  role,
});

describe("authorised", () => {
  it("asks for the permission of the method at every call", () => {
    const shelf = new Shelf();
    const read = authorised(shelf, PERMISSIONS, token("viewer"));
    expect(read.read()).toEqual(["a"]);
    expect(() => read.write("b")).toThrow(PermissionDeniedError);
    authorised(shelf, PERMISSIONS, token("operator")).write("b");
    expect(read.read()).toEqual(["a", "b"]);
  });

  it("permits nothing to a one-time password", () => {
    const shelf = authorised(
      new Shelf(),
      PERMISSIONS,
      aSession("administrator", { mustChangePassword: true }),
    );
    expect(() => shelf.read()).toThrow(PasswordChangeRequiredError);
  });

  it("hands out nothing that its table does not name, and takes nothing", () => {
    const shelf = authorised(new Shelf(), PERMISSIONS, token("administrator"));
    expect(() => shelf.size).toThrow(/nobody may use it/);
    expect(() => Object.assign(shelf, { read: () => [] })).toThrow(TypeError);
  });
});
