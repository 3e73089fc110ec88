// Groups network addresses for rate limits: a caller with one IPv6 line usually has a whole /64 of addresses.
import { isIPv4, isIPv6 } from 'node:net';

/** The group of all requests whose socket is already closed. */
const NO_ADDRESS = 'unknown';
const GROUPS = 8;
const NETWORK_GROUPS = 4;
/** Some proxies add the port of the client: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|((?:\d+\.){3}\d+))(?::\d+)?$/;
/** Matches an IPv4 address in IPv6 form, `::ffff:192.0.2.1`. */
const IS_MAPPED = /^0:0:0:0:0:ffff:/;

/**
 * The group of an address: an IPv4 address, or the /64 of an IPv6 address, such as `2001:db8:0:1::/64`. An IPv4 address
 * in IPv6 form counts as the IPv4 address, and a port does not count. Any other text is returned as it is. Without an
 * address: `unknown`.
 */
export function addressGroup(given: string | undefined): string {
  if (given === undefined || given === '') return NO_ADDRESS;
  const [, inBrackets, withPort] = WITH_PORT.exec(given) ?? [];
  const address = inBrackets ?? withPort ?? given;
  if (isIPv4(address) || !isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (IS_MAPPED.test(groups.join(':'))) return ipv4Of(groups);
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** The eight groups in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  const [text = ''] = address.toLowerCase().split('%', 1);
  const [front = '', back] = withoutDots(text).split('::');
  const before = front === '' ? [] : front.split(':');
  const after = back === undefined || back === '' ? [] : back.split(':');
  const zeros = Array<string>(GROUPS - before.length - after.length).fill('0');
  const groups = back === undefined ? before : [...before, ...zeros, ...after];
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

/** `::ffff:192.0.2.1` -> `::ffff:c000:201`. */
function withoutDots(text: string): string {
  return text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
}

function ipv4Of(groups: readonly string[]): string {
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
