// Guesses the fields of columns from their values, for columns with a meaningless or a wrong header. Unambiguous kinds
// (addresses, URLs, numbers, countries) are accepted under any header, others (names, titles) only if no header helps.
import { parseNetworkUrl } from '../../identity/network-url.ts';
import { isKnownGivenName } from '../../identity/person-names/given-names.ts';
import { isKnownSurname } from '../../identity/person-names/known-surnames.ts';
import { fold, splitWords, wordKey } from '../../words/words.ts';
import { namesFax } from '../normalize/contacts/phone-kind.ts';
import type { Column } from './column.ts';
import { headerKey } from './header-key.ts';
import { type ImportKind, REQUIRED_FIELDS } from './import-fields.ts';
import { phoneFieldOf } from './phone-kinds.ts';
import { holdsKind, type KindOfValues, kindOfValues, type ValueKind } from './value-kinds.ts';

export interface ValueGuess {
  readonly index: number;
  /** Null if the header is wrong and the values match no field. */
  readonly field: string | null;
  /** For example `97% e-mail addresses`. */
  readonly evidence: string;
}

interface Known {
  readonly kind: ImportKind;
  readonly columns: readonly Column[];
  /** Field paths by column index, as given by headers or a preset. */
  readonly named: ReadonlyMap<number, string>;
  /** In a known export, columns that its preset does not name are not imported, except profile URLs. */
  readonly isKnownExport: boolean;
}

type FieldsByKind = Partial<Readonly<Record<ValueKind, readonly string[]>>>;

/** The possible fields for each kind of value. The first field that has no column yet is used. */
const FIELDS: Readonly<Record<ImportKind, FieldsByKind>> = {
  companies: {
    'company URLs': ['network_url'],
    domains: ['domain', 'domains'],
    'web addresses': ['website'],
    'ranges of employees': ['size'],
    years: ['founded_year'],
    countries: ['hq.country_code'],
    places: ['hq'],
    'company types': ['type'],
    industries: ['industry'],
    'company names': ['name'],
  },
  people: {
    'person URLs': ['network_url'],
    'company URLs': ['company_network_url'],
    'e-mail addresses': ['email', 'emails'],
    'phone numbers': ['phone', 'mobile_phone', 'direct_phone', 'work_phone', 'phones'],
    domains: ['company_domain'],
    'web addresses': ['company_website'],
    countries: ['location.country_code'],
    places: ['location'],
    'job titles': ['job_title'],
    'company names': ['company_name'],
    'names of people': ['full_name'],
  },
  jobs: {
    'company URLs': ['company_network_url'],
    domains: ['company_domain'],
    dates: ['posted_at'],
    countries: ['location.country_code'],
    places: ['location'],
    'job titles': ['title'],
    'company names': ['company_name'],
  },
};
const PROFILE_URLS: ReadonlySet<ValueKind> = new Set<ValueKind>(['person URLs', 'company URLs']);
/** Kinds of addresses in the web. */
const WEB: ReadonlySet<ValueKind> = new Set<ValueKind>([...PROFILE_URLS, 'domains', 'web addresses']);
/** The page of a register about a company has its path in common with a profile URL: `/company/07654321`. */
const OF_REGISTER =
  /\b(?:registry|register|registrar|registre|registro|handelsregister|opencorporates|companies house|gleif|wikidata|wikipedia)\b|^uri$/;
/** Kinds that cannot be confused with another kind. */
const CERTAIN: ReadonlySet<ValueKind> = new Set<ValueKind>([
  ...PROFILE_URLS,
  'e-mail addresses',
  'domains',
  'web addresses',
  'phone numbers',
  'forms of address',
]);
/**
 * Kinds that identify a record. If most rows have the same value, the value belongs to another party, such as the owner
 * of the list.
 */
const OWN: ReadonlySet<ValueKind> = new Set<ValueKind>([
  ...PROFILE_URLS,
  'e-mail addresses',
  'phone numbers',
  'domains',
]);
const DISTINCT_SHARE_MIN = 0.3;
/** Fewer values are no evidence against a header. */
const VALUES_AGAINST_HEADER_MIN = 5;
/** Meaningless headers: `Column 3`, `field_12`, `X`, `Unnamed: 0`, `7`. */
const SILENT =
  /^(?:(?:column|col|field|feld|spalte|unnamed|var|value|attribute|property|untitled|header|x|f|v|c)?\s?\d*|[a-z]{1,2})$/;

/**
 * The allowed kinds of values of a field. If the values are of another unambiguous kind, and none is of an allowed
 * kind, the header is wrong.
 */
const KINDS_OF_FIELD: Readonly<Record<string, readonly ValueKind[]>> = {
  network_url: ['person URLs', 'company URLs'],
  company_network_url: ['company URLs'],
  email: ['e-mail addresses'],
  emails: ['e-mail addresses'],
  phone: ['phone numbers'],
  phones: ['phone numbers'],
  mobile_phone: ['phone numbers'],
  direct_phone: ['phone numbers'],
  work_phone: ['phone numbers'],
  website: ['web addresses', 'domains', 'company URLs'],
  company_website: ['web addresses', 'domains', 'company URLs'],
  domain: ['domains', 'web addresses'],
  domains: ['domains', 'web addresses'],
  company_domain: ['domains', 'web addresses'],
  email_domain: ['domains', 'web addresses'],
  url: ['web addresses', 'domains'],
  name: [],
  full_name: [],
  first_name: [],
  last_name: [],
  last_name_prefix: [],
  second_last_name: [],
  job_title: [],
  title: [],
  company_name: ['domains'],
  'hq.city': [],
  'hq.country_code': ['countries'],
  'location.city': [],
  'location.country_code': ['countries'],
  industry: [],
  employee_count: ['numbers', 'ranges of employees'],
  founded_year: ['years', 'dates', 'numbers'],
};

/** The guesses in addition to the headers, in the order of the columns. */
export function guessByValues(known: Known): ValueGuess[] {
  const { columns, named, isKnownExport } = known;
  const kinds = new ColumnKinds();
  const guesses: ValueGuess[] = [];
  const taken = new Map(named);
  const contradicted = isKnownExport
    ? []
    : columns.filter((column) => contradictsHeader(column, named.get(column.index), kinds));
  for (const { index } of contradicted) taken.delete(index);
  for (const column of columns) {
    if (taken.has(column.index)) continue;
    const found = kinds.of(column);
    const isContradicted = contradicted.includes(column);
    if (found === null || (WEB.has(found.kind) && OF_REGISTER.test(headerKey(column.header)))) continue;
    const isReliable = PROFILE_URLS.has(found.kind) || (!isKnownExport && isPlausible(known, column, found));
    const field = isReliable ? freeField(known, column, { kind: found.kind, taken: new Set(taken.values()) }) : null;
    if (field === null && !isContradicted) continue;
    if (field !== null) taken.set(column.index, field);
    guesses.push({
      index: column.index,
      field,
      evidence: evidenceOf(found) + (isContradicted ? ', despite the header' : ''),
    });
  }
  if (isKnownExport) return guesses;
  return [...guesses, ...guessNames(known, { kinds, taken })];
}

const evidenceOf = ({ kind, share }: KindOfValues) => `${Math.floor(share * 100)}% ${kind}`;

/**
 * The kinds of values of the columns, computed on demand: detection is slow, and few are needed if the headers are
 * known.
 */
class ColumnKinds {
  readonly #known = new Map<number, KindOfValues | null>();

  of({ index, samples }: Column): KindOfValues | null {
    const known = this.#known.get(index);
    if (known !== undefined) return known;
    const found = kindOfValues(samples);
    this.#known.set(index, found);
    return found;
  }
}

function contradictsHeader(column: Column, field: string | undefined, kinds: ColumnKinds): boolean {
  const { samples } = column;
  const fitting = field === undefined ? undefined : KINDS_OF_FIELD[field];
  if (fitting === undefined || samples.length < VALUES_AGAINST_HEADER_MIN) return false;
  if (SITES.has(field ?? '') && isOfProfiles(column, kinds)) return true;
  // Usually the first value decides.
  if (fitting.some((kind) => holdsKind(kind, samples))) return false;
  const found = kinds.of(column);
  return found !== null && CERTAIN.has(found.kind);
}

const SITES: ReadonlySet<string> = new Set(['website', 'company_website']);
const PROFILES_SHARE_MIN = 0.9;
/** Profile URLs share a few hosts, but pages such as `https://acme.example/company/about` all have different hosts. */
function isOfProfiles(column: Column, kinds: ColumnKinds): boolean {
  const found = kinds.of(column);
  if (found?.kind !== 'company URLs' || found.share < PROFILES_SHARE_MIN) return false;
  const urls = new Set(column.samples);
  const hosts = new Set(
    Array.from(urls, (url) => parseNetworkUrl(url, 'company')?.host?.split('.').slice(-2).join('.')),
  );
  return hosts.size * 2 <= urls.size;
}

/**
 * Accepts unambiguous kinds under any unknown header. Accepts the others if the header is meaningless, no header is
 * known, or a required field is missing.
 */
function isPlausible(known: Known, { header, samples }: Column, { kind }: KindOfValues): boolean {
  if (kind === 'web addresses' && areOnOneHost(samples)) return false;
  if (OWN.has(kind) && samples.length > 2 && new Set(samples).size < samples.length * DISTINCT_SHARE_MIN) return false;
  if (CERTAIN.has(kind) || kind === 'countries') return true;
  // A single column may be the result of a wrong delimiter.
  if (known.columns.length === 1) return false;
  if (kind === 'names of people' && !areKnownNames(samples)) return false;
  if (SILENT.test(wordKey(header)) || known.named.size === 0) return true;
  const fields = FIELDS[known.kind][kind] ?? [];
  return missingGroups(known.kind, new Set(known.named.values())).some((group) =>
    group.some((path) => fields.includes(path)),
  );
}

/** Different pages of one host are the pages of a directory, such as a register, not sites of companies. */
function areOnOneHost(samples: readonly string[]): boolean {
  const urls = new Set(samples);
  const hosts = new Set(Array.from(urls, (url) => HOST.exec(url)?.[1]?.toLowerCase()));
  return urls.size > 2 && hosts.size === 1;
}
const HOST = /^(?:https?:\/\/)?([^/?#]+)/i;

const KNOWN_SHARE_MIN = 0.1;
const IS_LATIN = /\p{Script=Latin}/u;

/** Titles and names of firms in languages without word tables also consist of capitalized words: `Prezes Zarządu`. */
function areKnownNames(samples: readonly string[]): boolean {
  const isKnown = (sample: string) =>
    !IS_LATIN.test(sample) || splitWords(sample).some((word) => isKnownGivenName(word) || isKnownSurname(word));
  return samples.filter(isKnown).length >= samples.length * KNOWN_SHARE_MIN;
}

const missingGroups = (kind: ImportKind, fields: ReadonlySet<string>) =>
  REQUIRED_FIELDS[kind].filter((group) => !group.some((path) => fields.has(path)));

/** In a file of people, the place and the country in such a column belong to the employer. */
const OF_EMPLOYER =
  /\b(?:company|companies|employers?|account|organi[sz]ation|hq|headquarters?|corporate|firma|unternehmen|arbeitgeber|entreprise|societe|employeur|empresa|azienda|bedrijf)\b/;

/**
 * In a file of people, the web addresses in such a column are pages of the person (`Other Links`, `Portfolio`), and the
 * domains may be those of mail providers (`Email Domain`).
 */
const OF_PERSON =
  /\b(?:e?mails?|links|liens|enlaces|personal|private?|portfolios?|blogs?|github|gitlab|twitter|facebook|instagram|resume|cv)\b|^(?:(?:other|all) )?(?:websites|urls|link)$/;

/** `Telefon / Fax` holds phone numbers. */
const PHONE_FIRST = /^(?:tel(?:efono?|ephone)?|phone)(?!\p{L})/u;

interface Wanted {
  readonly kind: ValueKind;
  readonly taken: ReadonlySet<string>;
}

function freeField({ kind }: Known, { header }: Column, { kind: valueKind, taken }: Wanted): string | null {
  const key = headerKey(header);
  const isOfEmployer = kind === 'people' && OF_EMPLOYER.test(key);
  if (isOfEmployer && (valueKind === 'countries' || valueKind === 'places')) return null;
  const isSite = valueKind === 'web addresses' || valueKind === 'domains';
  if (kind === 'people' && !isOfEmployer && isSite && OF_PERSON.test(key)) return null;
  if (valueKind === 'phone numbers' && namesFax(key) && !PHONE_FIRST.test(key)) return null;
  const known = FIELDS[kind][valueKind] ?? [];
  const fields = valueKind === 'phone numbers' ? phoneFields(header).filter((path) => known.includes(path)) : known;
  const isNamed = taken.has('first_name') || taken.has('last_name');
  const free = fields.filter((path) => !taken.has(path) && !(path === 'full_name' && isNamed));
  return free[0] ?? null;
}

/** Excludes a second number of the company: without its kind, it would be read as a number of the person. */
function phoneFields(header: string): readonly string[] {
  const field = phoneFieldOf(header);
  if (field === 'work_phone') return [field];
  return field === 'phone' ? ['phone', 'phones'] : [field, 'phones'];
}

interface Found {
  readonly kinds: ColumnKinds;
  readonly taken: ReadonlyMap<number, string>;
}

/**
 * Guesses the columns of names if no header names one. People: two adjacent columns of single names. Companies: the
 * first column of distinct short texts. Openings: the only column of short texts with a meaningless header is the
 * employer.
 */
function guessNames({ kind, columns }: Known, { kinds, taken }: Found): ValueGuess[] {
  if (columns.length === 1 || missingGroups(kind, new Set(taken.values())).length === 0) return [];
  const free = columns.filter(({ index, samples }) => !taken.has(index) && samples.length > 0);
  if (kind === 'jobs') {
    const [only, ...others] = free.filter(
      (column) =>
        SILENT.test(wordKey(column.header)) &&
        isShortText(column.samples, kinds.of(column)) &&
        new Set(column.samples).size > 2,
    );
    if (only === undefined || others.length > 0 || !new Set(taken.values()).has('title')) return [];
    return [{ index: only.index, field: 'company_name', evidence: 'the only column of short texts without a header' }];
  }
  if (kind === 'companies') {
    const column = free.find((each) => isNameLike(each.samples, kinds.of(each)));
    return column
      ? [{ index: column.index, field: 'name', evidence: 'the first column of different short texts' }]
      : [];
  }
  const isNameKind = (kindOf: ValueKind | undefined) => kindOf === 'single names' || kindOf === 'names of people';
  const singles = free.filter((column) => isNameKind(kinds.of(column)?.kind));
  const [one, other] = singles.filter((column) => singles.some(({ index }) => Math.abs(index - column.index) === 1));
  if (!one || !other) return [];
  const isSwapped = firstNameScore(other) > firstNameScore(one) + SWAP_MARGIN;
  const [first, last] = isSwapped ? [other, one] : [one, other];
  const evidence = 'single names side by side';
  return [
    { index: first.index, field: 'first_name', evidence },
    { index: last.index, field: 'last_name', evidence },
  ];
}

/**
 * First names repeat more often than last names. In most countries, more first names end in `a` (a third, compared with
 * a tenth).
 */
function firstNameScore({ samples }: Column): number {
  const endingInA = samples.filter((sample) => fold(sample).endsWith('a')).length / samples.length;
  return endingInA - new Set(samples).size / samples.length / 2;
}
const SWAP_MARGIN = 0.08;
const NAME_LENGTH_MAX = 80;

/** Codes, keys and file names. */
const NO_NAME = /[_<>{}=]|^[#A-Z0-9.-]+$|\.\w{2,4}$|^\d/;

function isNameLike(samples: readonly string[], found: KindOfValues | null): boolean {
  const isDistinct = new Set(samples).size > samples.length * 0.8;
  return (
    isShortText(samples, found) &&
    isDistinct &&
    samples.filter((sample) => NO_NAME.test(sample)).length < samples.length / 4
  );
}

function isShortText(samples: readonly string[], found: KindOfValues | null): boolean {
  const isText = found === null || KINDS_OF_NAMES.has(found.kind);
  return isText && samples.every((sample) => sample.length <= NAME_LENGTH_MAX && /\p{L}{2}/u.test(sample));
}

const KINDS_OF_NAMES: ReadonlySet<ValueKind> = new Set<ValueKind>([
  'company names',
  'names of people',
  'single names',
  'job titles',
  'places',
]);
