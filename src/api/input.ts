// Normalizes input that identifies one record (URL, domain, e-mail address, phone number), or throws a 422 that shows
// the expected format. `path` is the location of the input in the body.
import { invalidAt } from '../contract/errors.ts';
import type { NetworkUrl } from '../contract/import-records.ts';
import { parseDomain } from '../identity/domain.ts';
import { parseEmail } from '../identity/email.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { phoneCandidates } from '../identity/phone.ts';

const URL_RULES = "with http or https, without user name; a slug consists of letters, digits and - _ . & ' + ( ) ,";

/** Parses the profile URL of a company. */
export function companyUrlOf(input: string, path = 'company_network_url'): NetworkUrl {
  const shape = 'a path of the shape /company/{slug}, such as https://www.network.example/company/acme';
  const url = parseNetworkUrl(input, 'company');
  if (url === null) throw invalidAt(path, `must be a company profile URL with ${shape}; ${URL_RULES}`);
  return url;
}

/** Parses the profile URL of a person. */
export function personUrlOf(input: string, path = 'person_network_url'): NetworkUrl {
  const shape = 'a path of the shape /in/{slug}, such as https://www.network.example/in/jane-doe';
  const url = parseNetworkUrl(input, 'person');
  if (url === null) throw invalidAt(path, `must be a person profile URL with ${shape}; ${URL_RULES}`);
  return url;
}

/** Normalizes a domain to a lower-case ASCII hostname. */
export function domainOf(input: string, path = 'domain'): string {
  const domain = parseDomain(input);
  if (domain === null)
    throw invalidAt(path, 'must be a hostname with a registrable domain, or a URL with one, such as acme.example');
  return domain;
}

/** Normalizes an e-mail address to lower case. */
export function emailOf(input: string, path = 'email'): string {
  const email = parseEmail(input);
  if (email === null) throw invalidAt(path, 'must be one e-mail address, such as jane.doe@acme.example');
  return email;
}

/** The possible E.164 forms of a phone number, most likely first. */
export function phonesOf(input: string, countries: readonly string[], path = 'phone'): string[] {
  const form =
    'must have 7 to 15 digits; otherwise only spaces, parentheses, periods, hyphens and one leading + are allowed';
  const candidates = phoneCandidates(input, countries);
  if (candidates === null) throw invalidAt(path, form);
  return candidates;
}
