// Normalizes input that identifies one record (URL, domain, e-mail address, phone number), or throws a 422 that shows
// the expected format. `path` is the location of the input in the body.
import { invalidInput } from '../contract/errors.ts';
import type { NetworkUrl } from '../contract/import-records.ts';
import { parseDomain } from '../identity/domain.ts';
import { parseEmail } from '../identity/email.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { phoneCandidates } from '../identity/phone.ts';

function reject(path: string, message: string): never {
  throw invalidInput([{ path, message, suggestion: null }]);
}

const URL_RULES = "with http or https, without user name; a slug consists of letters, digits and - _ . & ' + ( ) ,";

/** Parses the profile URL of a company. */
export function companyUrlOf(input: string, path = 'company_network_url'): NetworkUrl {
  const example = 'https://www.network.example/company/acme';
  return (
    parseNetworkUrl(input, 'company') ??
    reject(
      path,
      `must be a company profile URL with a path of the shape /company/{slug}, such as ${example}; ${URL_RULES}`,
    )
  );
}

/** Parses the profile URL of a person. */
export function personUrlOf(input: string, path = 'person_network_url'): NetworkUrl {
  const example = 'https://www.network.example/in/jane-doe';
  return (
    parseNetworkUrl(input, 'person') ??
    reject(path, `must be a person profile URL with a path of the shape /in/{slug}, such as ${example}; ${URL_RULES}`)
  );
}

/** Normalizes a domain to a lower-case ASCII hostname. */
export function domainOf(input: string, path = 'domain'): string {
  return (
    parseDomain(input) ??
    reject(path, 'must be a hostname with a registrable domain, or a URL with one, such as acme.example')
  );
}

/** Normalizes an e-mail address to lower case. */
export function emailOf(input: string, path = 'email'): string {
  return parseEmail(input) ?? reject(path, 'must be one e-mail address, such as jane.doe@acme.example');
}

/** The possible E.164 forms of a phone number, most likely first. */
export function phonesOf(input: string, countries: readonly string[], path = 'phone'): string[] {
  const form =
    'must have 7 to 15 digits; otherwise only spaces, parentheses, periods, hyphens and one leading + are allowed';
  return phoneCandidates(input, countries) ?? reject(path, form);
}
