// Domains of companies: which names are one, and the domain under which a host is registered.
import { getDomain, parse } from 'tldts';
import { LIMITS } from '../contract/limits.ts';
import { parseHostname } from './hostname.ts';

// The authority ends at the first `/`, `?` or `#`; an `@` in it (user name or e-mail address) leaves no hostname and so refuses it.
const URL_HOST = /^(?:https?:\/\/)?(?<host>[^/?#:]+)(?::\d{1,5})?(?:[/?#].*)?$/i;
const ODDITIES = /[\s\p{C}\\]/u;
const NUMERIC_LAST_LABEL = /(?:^|\.)[0-9]+$/;

/**
 * Lower-case ASCII hostname of a hostname or http(s) URL: IDN as punycode, `www.` and a final dot cut. Null for e-mail addresses, IP
 * addresses, single labels, bare public suffixes such as `co.uk`, and whatever is no hostname.
 */
export function parseDomain(input: string): string | null {
  const text = input.trim();
  if (text.length > LIMITS.urlLengthMax || ODDITIES.test(text)) return null;
  const host = URL_HOST.exec(text)?.groups?.['host'];
  const domain = host === undefined ? null : parseMailDomain(host);
  return domain === null ? null : withoutWww(domain);
}

/** The same for what stands behind the `@` of an e-mail address: a bare hostname, whose `www.` counts. */
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

/** Whether a hostname in normal form is a public suffix of the registries. Those of private parties (`github.io`) are somebody's domain. */
const isSuffix = (host: string) => getDomain(host, AS_HOST) === null;

/**
 * The domain registered under a public suffix to which a hostname in normal form belongs (`a.b.acme.co.uk` -> `acme.co.uk`); null
 * for a suffix itself. Suffixes that private parties run count, as names below them are different customers': `shop.acme.uk.com` belongs
 * to `acme.uk.com`, `acme.github.io` to nobody but itself.
 */
export function registrableDomain(host: string): string | null {
  return getDomain(host, { ...AS_HOST, allowPrivateDomains: true });
}

/** Top-level names that RFC 6761 and 2606 set aside for examples and tests. */
const RESERVED_ENDING = /(?:^|\.)(?:example|test)$/;

/** Whether a hostname in normal form ends as one can: by a public suffix, or by a name that is set aside for examples. `jane.doe` does not. */
export function hasKnownEnding(host: string): boolean {
  const { isIcann, isPrivate } = parse(host, { ...AS_HOST, allowPrivateDomains: true });
  return isIcann === true || isPrivate === true || RESERVED_ENDING.test(host);
}

/** What a company's own site is known by: the registrable domain, so that `shop.acme.example` is `acme.example`; of a suffix itself the host. */
export function siteOf(host: string): string {
  return registrableDomain(host) ?? host;
}
