// The addresses that webhooks may reach: addresses of the public internet (IANA special-purpose registries of IPv4 and
// IPv6), so that no event reaches a service in the operator's own network (server-side request forgery).
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks without public hosts. */
const NON_PUBLIC_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
/** Excluded networks inside the global unicast addresses, which are the only IPv6 addresses that are accepted. */
const NON_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];
const GLOBAL_V6 = '2000::/3';

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const nonPublicV4 = listOf(NON_PUBLIC_V4, 'ipv4');
const nonPublicV6 = listOf(NON_PUBLIC_V6, 'ipv6');
const globalV6 = listOf([GLOBAL_V6], 'ipv6');

/** Whether a text is an address of the public internet. Mapped, translated and scoped addresses are not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !nonPublicV4.check(address, 'ipv4');
  return isIPv6(address) && globalV6.check(address, 'ipv6') && !nonPublicV6.check(address, 'ipv6');
}
