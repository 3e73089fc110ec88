// Reads profile URLs, domains and employers out of a raw row, in the normal forms of identity/.
import type { EmployerReference, NetworkUrl, PlaceRecord } from '../../contract/import-records.ts';
import { parseDomain } from '../../identity/domain.ts';
import { parseNetworkUrl } from '../../identity/network-url.ts';
import { remembered } from '../bounded-cache.ts';
import { countryOf } from './country.ts';
import { type Scope, textOf, textsOf } from './scope.ts';
import { websiteDomain } from './website-domain.ts';

const companyUrl = remembered((text) => parseNetworkUrl(text, 'company'));
const domainOfText = remembered(parseDomain);
const domainOfWebsite = remembered(websiteDomain);

/** The company profile URL of a field; notes one that is none. */
export function companyUrlOf(scope: Scope, field: string): NetworkUrl | null {
  const text = textOf(scope, field);
  if (text === null) return null;
  const url = companyUrl(text);
  if (url === null) scope.notes.warn(scope.path + field, 'not a company profile URL (/company/{slug})');
  return url;
}

/** The domain of a field that holds a hostname or a URL; notes one that is none. */
export function domainOf(scope: Scope, field: string): string | null {
  const text = textOf(scope, field);
  return text === null ? null : domainIn(scope, field, text);
}

function domainIn(scope: Scope, field: string, text: string): string | null {
  const domain = domainOfText(text);
  if (domain === null) scope.notes.warn(scope.path + field, 'not a domain');
  return domain;
}

/** All domains of a company, the main one first: `domain`, then `domains`, else that of the website. */
export function domainsOf(scope: Scope, website: string | null): string[] {
  const domains = new Set<string>();
  const main = domainOf(scope, 'domain');
  if (main !== null) domains.add(main);
  for (const text of textsOf(scope, 'domains')) {
    const domain = domainIn(scope, 'domains', text);
    if (domain !== null) domains.add(domain);
  }
  if (domains.size === 0 && website !== null) {
    const domain = domainOfWebsite(website);
    if (domain === null) scope.notes.warn('website', 'no domain taken from it: not a site of its own');
    else domains.add(domain);
  }
  return [...domains];
}

/** The employer that a row names; null where it names none. */
export function employerOf(scope: Scope): EmployerReference | null {
  const networkUrl = companyUrlOf(scope, 'company_network_url');
  const website = textOf(scope, 'company_website');
  const domain = domainOf(scope, 'company_domain') ?? (website === null ? null : domainOfWebsite(website));
  const name = textOf(scope, 'company_name');
  return networkUrl === null && domain === null && name === null ? null : { networkUrl, domain, name };
}

/** City, state and country; null where none of them is known. */
export function placeOf(scope: Scope | null, stateField: 'state' | 'state_code'): PlaceRecord | null {
  if (scope === null) return null;
  const place = { city: textOf(scope, 'city'), state: textOf(scope, stateField), countryCode: countryOf(scope) };
  return place.city === null && place.state === null && place.countryCode === null ? null : place;
}
