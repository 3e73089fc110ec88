// Converts a raw row to a company record, field by field.
import type { CompanyRecord } from '../../contract/import-records.ts';
import { COMPANY } from '../../contract/record-table/company-members.ts';
import { halfWidth } from '../../words/half-width.ts';
import { parseCompanyType } from './company-type.ts';
import { websiteDomain } from './contacts/website-domain.ts';
import { parseHeadcount } from './headcount.ts';
import { domainsOf, inCountry, websitesOf } from './identities.ts';
import { parseIndustry, withoutClassCode } from './industry.ts';
import { plainCompanyName } from './plain-company-name.ts';
import { keysOf, recordReader } from './read-members.ts';
import { knownOf, noteUnknownKeys, type Reject, type Scope, statedOf, textOf } from './scope.ts';

const FOUNDED_YEAR_MIN = 500;
const YEAR = /(?<!\d)(\d{4})(?!\d)/g;
const ANY_YEAR = /(?<!\d)\d{4}(?!\d)/;

/** Exports identify records without a profile URL by their slug, which an import ignores. */
const KNOWN_KEYS = keysOf(COMPANY, { slug: { kind: 'text', part: 'input', meaning: '' } });
const readCompany = recordReader(COMPANY);

const NOWHERE = { city: null, state: null, country_code: null };

interface CompanyContext {
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
  /** The country of a place without one, ISO alpha-2. */
  readonly country?: string | null;
}

/** The company of a row. A row without a name is rejected; any other bad value is dropped and noted. */
export function normalizeCompany(row: Scope, context: CompanyContext): CompanyRecord | Reject {
  noteUnknownKeys(row, KNOWN_KEYS);
  const stated = statedOf(row, 'name');
  if (stated === null) return { field: 'name', reason: 'a company needs a name', value: row.values['name'] ?? null };
  const name = plainCompanyName(row, 'name', stated);
  const websites = websitesOf(row);
  const domains = domainsOf(row, { name, websites });
  const lost = websites.slice(1).find((website) => !domains.includes(websiteDomain(website, name) ?? ''));
  if (lost !== undefined) row.notes.warn('website', 'dropped: the first of several web addresses is kept', lost);
  const industry = knownOf(row, 'industry', parseIndustry);
  const company = readCompany(row, {
    name,
    domains,
    website: websites[0] ?? null,
    industry: industry === null ? null : withoutClassCode(industry),
    type: knownOf(row, 'type', parseCompanyType),
    ...headcountOf(row),
    founded_year: foundedYearOf(row, context),
  });
  const hq = inCountry(company.hq, NOWHERE, context.country);
  return hq === company.hq ? company : { ...company, hq };
}

/** The count takes precedence over the size. Each field also accepts the form of the other one. */
function headcountOf(row: Scope): { employee_count: number | null; size: string | null } {
  let employee_count: number | null = null;
  let size: string | null = null;
  for (const field of ['employee_count', 'size']) {
    const text = textOf(row, field);
    if (text === null) continue;
    const headcount = parseHeadcount(text);
    if (headcount === null || (headcount.employee_count ?? 0) > COMPANY.employee_count.max) {
      row.notes.warn(field, 'not a number of employees', text);
      continue;
    }
    const isOther = (known: unknown, read: unknown) => known !== null && read !== null && known !== read;
    if (isOther(employee_count, headcount.employee_count) || isOther(size, headcount.size))
      row.notes.warn(field, 'dropped: contradicts employee_count', text);
    employee_count ??= headcount.employee_count;
    size ??= headcount.size;
  }
  return { employee_count, size };
}

/** The only year in the text, for example in a date; of `2013 (1888)`, the year before the brackets. */
function foundedYearOf(row: Scope, context: CompanyContext): number | null {
  const given = textOf(row, 'founded_year');
  if (given === null) return null;
  const text = halfWidth(given);
  const outside = text.replace(/\([^)]*\)/g, ' ');
  const dated = ANY_YEAR.test(outside) ? outside : text;
  const years = text.length === 3 ? [text] : [...dated.matchAll(YEAR)].map(([, year = '']) => year);
  const year = Number(years[0]);
  if (years.length === 1 && year >= FOUNDED_YEAR_MIN && year <= Number(context.today.slice(0, 4))) return year;
  row.notes.warn('founded_year', `not a year from ${FOUNDED_YEAR_MIN} to the current year`, given);
  return null;
}
