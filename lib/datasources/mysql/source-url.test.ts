import { describe, expect, test } from "vitest";
import { parseSourceUrl } from "./source-url";

test("every part is read and decoded", () => {
  expect(parseSourceUrl("a", "mysql://us%40er:p%2Fw%3A@db.example:3307/my%20shop?tls=verify")).toEqual({
    host: "db.example",
    port: 3307,
    user: "us@er",
    password: "p/w:",
    database: "my shop",
    tls: "verify",
  });
});
test("defaults", () => {
  expect(parseSourceUrl("a", "mariadb://u@[::1]")).toEqual({
    host: "::1",
    port: 3306,
    user: "u",
    password: "",
    database: null,
    tls: "disable",
  });
});
describe("refusals name the source and what is wrong, never the address", () => {
  test.each([
    ["nonsense-secret", /no URL/],
    ["postgres://u:secret@h/d", /begin with mysql/],
    ["mysql://:secret@h/d", /no user/],
    ["mysql://u:secret@h/a/b", /more than one/],
    ["mysql://u:secret@h/mysql", /mysql schema/],
    ["mysql://u:secret@h/d?ssl=1", /unknown option "ssl"/],
    ["mysql://u:secret@h/d?tls=maybe", /disable, require or verify/],
    ["mysql://u:%E0%A4secret@h/d", /percent-encoded/],
    ["mysql://u:p@h/d?se-cret=1", /unknown option; write/],
    ["mysql://u:p@h/d#secret", /a # in it/],
  ])("%s", (url, message) => {
    const read = () => parseSourceUrl("shop", url);
    expect(read).toThrow(message);
    expect(read).toThrow(/^Data source "shop"/);
    expect(read).not.toThrow(/secret/);
  });
});
