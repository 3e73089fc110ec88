// How text is brought to a listed value: any letter case, and for industries the punctuation and the older labels that mean the same.
import aliases from './industry-aliases.json' with { type: 'json' };
import {
  COMPANY_TYPES,
  CONTINENTS,
  COUNTRIES,
  INDUSTRIES,
  JOB_FUNCTIONS,
  JOB_LEVELS,
  SALES_REGIONS,
  SIZE_LABELS,
} from './vocabularies.ts';

/** Names of the closed lists that filters and records draw on. */
export type ListName =
  | 'industry'
  | 'company_type'
  | 'country'
  | 'continent'
  | 'sales_region'
  | 'job_level'
  | 'job_function'
  | 'employee_range';

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

/** Codes in wide use that stand for an ISO code. */
export const COUNTRY_ALIASES = { UK: 'GB', EL: 'GR' };

const keysOfListed = new Map(
  Object.values(LISTS).flatMap((values) => values.map((value) => [value, keyOf(value)] as const)),
);

/** Two spellings of one value have the same key: case, blanks, `&`, `and`, `;` `,` and `/` do not count. */
export function valueKey(value: string): string {
  return keysOfListed.get(value) ?? keyOf(value);
}

function keyOf(value: string): string {
  return value
    .toLowerCase()
    .split(/[\s;,/&]+/)
    .filter((word) => word !== '' && word !== 'and')
    .join(' ');
}

/** By their keys, and by themselves: of several with one key each is its own. */
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

/** The listed spelling of a value given in any letter case (of several the value itself, else the first), or null where the list does not hold it. */
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
 * All labels that mean the same industry as a listed one, itself included: labels that differ only by punctuation, and the older
 * label beside its successor in the published revision of the industry list (Computer Software became Software Development).
 */
export function sameIndustries(listed: string): readonly string[] {
  return groupByIndustry.get(listed) ?? [listed];
}

/** What two industries, listed or only present in the data, have in common exactly when they mean the same. */
export function industryKey(industry: string): string {
  const listed = listedValue('industry', industry);
  return valueKey(listed === null ? industry : newestLabel(listed));
}

/** Whether a label of the list is an older one that has a successor. */
export function isOlderIndustry(industry: string): boolean {
  return newestLabel(industry) !== industry;
}
