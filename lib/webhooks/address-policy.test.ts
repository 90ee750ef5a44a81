import { describe, expect, it } from "vitest";
import { mayCallAddress, mayCallHost } from "./address-policy";

const PUBLIC = { allowedHosts: [], allowPrivate: false };
const PRIVATE = { allowedHosts: [], allowPrivate: true };

describe("mayCallAddress", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
  ])("refuses %s, unless private addresses are allowed", (address) => {
    expect(mayCallAddress(PUBLIC, address)).toBe(false);
    expect(mayCallAddress(PRIVATE, address)).toBe(true);
  });

  it.each(["1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.1", "192.167.1.1", "2606:4700:4700::1111"])(
    "calls %s",
    (address) => {
      expect(mayCallAddress(PUBLIC, address)).toBe(true);
    },
  );

  it.each(["", "localhost", "1.2.3", "0x7f.1"])(
    "refuses %j, which is no address, whatever is allowed",
    (address) => {
      expect(mayCallAddress(PUBLIC, address)).toBe(false);
      expect(mayCallAddress(PRIVATE, address)).toBe(false);
    },
  );
});

describe("mayCallHost", () => {
  it("calls any host where none are named, and those alone where some are", () => {
    expect(mayCallHost(PUBLIC, "hooks.example")).toBe(true);
    const some = { allowedHosts: ["hooks.example"], allowPrivate: false };
    expect(mayCallHost(some, "HOOKS.example.")).toBe(true);
    expect(mayCallHost(some, "hooks.example.evil")).toBe(false);
  });
});
