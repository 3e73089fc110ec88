// Domains of companies: which names are one, and the domain under which a host is registered.
import { getDomain } from 'tldts';
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
  return name === null || NUMERIC_LAST_LABEL.test(name) || registrableDomain(name) === null ? null : name;
}

function withoutWww(domain: string): string {
  if (!domain.startsWith('www.')) return domain;
  const rest = domain.slice('www.'.length);
  return registrableDomain(rest) === null ? domain : withoutWww(rest);
}

/**
 * The domain registered under a public suffix to which a hostname in normal form belongs (`a.b.acme.co.uk` -> `acme.co.uk`); null
 * for a suffix itself. Suffixes run by private parties do not count: `acme.github.io` belongs to `github.io`.
 */
export function registrableDomain(host: string): string | null {
  return getDomain(host, { extractHostname: false, validateHostname: false, detectIp: false });
}

/**
 * What a company's own site is known by: the domain registered under a public suffix, privately run ones included, so that
 * `shop.acme.example` is `acme.example`, but `acme.github.io` stays as it is.
 */
export function siteOf(host: string): string {
  return (
    getDomain(host, { extractHostname: false, validateHostname: false, detectIp: false, allowPrivateDomains: true }) ??
    host
  );
}
