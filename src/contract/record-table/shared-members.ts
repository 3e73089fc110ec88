// Rows shared by several records: places, the employer of a position or an opening, and the date of a record.
import type { Members } from './member.ts';

const ISO_TIME = '(ISO 8601, UTC)';
export const ISO_DATE = '(YYYY-MM-DD; YYYY-MM or YYYY if the day or month is unknown)';

export const updated_at = {
  kind: 'timestamp',
  meaning: `Time at which the source last saw the record ${ISO_TIME}`,
} as const;

/** The members of a place that are derived from its country code. */
const COUNTRY = {
  country_code: { kind: 'listed', list: 'country', meaning: 'ISO 3166-1 alpha-2, or XK', reader: 'own' },
  country_name: { kind: 'text', part: 'answer', column: 'none', meaning: 'English name of the country' },
  continent: { kind: 'listed', list: 'continent', part: 'answer', column: 'none', meaning: '' },
  sales_region: { kind: 'listed', list: 'sales_region', part: 'answer', column: 'none', meaning: '' },
} as const satisfies Members;

export const HEADQUARTERS = {
  city: { kind: 'text', meaning: 'City', reader: 'own' },
  state: { kind: 'text', meaning: 'State or region', reader: 'own' },
  ...COUNTRY,
} as const satisfies Members;

export const LOCATION = {
  city: { kind: 'text', meaning: 'City', reader: 'own' },
  state_code: { kind: 'text', meaning: 'State or region, as a code if known', reader: 'own' },
  ...COUNTRY,
} as const satisfies Members;

export const JOB_LOCATION = {
  city: { kind: 'text', meaning: 'City', reader: 'own' },
  state_code: { kind: 'text', meaning: 'State', reader: 'own' },
  country_code: COUNTRY.country_code,
} as const satisfies Members;

/** Further keys of a place in an import: the country by code or name, and the whole place as text. */
export const FURTHER_PLACE_KEYS = ['country', 'text'];

export const OPENING_LOCATION = {
  city: { kind: 'text', meaning: 'City', reader: 'own' },
  country_code: COUNTRY.country_code,
} as const satisfies Members;

/**
 * The employer of a position, and the company of an opening: identified by the first of these members that has a value.
 */
export const EMPLOYER = {
  company_name: { kind: 'text', reader: 'own', meaning: 'Name of the employer' },
  company_network_url: { kind: 'profile', of: 'company', reader: 'own', meaning: 'Profile URL of the employer' },
  company_domain: { kind: 'hostname', reader: 'own', meaning: 'Domain of the employer' },
  company_website: { kind: 'url', part: 'input', reader: 'own', column: 'best', meaning: 'Website of the employer' },
} as const satisfies Members;
