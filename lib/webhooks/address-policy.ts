/** Which addresses may be called: a webhook is not to reach what only this server can reach. */
import { BlockList, isIP } from "node:net";

/** Networks that are not the public internet, or that wrap one that is not. */
const NOT_PUBLIC_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
const NOT_PUBLIC_V6 = [
  ["::", 96],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const;

/** One list for each family: a joint one takes an IPv4 address for the IPv6 address that wraps it. */
const V4 = listOf(NOT_PUBLIC_V4, "ipv4");
const V6 = listOf(NOT_PUBLIC_V6, "ipv6");

function listOf(networks: readonly (readonly [string, number])[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, family);
  return list;
}

export interface AddressPolicy {
  /** Host names in lower case; empty: any. */
  readonly allowedHosts: readonly string[];
  readonly allowPrivate: boolean;
}

/** A host name or literal address of a URL. What it resolves to is asked separately. */
export function mayCallHost({ allowedHosts }: AddressPolicy, hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return allowedHosts.length === 0 || allowedHosts.includes(name);
}

/** An address that is about to be connected to. What is no address may not. */
export function mayCallAddress({ allowPrivate }: AddressPolicy, address: string): boolean {
  // A zone names an interface of this machine.
  const [plain = "", zone] = address.split("%");
  switch (isIP(plain)) {
    case 4:
      return allowPrivate || !V4.check(plain, "ipv4");
    case 6:
      return allowPrivate || (zone === undefined && !V6.check(plain, "ipv6"));
    default:
      return false;
  }
}
