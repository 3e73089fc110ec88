// Classifies a column by its values alone: addresses, numbers, URLs, countries, dates, names, titles. guess-columns.ts
// maps the kinds to fields.
import { parseNetworkUrl } from '../../identity/network-url.ts';
import { splitWords } from '../../words/words.ts';
import { parseCompanyType } from '../normalize/company-type.ts';
import { emailsIn } from '../normalize/contacts/email-text.ts';
import { websitesIn } from '../normalize/contacts/website-domain.ts';
import { parseDate } from '../normalize/dates.ts';
import { parseIndustry } from '../normalize/industry.ts';
import { personName } from '../normalize/person-name.ts';
import { parseCountry } from '../normalize/places/country.ts';
import { parsePlace } from '../normalize/places/place.ts';
import { dayMonthOrder } from '../normalize/written-dates.ts';
import { readsAsTitle } from '../titles/reads-as-title.ts';

export type ValueKind =
  | 'person URLs'
  | 'company URLs'
  | 'e-mail addresses'
  | 'domains'
  | 'web addresses'
  | 'phone numbers'
  | 'dates'
  | 'years'
  | 'numbers'
  | 'ranges of employees'
  | 'countries'
  | 'places'
  | 'company types'
  | 'industries'
  | 'job titles'
  | 'company names'
  | 'names of people'
  | 'forms of address'
  | 'single names';

interface KindRule {
  readonly kind: ValueKind;
  /** Minimum share of the values that must be of the kind. */
  readonly shareMin: number;
  /** Minimum number of distinct values. */
  readonly distinctMin: number;
  is(value: string): boolean;
}

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;
/** Extensions of file names; none of these is a top-level domain. */
const FILE = /\.(?:svg|png|jpe?g|gif|webp|pdf|html?|txt|csv|docx?|xlsx?)$/i;
/** `ORA.PA`, `VOD.L`: a stock ticker looks like a domain, but is in capitals. */
const TICKER = /^[A-Z\d-]+\.[A-Z]{1,4}$/;
const WEB_ADDRESS = /^(?:https?:\/\/|www\.)/i;
const PHONE = /^(?=(?:\D*\d){7,15}\D*$)(?:\+|00|\(|\d)[\d\s().+/-]*(?:\s?(?:x|ext\.?)\s?\d+)?$/i;
const PHONE_MARKS = /^\+|^00|[\s().-]/;
/** A latitude or an amount of money, and an IPv4 address: they can have as many digits as a phone number. */
const DECIMAL_OR_IP = /^(?:0|[1-9]\d*)\.\d+$|^\d{1,3}(?:\.\d{1,3}){3}$/;
const YEAR = /^(?:1[6-9]|20)\d{2}(?:\.0)?$/;
const NUMBER = /^\d{1,3}(?:[,.' ]\d{3})+$|^\d+(?:\.0+)?$/;
const RANGE =
  /^\d[\d,.]*k?\s*(?:-|–|to)\s*\d[\d,.]*k?(?:\s+employees)?$|^\d[\d,.]*k?\s*\+(?:\s+employees)?$|^c_\d{5}_/i;
const LEGAL_FORM =
  /(?:^|[\s,])(?:inc|llc|l\.l\.c|ltd|limited|plc|gmbh|ag|kg|se|corp|corporation|co|company|group|holdings?|s\.?a|s\.?l|s\.?r\.?l|s\.?p\.?a|sarl|sas|b\.?v|n\.?v|oy|ab|a\/s|aps|pty|pvt|llp|technologies|solutions|systems|industries|partners|bank|university|consulting|software|labs)\.?$/i;
/** Public bodies, which have no legal form in their name. */
const BODY =
  /\b(?:dep(?:artmen)?t|departamento|office|ministry|ministerium|ministère|agency|commission|authority|council|board|bureau|institute?|university|universität|université|college|school|hospital|clinic|klinikum|bank|museum|library|foundation|stiftung|association|society|union|trust|court|district|municipality|county|city of|stadt|ville de|employees|administration|center|centre)\b/i;
/** Words for people: `Office Manager` is a title. */
const ROLE =
  /\b(?:(?!center|water|power|customer|consumer|worker|order)\p{L}+(?:er|or|ist|ian)|assistant|accountant|consultant|attendant|superintendent|president|agent|head|chief|lead|nurse|aide|clerk|intern|counsel|attorney|secretary|chair|trainee|staff)s?\b/iu;
const FORM_OF_ADDRESS =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|herrn?|frau|m|mme|mlle|monsieur|madame|sr|sra|srta|sig|sig\.?ra|dhr|mevr|mw)(?:\.| dr\.?)?$/i;
const SINGLE_NAME = /^[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]*(?:\s[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]+)?$/u;
const FULL_NAME = /^[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]*(?:\s+[\p{L}\p{M}'’.-]+){1,4}$/u;
const LAST_FIRST = /^[\p{Lu}\p{Lo}][\p{L}\p{M}'’ -]+,\s*\p{Lu}[\p{L}\p{M}'’. -]+$/u;

/** More specific kinds come first: the first match is the kind of the column. */
const RULES: readonly KindRule[] = [
  rule('person URLs', 0.5, (value) => parseNetworkUrl(value, 'person') !== null),
  rule('company URLs', 0.5, (value) => parseNetworkUrl(value, 'company') !== null),
  rule('e-mail addresses', 0.6, (value) => value.includes('@') && emailsIn(value).emails.length > 0),
  rule('domains', 0.8, (value) => isDomain(value)),
  rule('web addresses', 0.7, isWebAddress),
  rule('ranges of employees', 0.8, (value) => RANGE.test(value), 2),
  rule('years', 0.9, (value) => YEAR.test(value), 2),
  rule('dates', 0.8, isDate, 2),
  rule('numbers', 0.9, (value) => NUMBER.test(value)),
  rule('phone numbers', 0.8, isPhone),
  rule('countries', 0.9, (value) => parseCountry(value) !== null, 2),
  rule('places', 0.6, (value) => value.includes(',') && (parsePlace(value)?.country_code ?? null) !== null, 2),
  rule('company types', 0.9, (value) => parseCompanyType(value) !== null, 2),
  rule('industries', 0.7, (value) => parseIndustry(value) !== null && !LEGAL_FORM.test(value), 3),
  rule('forms of address', 0.9, (value) => FORM_OF_ADDRESS.test(value)),
  rule('company names', 0.25, isCompanyName),
  rule('job titles', 0.6, readsAsTitle, 3),
  rule('names of people', 0.85, isFullName, 3),
  rule('single names', 0.9, (value) => SINGLE_NAME.test(value), 2),
];

function rule(kind: ValueKind, shareMin: number, is: (value: string) => boolean, distinctMin = 1): KindRule {
  return { kind, shareMin, distinctMin, is };
}

function isCompanyName(value: string): boolean {
  return /\s/.test(value) && (LEGAL_FORM.test(value) || (BODY.test(value) && !ROLE.test(value)));
}

function isDomain(value: string): boolean {
  return DOMAIN.test(value) && !FILE.test(value) && !TICKER.test(value);
}

function isWebAddress(value: string): boolean {
  return ((WEB_ADDRESS.test(value) && !FILE.test(value)) || isDomain(value)) && websitesIn(value).length > 0;
}

function isPhone(value: string): boolean {
  return PHONE.test(value) && PHONE_MARKS.test(value) && !DECIMAL_OR_IP.test(value) && !isDate(value);
}

function isDate(value: string): boolean {
  return (
    /\d/.test(value) &&
    value.length >= 6 &&
    !/^\d{1,7}$/.test(value) &&
    // `Nov-50` may be a company size.
    !/^\p{L}{3,4}-\d\d$/u.test(value) &&
    (parseDate(value) !== null || dayMonthOrder(value) !== null)
  );
}

function isFullName(value: string): boolean {
  const isNamed = FULL_NAME.test(value) || LAST_FIRST.test(value) || FULL_NAME.test(personName(value).name);
  return isNamed && !/\d/.test(value) && splitWords(value).length <= 6;
}

export interface KindOfValues {
  readonly kind: ValueKind;
  /** 0 to 1, of the non-empty values. */
  readonly share: number;
}

/** Longer values are descriptions, which contain words of every kind. */
const LENGTH_MAX = 120;
const VALUES_OF_DESCRIPTIONS = 0.5;

/** The kind of a column's values; null if it is unknown. */
export function kindOfValues(values: readonly string[]): KindOfValues | null {
  const distinct = new Set(values).size;
  const isDescription =
    values.filter((value) => value.length > LENGTH_MAX).length > values.length * VALUES_OF_DESCRIPTIONS;
  for (const { kind, shareMin, distinctMin, is } of RULES) {
    if (values.length === 0 || distinct < Math.min(distinctMin, values.length)) continue;
    if (isDescription && !OF_LONG_VALUES.has(kind)) continue;
    const share = shareOf(values, is, shareMin);
    if (share !== null) return { kind, share };
  }
  return null;
}

/** The share of the values that are of a kind; null if it is below the minimum. */
function shareOf(values: readonly string[], is: (value: string) => boolean, shareMin: number): number | null {
  let others = 0;
  for (const value of values) {
    if (is(value)) continue;
    others += 1;
    if ((values.length - others) / values.length < shareMin) return null;
  }
  return (values.length - others) / values.length;
}

const OF_LONG_VALUES: ReadonlySet<ValueKind> = new Set<ValueKind>(['person URLs', 'company URLs', 'web addresses']);

/** Whether any of the values is of a kind. */
export function holdsKind(kind: ValueKind, values: readonly string[]): boolean {
  return RULES.some((one) => one.kind === kind && values.some(one.is));
}
