// Texts of request bodies as components of the OpenAPI document, and the patterns of identifiers.
import { LIMITS } from '../../contract/limits.ts';
import { TIMEZONES } from '../../contract/vocabularies/timezones.ts';
import { COUNTRY_ALIASES, LISTS, type ListName } from '../../contract/vocabularies/values.ts';
import type { Json } from './schemas.ts';

const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,28}[A-Za-z0-9])?';
export const DOMAIN = `(${LABEL}\\.){1,6}[A-Za-z]{2,24}\\.?`;
const HOST = `${LABEL}(\\.${LABEL}){0,6}\\.?`;
const PORT = '(:[0-9]{1,5})?';
/** Visible ASCII except the backslash. */
const REST = '[!-\\[\\]-~]*';
// Escapes must decode to UTF-8 of such characters, which a pattern cannot express.
const ESCAPE = '%[0-9A-Fa-f]{2}';
const SLUG = `([\\p{L}\\p{Nd}]|${ESCAPE})([\\p{L}\\p{Nd}_.&'+(),-]|${ESCAPE}){0,199}`;
const SUB_PATH = '(/[A-Za-z0-9_*~-][A-Za-z0-9_.*~-]*)*/?';
const profileUrl = (word: string) =>
  `^((https?://)?${HOST}${PORT})?(/[A-Za-z]{2})?/${word}/${SLUG}${SUB_PATH}([?#]${REST})?$`;

const DOMAIN_PATTERN = `^(https?://)?${DOMAIN}${PORT}([/?#]${REST})?$`;

/**
 * The identifiers that generated clients use for these values, of which some differ in signs only: `GMT+0` and `GMT-0`
 * would be the same one.
 */
const identifiersOf = (values: readonly string[]): string[] =>
  values.map((value) =>
    value
      .replace(/\+(?=\d)/, '_PLUS_')
      .replace(/-(?=\d)/, '_MINUS_')
      .replace(/\W+/g, '_')
      .toUpperCase(),
  );

const text = (rules: Json): Json => ({ type: 'string', maxLength: LIMITS.filterStringMax, ...rules });
const COUNTRY_CODES = [...LISTS.country, ...Object.keys(COUNTRY_ALIASES)];
const ANY_CASE = 'In any letter case';
const identifier = (pattern: string, description: string): Json => ({
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.urlLengthMax,
  pattern,
  description,
});

/** Patterns of filter texts by the name of their component. */
export const TEXTS = {
  SearchText: text({
    pattern: '^[^\\u0000]*[\\p{L}\\p{N}][^\\u0000]*$',
    description: 'Words: at least one letter or digit',
  }),
  CompanyUrl: identifier(profileUrl('company'), 'Company profile URL, shape /company/{slug}'),
  PersonUrl: identifier(profileUrl('in'), 'Person profile URL, shape /in/{slug}'),
  Domain: identifier(DOMAIN_PATTERN, 'Hostname; a URL is reduced to its hostname'),
  Industry: text({ enum: LISTS.industry, description: `${ANY_CASE}; labels present in the data are accepted too` }),
  CompanyType: text({ enum: LISTS.company_type, description: ANY_CASE }),
  CountryCode: text({
    enum: COUNTRY_CODES,
    description: `ISO 3166-1 alpha-2, or XK; UK and EL are aliases. ${ANY_CASE}`,
  }),
  Continent: text({ enum: LISTS.continent, description: ANY_CASE }),
  SalesRegion: text({ enum: LISTS.sales_region, description: ANY_CASE }),
  JobLevel: text({ enum: LISTS.job_level, description: ANY_CASE }),
  JobFunction: text({ enum: LISTS.job_function, description: ANY_CASE }),
  SizeLabel: text({ enum: LISTS.employee_range, description: 'Bucket of the number of employees' }),
  Place: text({
    enum: ['WORLD', ...LISTS.sales_region, ...LISTS.continent, ...COUNTRY_CODES],
    description: `Country code, continent, sales region, or WORLD for anywhere. ${ANY_CASE}`,
  }),
  Timezone: text({
    enum: TIMEZONES,
    'x-enum-varnames': identifiersOf(TIMEZONES),
    description: `IANA timezone name. ${ANY_CASE}`,
  }),
} as const satisfies Readonly<Record<string, Json>>;

export type TextName = keyof typeof TEXTS;

/** The component of the values of a list. */
export const TEXT_OF_LIST: Readonly<Record<ListName, TextName>> = {
  industry: 'Industry',
  company_type: 'CompanyType',
  country: 'CountryCode',
  continent: 'Continent',
  sales_region: 'SalesRegion',
  job_level: 'JobLevel',
  job_function: 'JobFunction',
  employee_range: 'SizeLabel',
};

export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
