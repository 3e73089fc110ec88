// Domains of companies: decides which domain names are equal, and finds the registrable domain of a host.
import { getDomain, parse } from 'tldts';
import { LIMITS } from '../contract/limits.ts';
import { memoized } from '../words/memoized.ts';
import { parseHostname } from './hostname.ts';

// The authority ends at the first `/`, `?` or `#`. If it contains an `@` (a user name or an e-mail address), it is not
// a valid hostname, so the input is rejected.
const URL_HOST = /^(?:(?:https?:)?\/\/)?(?<host>[^/?#:]+)(?::\d{1,5})?(?:[/?#].*)?$/i;
const ODDITIES = /[\s\p{C}\\]/u;
const NUMERIC_LAST_LABEL = /(?:^|\.)[0-9]+$/;

/**
 * The lower-case ASCII hostname of a hostname or http(s) URL, also of `//host/path`: IDN as punycode, `www.` and a
 * trailing dot removed. Null for e-mail addresses, IP addresses, single labels, bare public suffixes such as `co.uk`,
 * and everything else that is not a hostname. Memoized, because the people of an employer repeat its domain.
 */
export const parseDomain = memoized((input): string | null => {
  const text = input.trim();
  if (text.length > LIMITS.urlLengthMax || ODDITIES.test(text)) return null;
  const host = URL_HOST.exec(text)?.groups?.['host'];
  const domain = host === undefined ? null : parseMailDomain(host);
  return domain === null ? null : withoutWww(domain);
});

/** The same for the part after the `@` of an e-mail address. It is a bare hostname, whose `www.` is significant. */
export function parseMailDomain(host: string): string | null {
  const name = NUMERIC_LAST_LABEL.test(host) ? null : parseHostname(host);
  return name === null || NUMERIC_LAST_LABEL.test(name) || isSuffix(name) ? null : name;
}

function withoutWww(domain: string): string {
  if (!domain.startsWith('www.')) return domain;
  const rest = domain.slice('www.'.length);
  return isSuffix(rest) ? domain : withoutWww(rest);
}

const AS_HOST = { extractHostname: false, validateHostname: false, detectIp: false };

/**
 * True if a normalized hostname is a public suffix of the registries. Private suffixes (`github.io`) count as domains
 * of their owners.
 */
const isSuffix = (host: string) => getDomain(host, AS_HOST) === null;

/**
 * The registrable domain of a normalized hostname (`a.b.acme.co.uk` -> `acme.co.uk`); null for a public suffix. Private
 * suffixes count as suffixes, because the names below them belong to different customers: `shop.acme.uk.com` belongs to
 * `acme.uk.com`, and `acme.github.io` is a registrable domain.
 */
export function registrableDomain(host: string): string | null {
  return getDomain(host, { ...AS_HOST, allowPrivateDomains: true });
}

/** Top-level domains that RFC 6761 and RFC 2606 reserve for examples and tests. */
const RESERVED_ENDING = /(?:^|\.)(?:example|test)$/;

/** True if a normalized hostname ends in a public suffix or in a domain reserved for examples. False for `jane.doe`. */
export function hasKnownEnding(host: string): boolean {
  const { isIcann, isPrivate } = parse(host, { ...AS_HOST, allowPrivateDomains: true });
  return isIcann === true || isPrivate === true || RESERVED_ENDING.test(host);
}

/**
 * The identity of a company's own site: the registrable domain, so `shop.acme.example` yields `acme.example`; for a
 * public suffix the host.
 */
export function siteOf(host: string): string {
  return registrableDomain(host) ?? host;
}

/**
 * The label of a normalized host that its owner registered: `acme` in `shop.acme.co.uk`. For a public suffix, its first
 * label.
 */
export function registeredLabel(host: string): string {
  const { domainWithoutSuffix } = parse(host, AS_HOST);
  return domainWithoutSuffix || (host.split('.', 1)[0] ?? '');
}
