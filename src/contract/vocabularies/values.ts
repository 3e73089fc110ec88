// Maps texts to listed values, ignoring letter case, and for industries also punctuation and the version of the label.

import { EMAIL_STATUSES } from './email-statuses.ts';
import aliases from './industry-aliases.json' with { type: 'json' };
import {
  COMPANY_TYPES,
  CONTINENTS,
  COUNTRIES,
  INDUSTRIES,
  JOB_FUNCTIONS,
  JOB_LEVELS,
  PHONE_KINDS,
  SALES_REGIONS,
  SIZE_LABELS,
} from './vocabularies.ts';

/** The closed lists used by filters and records. */
export type ListName =
  | 'industry'
  | 'company_type'
  | 'country'
  | 'continent'
  | 'sales_region'
  | 'job_level'
  | 'job_function'
  | 'employee_range';

/** The closed lists used by members. */
export type ClosedList = ListName | 'email_status' | 'phone_kind';

export const LISTS: Readonly<Record<ListName, readonly string[]>> = {
  industry: INDUSTRIES,
  company_type: COMPANY_TYPES,
  country: COUNTRIES.map((country) => country.code),
  continent: CONTINENTS,
  sales_region: SALES_REGIONS,
  job_level: JOB_LEVELS,
  job_function: JOB_FUNCTIONS,
  employee_range: SIZE_LABELS,
};

export const CLOSED_LISTS: Readonly<Record<ClosedList, readonly string[]>> = {
  ...LISTS,
  email_status: EMAIL_STATUSES,
  phone_kind: PHONE_KINDS,
};

/** Widely used codes that are not ISO codes, and the ISO code of each. */
export const COUNTRY_ALIASES = { UK: 'GB', EL: 'GR' };

const keysOfListed = new Map(
  Object.values(LISTS).flatMap((values) => values.map((value) => [value, keyOf(value)] as const)),
);

/** Normalizes a label: spellings that differ only in case, blanks, `&`, `and`, `;` `,` and `/` have the same key. */
export function valueKey(value: string): string {
  return keysOfListed.get(value) ?? keyOf(value);
}

const quotedKeysOfListed = new Map([...keysOfListed].map(([value, key]) => [value, JSON.stringify(key)]));

/** The key as JSON text. */
export function quotedValueKey(value: string): string {
  return quotedKeysOfListed.get(value) ?? JSON.stringify(keyOf(value));
}

function keyOf(value: string): string {
  return value
    .toLowerCase()
    .split(/[\s;,/&]+/)
    .filter((word) => word !== '' && word !== 'and')
    .join(' ');
}

/** Values by key and by exact spelling, because several values can share a key. */
const spellings = Object.fromEntries(
  Object.entries(LISTS).map(([name, values]) => [
    name,
    new Map([
      ...values.toReversed().map((value) => [valueKey(value), value] as const),
      ...values.map((value) => [value, value] as const),
    ]),
  ]),
) as Record<ListName, Map<string, string>>;
for (const [alias, code] of Object.entries(COUNTRY_ALIASES)) spellings.country.set(valueKey(alias), code);

/**
 * The listed spelling of a value in any letter case; null if it is not in the list. If several values share its key, an
 * exact match wins, else the first one.
 */
export function listedValue(list: ListName, value: string): string | null {
  const known = spellings[list];
  return known.get(value) ?? known.get(valueKey(value)) ?? null;
}

function newestLabel(industry: string): string {
  return (aliases as Record<string, string>)[industry] ?? industry;
}

const industryGroups = new Map<string, string[]>();
for (const industry of INDUSTRIES) {
  const newest = valueKey(newestLabel(industry));
  industryGroups.set(newest, [...(industryGroups.get(newest) ?? []), industry]);
}
const groupByIndustry = new Map(
  [...industryGroups.values()].flatMap((group) => group.map((label) => [label, group] as const)),
);

/**
 * All labels of the same industry as a listed label, including itself: labels that differ only in punctuation, and the
 * older label with its successor in the published revision of the industry list (Computer Software became Software
 * Development).
 */
export function sameIndustries(listed: string): readonly string[] {
  return groupByIndustry.get(listed) ?? [listed];
}

/** A key that is equal for two industries, listed or found in the data, exactly if they have the same meaning. */
export function industryKey(industry: string): string {
  const listed = listedValue('industry', industry);
  return valueKey(listed === null ? industry : newestLabel(listed));
}

/** True if a label of the list is an older one that has a successor. */
export function isOlderIndustry(industry: string): boolean {
  return newestLabel(industry) !== industry;
}
