// Normalizes hostnames. domain.ts decides which hostnames are company domains.
import { domainToASCII } from 'node:url';

const HOSTNAME_LENGTH_MAX = 253;
const ASCII_HOSTNAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const INTERNATIONAL_HOSTNAME = /^[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * Lower-case ASCII form of a hostname (IDN as punycode, trailing dot removed); null if it is invalid. Accepts single
 * labels and IPv4 addresses.
 */
export function parseHostname(input: string): string | null {
  const name = input.endsWith('.') ? input.slice(0, -1).toLowerCase() : input.toLowerCase();
  const isAscii = ASCII_HOSTNAME.test(name) && !name.includes('xn--');
  const ascii = isAscii ? name : asciiFromInternational(name);
  return ascii !== null && ascii.length <= HOSTNAME_LENGTH_MAX ? ascii : null;
}

function asciiFromInternational(name: string): string | null {
  const ascii = INTERNATIONAL_HOSTNAME.test(name) ? domainToASCII(name) : '';
  return ASCII_HOSTNAME.test(ascii) ? ascii : null;
}
