// Reads profile URLs, domains and employers from a raw row, in the normal forms of identity/.
import type {
  EmployerReference,
  HeadquartersRecord,
  LocationRecord,
  NetworkUrl,
} from '../../contract/import-records.ts';
import { FURTHER_PLACE_KEYS, HEADQUARTERS, LOCATION } from '../../contract/record-table/shared-members.ts';
import { parseDomain, siteOf } from '../../identity/domain.ts';
import { parseNetworkUrl } from '../../identity/network-url.ts';
import { otherCodeOf } from '../../identity/territories.ts';
import { isBelowPrivateSuffix, websiteDomain, websitesIn } from './contacts/website-domain.ts';
import { isMissingWord } from './empty-text.ts';
import { countryOf } from './places/country-field.ts';
import { cityCountOf, isCity } from './places/gazetteer.ts';
import { inferCountry } from './places/infer-country.ts';
import { isContact, type Place, parsePlace, writtenCity } from './places/place.ts';
import { isSalesRegion } from './places/regions.ts';
import { isOfEither } from './places/trailing-code.ts';
import { plainCompanyName } from './plain-company-name.ts';
import {
  isAbsent,
  type KnownKeys,
  knownKeys,
  lineOf,
  noteUnknownKeys,
  objectOf,
  type Scope,
  statedOf,
  textOf,
  textsOf,
} from './scope.ts';

/** The company profile URL of a field; notes an invalid one. */
export function companyUrlOf(scope: Scope, field: string): NetworkUrl | null {
  const text = textOf(scope, field);
  if (text === null) return null;
  const url = parseNetworkUrl(text, 'company');
  if (url === null) scope.notes.warn(scope.path + field, 'not a company profile URL (/company/{slug})', text);
  return url;
}

/** The domain of a field with a hostname or URL; notes an invalid one. */
export function domainOf(scope: Scope, field: string): string | null {
  const text = textOf(scope, field);
  return text === null ? null : domainIn(scope, field, text);
}

function domainIn(scope: Scope, field: string, text: string): string | null {
  const domain = parseDomain(text);
  if (domain === null) scope.notes.warn(scope.path + field, 'not a domain', text);
  return domain;
}

interface NameAndWebsites {
  readonly name: string;
  /** The web addresses of the row, in order. */
  readonly websites: readonly string[];
}

/**
 * All domains of a company, the main one first: `domain`, else the domain of the first website that is not on a
 * platform; then `domains`.
 */
export function domainsOf(scope: Scope, { name, websites }: NameAndWebsites): string[] {
  const domains = new Set<string>();
  const main = textOf(scope, 'domain');
  const ofWebsite = websites.map((website) => websiteDomain(website, name)).find((found) => found !== null) ?? null;
  const fields = [...(main === null ? [] : [['domain', main] as const]), ...textsOf(scope, 'domains').map(inDomains)];
  for (const [field, text] of fields) {
    const domain = ownDomainIn(scope, field, { text, name });
    if (domain !== null) domains.add(domain);
  }
  if (main === null && ofWebsite !== null) return [...new Set([ofWebsite, ...domains])];
  if (domains.size === 0 && websites.length > 0)
    scope.notes.warn('website', 'no domain was derived: the site belongs to a platform', websites[0]);
  return [...domains];
}

const inDomains = (text: string) => ['domains', text] as const;

/**
 * A domain that does not belong to a platform. A stated host below a private suffix, such as `acme.github.io`, is a
 * domain of its own. Notes the reason if the domain is dropped.
 */
function ownDomainIn(scope: Scope, field: string, { text, name }: { text: string; name: string }): string | null {
  const domain = domainIn(scope, field, text);
  if (domain === null || websiteDomain(domain, name) !== null || isBelowPrivateSuffix(domain)) return domain;
  scope.notes.warn(scope.path + field, 'a platform’s domain, not the company’s own', text);
  return null;
}

/** The web addresses of a company, also from several in one text or list. Notes a value that contains none. */
export function websitesOf(row: Scope): string[] {
  const value = row.values['website'];
  const texts = Array.isArray(value)
    ? textsOf(row, 'website')
    : [textOf(row, 'website')].filter((text) => text !== null);
  const websites = texts.flatMap(websitesIn);
  if (texts.length > 0 && websites.length === 0) row.notes.warn('website', 'not a web address', texts[0]);
  return websites;
}

/** The employer of a row; all null if it has none. */
export function employerOf(scope: Scope): EmployerReference {
  const company_network_url = companyUrlOf(scope, 'company_network_url');
  const company_name = employerNameOf(scope);
  return { company_network_url, company_domain: employerDomainOf(scope, company_name ?? ''), company_name };
}

export function namesEmployer({ company_network_url, company_domain, company_name }: EmployerReference): boolean {
  return (company_network_url ?? company_domain ?? company_name) !== null;
}

/**
 * Values that are not employers. As employers, they would make colleagues of unrelated people, and merge people of the
 * same name.
 */
const NO_EMPLOYERS = new Set(
  `self employed|self|freelance|freelancer|freelancing|independent|independent consultant|independent contractor|unemployed|not employed|retired|student|
  stealth|stealth startup|stealth mode|stealth mode startup|confidential|confidential company|private|open to work|looking for opportunities|
  seeking opportunities|seeking new opportunities|career break|selbständig|selbstständig|freiberuflich|freiberufler|arbeitssuchend|rentner|
  indépendant|travailleur indépendant|auto entrepreneur|sans emploi|autónomo|autônomo|libero professionista|zzp|privat|privatperson|privatkunde|private person|private individual|particulier|various|various clients`.split(
    /\|\s*/,
  ),
);
const NO_EMPLOYER_LENGTH_MAX = Math.max(...[...NO_EMPLOYERS].map((name) => name.length));

function employerNameOf(scope: Scope): string | null {
  const line = lineOf(scope, 'company_name');
  const name = line === null ? null : plainCompanyName(scope, 'company_name', line);
  if (name === null || name.length > NO_EMPLOYER_LENGTH_MAX) return name;
  if (!isMissingWord(name) && !NO_EMPLOYERS.has(name.toLowerCase().replace(/[-–\s]+/g, ' '))) return name;
  scope.notes.warn(`${scope.path}company_name`, 'not an employer', name);
  return null;
}

/**
 * The value of `company_domain`, else the domain of the first address in `company_website` that is not on a platform.
 */
function employerDomainOf(scope: Scope, name: string): string | null {
  const domain = domainOf(scope, 'company_domain');
  const website = textOf(scope, 'company_website');
  if (website === null) return domain;
  const ofSite =
    websitesIn(website)
      .map((part) => websiteDomain(part, name))
      .find((found) => found !== null) ?? null;
  const note = (reason: string) => scope.notes.warn(`${scope.path}company_website`, reason, website);
  if (ofSite === null) note('no domain was derived: the site belongs to a platform');
  else if (domain !== null && siteOf(domain) !== siteOf(ofSite)) note('dropped: contradicts company_domain');
  return domain ?? ofSite;
}

const PLACE_KEYS: Readonly<Record<'state' | 'state_code', KnownKeys>> = {
  state: knownKeys([...Object.keys(HEADQUARTERS), ...FURTHER_PLACE_KEYS]),
  state_code: knownKeys([...Object.keys(LOCATION), ...FURTHER_PLACE_KEYS]),
};

/** The headquarters of a company, see placeOf. */
export function headquartersOf(row: Scope, field: string): HeadquartersRecord | null {
  return placeOf(row, field, 'state');
}

/** The location of a person, position or opening, see placeOf. */
export function locationOf(row: Scope, field: string): LocationRecord | null {
  const place = placeOf(row, field, 'state_code');
  return place && { city: place.city, state_code: place.state, country_code: place.country_code };
}

/**
 * City, state and country of a field, given as separate values, as one text (`City, Region, Country`), or both; null if
 * none is known. Separate values take precedence over the text. A text of another country is dropped.
 */
function placeOf(row: Scope, field: string, stateField: 'state' | 'state_code'): Place | null {
  const value = row.values[field];
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return placeInText(row, field);
  const scope = objectOf(row, field);
  if (scope === null) return null;
  noteUnknownKeys(scope, PLACE_KEYS[stateField]);
  const given = statedOf(scope, 'city');
  const stated = given === null ? null : writtenCity(given);
  const text = statedOf(scope, 'text');
  // Next to the whole place, `London, England` is no text to complete the place from.
  const city = text !== null && stated?.includes(',') ? (parsePlace(stated)?.city ?? stated) : stated;
  const known = { city, state: stateOf(scope, stateField), country_code: countryOf(scope, row) };
  const isText = text === null && city !== null && isMoreThanCity(city, known);
  const read = isText ? parsePlace(city) : text === null ? null : parsePlace(text);
  noteUnused(scope, { country_code: known.country_code, read });
  if (isText && read === null) scope.notes.warn(`${scope.path}city`, 'not a city', given);
  return completed(isText ? { ...known, city: null } : known, read);
}

/** Shorter values may be abbreviations of cities: `NYC`, `LA`. */
const CITY_LENGTH_MIN = 4;

/** Smaller countries may have the name of their city: `Monaco`, `Luxemburg`. */
const CITIES_OF_SMALL_COUNTRY = 5;

/** Whether the text of a city is a whole place, or none: `10115 Berlin`, `Boston MA`, `Germany`, `Remote`. */
function isMoreThanCity(city: string, { state, country_code }: Place): boolean {
  if (city.includes(',') || isContact(city)) return true;
  const read = city.length < CITY_LENGTH_MIN ? undefined : parsePlace(city);
  if (read === undefined || read?.city === city || isCity(city)) return false;
  if (read === null) return state === null;
  if (read.city !== null) return isCity(read.city) && !isOther(read, country_code);
  // A city may have the name of its state, or of a country: `Querétaro`, `Lebanon`, Mexico City.
  const isCountry =
    read.state === null && cityCountOf(read.country_code ?? '') > CITIES_OF_SMALL_COUNTRY && !isCity(`${city} City`);
  return isCountry && state === null && !isOther(read, country_code);
}

/** A place without a country takes the country of its state or city, if only one is possible. */
function withCountry(place: Place): Place {
  if (place.country_code !== null) return place;
  const country_code = inferCountry(place.city, place.state);
  return country_code === null ? place : { ...place, country_code };
}

/** A place without a country gets the country that applies to the whole import, if one is set. */
export function inCountry<Where extends { readonly country_code: string | null }>(
  place: Where | null,
  nowhere: Where,
  country_code: string | null = null,
): Where | null {
  if (country_code === null || (place?.country_code ?? null) !== null) return place;
  return { ...(place ?? nowhere), country_code };
}

/** The state. Columns of regions may also hold sales regions: these are derived from the country and dropped. */
function stateOf(scope: Scope, field: 'state' | 'state_code'): string | null {
  const state = statedOf(scope, field);
  if (state === null || !isSalesRegion(state)) return state;
  scope.notes.warn(
    scope.path + field,
    'not a state, but a sales region or continent: these are derived from the country',
    state,
  );
  return null;
}

/** Notes the parts of a place that were read but have no effect. */
function noteUnused(scope: Scope, { country_code, read }: { country_code: string | null; read: Place | null }): void {
  const { values, path, notes } = scope;
  if (!isAbsent(values['text']) && isOther(read, country_code))
    notes.warn(path.slice(0, -1), 'dropped: a place in another country', values['text']);
  if (country_code !== null || read?.country_code) return;
  for (const field of ['continent', 'sales_region']) {
    if (!isAbsent(values[field]))
      notes.warn(path + field, 'not imported: it is derived from the country, which is unknown', values[field]);
  }
}

/** `Hong Kong, China` is a place in China too. */
const isOther = (read: Place | null, country_code: string | null) =>
  read?.country_code != null &&
  country_code !== null &&
  read.country_code !== country_code &&
  otherCodeOf(read.country_code) !== country_code;

function placeInText(row: Scope, field: string): Place | null {
  const text = statedOf(row, field);
  if (text === null) return null;
  const place = parsePlace(text);
  if (place === null) row.notes.warn(row.path + field, 'no place recognized', text);
  return place === null ? null : completed({ city: null, state: null, country_code: null }, place);
}

function completed(known: Place, read: Place | null): Place | null {
  const isAside = isOther(read, known.country_code);
  const place = {
    city: known.city ?? (isAside ? null : (read?.city ?? null)),
    state: known.state ?? (isAside ? null : (read?.state ?? null)),
    country_code: known.country_code ?? read?.country_code ?? null,
  };
  if (place.city === null && place.state === null && place.country_code === null) return null;
  // The city cannot decide how to read the code at the end of a text.
  const isUnclear = known.state === null && isOfEither(place.city ?? '', place.state ?? '');
  return isUnclear ? place : withCountry(place);
}
