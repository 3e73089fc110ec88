// The page of the closed lists: what a closed filter accepts and a record may carry.

import { EMAIL_STATUSES } from '../contract/vocabularies/email-statuses.ts';
import { LISTS, type ListName, listedValue, sameIndustries } from '../contract/vocabularies/values.ts';
import { COUNTRIES, PHONE_KINDS, sizeRange } from '../contract/vocabularies/vocabularies.ts';
import { bullets, code, codes, page, table } from './markdown.ts';

/** Heading of each list on this page. */
export const LIST_HEADINGS: Readonly<Record<ListName, string>> = {
  job_level: 'Seniority',
  job_function: 'Functions',
  company_type: 'Company types',
  employee_range: 'Sizes',
  sales_region: 'Sales regions',
  continent: 'Continents',
  country: 'Countries',
  industry: 'Industries',
};

const INTRODUCTIONS: Readonly<Record<ListName, string>> = {
  job_level: 'Filter `job_level`, most senior first: also the sort order of people inside a company.',
  job_function: 'Filter `job_function`, and the departments of the distribution by department.',
  company_type: 'Filter `type` of companies.',
  employee_range: 'Field `size` of companies; the filter `employee_range` accepts them as an array.',
  sales_region: 'Filter `sales_region`; derived from the country.',
  continent: 'Filter `continent`; derived from the country.',
  country: `Filter \`country_code\`: the ISO 3166-1 alpha-2 codes and \`XK\`. \`UK\` is accepted as ${code(listedValue('country', 'UK') ?? '')}, \`EL\` as ${code(listedValue('country', 'EL') ?? '')}.`,
  industry:
    'Filter `industry`: these, and values present in the data. Labels that differ only by `;` `,` `/` `and` `&` or letter case are one value; labels with the same meaning match each other.',
};

function sizeRows(): string[][] {
  return LISTS.employee_range.map((label) => {
    const { min, max } = sizeRange(label);
    return [code(label), max === null ? `${min} or more employees` : `${min} to ${max} employees`];
  });
}

function countryRows(): string[][] {
  return COUNTRIES.map((country) => [
    code(country.code),
    country.name,
    country.continent,
    country.sales_region ?? 'none',
  ]);
}

function industryRows(): string[][] {
  return LISTS.industry.map((label) => [label, codes(sameIndustries(label).filter((other) => other !== label))]);
}

function valuesOf(list: ListName): string {
  if (list === 'employee_range') return table(['label', 'means'], sizeRows());
  if (list === 'country') return table(['code', 'name', 'continent', 'sales region'], countryRows());
  if (list === 'industry') return table(['industry', 'same meaning'], industryRows());
  return bullets(LISTS[list].map(code));
}

/** The page in Markdown. */
export function valuesPage(): string {
  const lists = Object.keys(LIST_HEADINGS) as ListName[];
  return page(
    '# Values',
    'The closed lists. Filters accept them in any letter case; answers use this spelling.',
    ...lists.flatMap((list) => [`## ${LIST_HEADINGS[list]}`, INTRODUCTIONS[list], valuesOf(list)]),
    '## E-mail statuses',
    'Field `status` of an address. It is `null` if the address was never checked.',
    bullets(EMAIL_STATUSES.map((status) => (status === 'invalid' ? `${code(status)}: never answered` : code(status)))),
    '## Phone kinds',
    'Field `kind` of a number, best first. It is `null` if the source does not say; such a number counts as `direct`. Numbers of kind `work` are answered only with `include_work: true`.',
    bullets(PHONE_KINDS.map(code)),
  );
}
