// Maps text to a listed value: ignores letter case, and for industries also punctuation and label versions.

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

/** Names of the closed lists used by filters and records. */
export type ListName =
  | 'industry'
  | 'company_type'
  | 'country'
  | 'continent'
  | 'sales_region'
  | 'job_level'
  | 'job_function'
  | 'employee_range';

/** Names of the closed lists of members. */
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

/** Values by key and by exact spelling: values that share a key are found by their exact spelling. */
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
 * The listed spelling of a value given in any letter case, or null if the list does not contain it. Of several values
 * with the same key the exact match wins, else the first.
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

/** A key that two industries, listed or found in the data, share exactly if they mean the same. */
export function industryKey(industry: string): string {
  const listed = listedValue('industry', industry);
  return valueKey(listed === null ? industry : newestLabel(listed));
}

/** True if a label of the list is an older one that has a successor. */
export function isOlderIndustry(industry: string): boolean {
  return newestLabel(industry) !== industry;
}
