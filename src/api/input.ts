// Normalizes input that identifies one record (URL, domain, e-mail address, phone number), or throws a 422 that shows
// the expected format.
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

/** The parsed profile URL of a company; `path` is its place in the body. */
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

/** The parsed profile URL of a person; `path` is its place in the body. */
export function personUrlOf(input: string, path = 'person_network_url'): NetworkUrl {
  const example = 'https://www.network.example/in/jane-doe';
  return (
    parseNetworkUrl(input, 'person') ??
    reject(path, `must be a person profile URL with a path of the shape /in/{slug}, such as ${example}; ${URL_RULES}`)
  );
}

/** A lower-case ASCII hostname; `path` is its place in the body. */
export function domainOf(input: string, path = 'domain'): string {
  return (
    parseDomain(input) ??
    reject(path, 'must be a hostname with a registrable domain, or a URL with one, such as acme.example')
  );
}

/** A lower-case e-mail address; `path` is its place in the body. */
export function emailOf(input: string, path = 'email'): string {
  return parseEmail(input) ?? reject(path, 'must be one e-mail address, such as jane.doe@acme.example');
}

/** The E.164 candidates of the input, the most likely first; `path` is its place in the body. */
export function phonesOf(input: string, countries: readonly string[], path = 'phone'): string[] {
  const form =
    'must have 7 to 15 digits; otherwise only spaces, parentheses, periods, hyphens and one leading + are allowed';
  return phoneCandidates(input, countries) ?? reject(path, form);
}
