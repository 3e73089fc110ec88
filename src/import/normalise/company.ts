// A raw row to a company record, field by field.
import type { CompanyRecord } from '../../contract/import-records.ts';
import { listedValue } from '../../contract/values.ts';
import { remembered } from '../bounded-cache.ts';
import { parseHeadcount } from './headcount.ts';
import { companyUrlOf, domainOf, domainsOf, placeOf } from './identities.ts';
import {
  integerOf,
  noteUnknownKeys,
  objectOf,
  type Reject,
  type Scope,
  textOf,
  textsOf,
  timestampOf,
} from './scope.ts';

const INTEGER_MAX = 2 ** 31 - 1;
const FOUNDED_YEAR_MIN = 500;
const HTTP_URL = /^(?:https?:\/\/)?[^\s/.]+\.[^\s]+$/i;

const KNOWN_KEYS = new Set(
  `network_url name domain domains email_domain website industry type size employee_count followers founded_year about specialties hq
  updated_at`.split(/\s+/),
);
const KNOWN_PLACE_KEYS = new Set(['city', 'state', 'country_code', 'country_name', 'continent', 'sales_region']);

/** Common words for the listed types. */
const TYPE_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    private: 'Privately Held',
    'private company': 'Privately Held',
    public: 'Public Company',
    'publicly held': 'Public Company',
    'non profit': 'Nonprofit',
    'non-profit': 'Nonprofit',
    'not for profit': 'Nonprofit',
    government: 'Government Agency',
    education: 'Educational',
    'self employed': 'Self-Employed',
    'self owned': 'Self-Owned',
  }),
);

const listedIndustry = remembered((text) => listedValue('industry', text) ?? text);
const listedType = remembered(
  (text) => listedValue('company_type', text) ?? TYPE_WORDS.get(text.toLowerCase()) ?? text,
);

interface CompanyContext {
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
}

/** The company that a row describes. A row without a name is a reject; any other bad value is dropped and noted. */
export function normaliseCompany(row: Scope, context: CompanyContext): CompanyRecord | Reject {
  noteUnknownKeys(row, KNOWN_KEYS);
  const name = textOf(row, 'name');
  if (name === null) return { field: 'name', reason: 'a company needs a name', value: row.values['name'] ?? null };
  const website = websiteOf(row);
  const hq = objectOf(row, 'hq');
  if (hq !== null) noteUnknownKeys(hq, KNOWN_PLACE_KEYS);
  const industry = textOf(row, 'industry');
  const type = textOf(row, 'type');
  return {
    networkUrl: companyUrlOf(row, 'network_url'),
    name,
    domains: domainsOf(row, website),
    emailDomain: domainOf(row, 'email_domain'),
    website,
    industry: industry === null ? null : listedIndustry(industry),
    type: type === null ? null : listedType(type),
    ...headcountOf(row),
    followers: integerOf(row, 'followers', { min: 0, max: INTEGER_MAX }),
    foundedYear: foundedYearOf(row, context),
    about: textOf(row, 'about'),
    specialties: textsOf(row, 'specialties'),
    hq: placeOf(hq, 'state'),
    updatedAt: timestampOf(row, 'updated_at'),
  };
}

/** The website as given; of a list the first. */
function websiteOf(row: Scope): string | null {
  const value = row.values['website'];
  const text = Array.isArray(value) ? (textsOf(row, 'website')[0] ?? null) : textOf(row, 'website');
  if (text === null || HTTP_URL.test(text)) return text;
  row.notes.warn('website', 'not a web address');
  return null;
}

/** The count goes before the bucket; each is also read where it stands in the other's field. */
function headcountOf(row: Scope): { employeeCount: number | null; size: string | null } {
  let employeeCount: number | null = null;
  let size: string | null = null;
  for (const field of ['employee_count', 'size']) {
    const text = textOf(row, field);
    if (text === null) continue;
    const headcount = parseHeadcount(text);
    if (headcount === null || (headcount.employeeCount ?? 0) > INTEGER_MAX) {
      row.notes.warn(field, 'not a number of employees');
      continue;
    }
    employeeCount ??= headcount.employeeCount;
    size ??= headcount.size;
  }
  return { employeeCount, size };
}

/** The year, also of a whole date. */
function foundedYearOf(row: Scope, context: CompanyContext): number | null {
  const text = textOf(row, 'founded_year');
  if (text === null) return null;
  const year = /^(\d{3,4})(?:\.0|[-/]\d.*)?$/.exec(text)?.[1];
  if (year !== undefined && Number(year) >= FOUNDED_YEAR_MIN && year.padStart(4, '0') <= context.today.slice(0, 4)) {
    return Number(year);
  }
  row.notes.warn('founded_year', `not a year from ${FOUNDED_YEAR_MIN} to now`);
  return null;
}
