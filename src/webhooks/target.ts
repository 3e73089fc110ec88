// The target of a delivery: its URL, and the address to which the connection is pinned.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '../app/config.ts';
import { LIMITS } from '../contract/limits.ts';
import { isPublicAddress } from './public-address.ts';

/** The reason why an endpoint cannot be reached, for its owner. */
export class TargetError extends Error {
  /** Whether the name has no address now; another attempt may find one. */
  readonly isUnresolved: boolean;

  constructor(message: string, { isUnresolved = false } = {}) {
    super(message);
    this.isUnresolved = isUnresolved;
  }
}

/** Whether endpoints may be private, and may be reached without TLS. */
export interface TargetRules {
  readonly allowsPrivate: boolean;
}

export const rulesOf = (config: Config): TargetRules => ({ allowsPrivate: config.webhookPrivate });

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

const PRIVATE = 'must not be a private or loopback address; use one that the public internet reaches';
/** Names that are never resolved by the public DNS (RFC 6761, RFC 6762, RFC 9476). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|home\.arpa|alt|onion)$/;

/** The URL of an endpoint. Throws a TargetError if the text is not an allowed URL; does not resolve the name. */
export function targetUrl(text: string, { allowsPrivate }: TargetRules): URL {
  if (text.length > LIMITS.urlLengthMax) throw new TargetError(`must have at most ${LIMITS.urlLengthMax} characters`);
  const url = URL.parse(text);
  if (url === null) throw new TargetError('must be a URL such as https://hooks.acme.example/cardfile');
  const isSecure = url.protocol === 'https:' || (allowsPrivate && url.protocol === 'http:');
  if (!isSecure) throw new TargetError('must begin with https://');
  if (url.username !== '' || url.password !== '') throw new TargetError('must not contain a user name or password');
  if (url.hash !== '') throw new TargetError('must not contain a fragment; remove # and what follows');
  const host = hostOf(url);
  const isPrivate = isIP(host) === 0 ? PRIVATE_NAME.test(host) || !host.includes('.') : !isPublicAddress(host);
  if (isPrivate && !allowsPrivate) throw new TargetError(PRIVATE);
  return url;
}

/** The host without the brackets of IPv6 and the dot of the root. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** The address to connect to. Throws a TargetError if the name has no address, or one that is not public. */
export async function resolvedAddress(url: URL, { allowsPrivate }: TargetRules): Promise<Address> {
  const host = hostOf(url);
  const version = isIP(host);
  const found = version === 0 ? await addressesOf(host) : [{ address: host, family: version }];
  // One private address is enough for a rejection: the name may be a trap whose answers alternate.
  if (!allowsPrivate && found.some(({ address }) => !isPublicAddress(address))) throw new TargetError(PRIVATE);
  const [first] = found;
  if (!first) throw new TargetError('has a name without an address', { isUnresolved: true });
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

async function addressesOf(host: string): Promise<readonly { readonly address: string; readonly family: number }[]> {
  try {
    return await lookup(host, { all: true });
  } catch {
    throw new TargetError('has a name that cannot be resolved', { isUnresolved: true });
  }
}
