// Texts of the overview.
import { formatAgo, formatCount, formatPlural, formatShare } from '../format.ts';

/** A share in words that need no decimals: `61%`, `<1%`. */
function shareText(share: number): string {
  if (share > 0 && share < 0.01) return '<1%';
  return formatShare(share < 1 && share > 0.99 ? 0.99 : Math.round(share * 100) / 100);
}

/** Fields by their names in the figures of the catalog, in the words of a reader. */
const PEOPLE = {
  email: 'a work e-mail',
  email_valid: 'one that was checked lately',
  phone: 'a phone number',
  job_title: 'a job title',
  country_code: 'a country',
} as const;
const COMPANIES = {
  domain: 'a website',
  industry: 'an industry',
  employee_count: 'a number of employees',
  country_code: 'a country',
} as const;

type Shares = readonly { readonly field: string; readonly share: number }[];

function phrases(shares: Shares, words: Readonly<Record<string, string>>): string {
  const parts = Object.entries(words).flatMap(([field, text]) => {
    const found = shares.find((each) => each.field === field);
    return found === undefined || found.share === 0 ? [] : [`${shareText(found.share)} ${text}`];
  });
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

export const FIRST_STEP_TEXTS = {
  title: 'First steps',
  loaded: (people: number, companies: number) =>
    `Records are loaded: ${formatPlural(people, 'person', 'people')} at ${formatPlural(companies, 'company', 'companies')}.`,
  noRecords: 'There are no records yet.',
  importFile: 'Import a file',
  operatorImports: 'No records yet; an operator imports them.',
  createKey: 'Create a key',
  afterKey: 'for your program, and call with the curl line that comes with it.',
  othersCreateKey: 'A colleague with the role Member creates a key for your program.',
  lookAround: 'Or look around first, without a key:',
  explorer: 'open the explorer',
} as const;

export const OVERVIEW_TEXTS = {
  automatic: 'Automatic',
  automaticOf: (days: number) => `Automatic: ${days} days`,
  records: 'Records',
  allRecords: 'All figures',
  amount: (people: number, companies: number) =>
    `${formatPlural(people, 'person', 'people')} at ${formatPlural(companies, 'company', 'companies')} can be found.`,
  jobs: (jobs: number) => `${formatPlural(jobs, 'job row')} list their openings.`,
  coverage: (kind: 'people' | 'companies', shares: Shares) => {
    const text = phrases(shares, kind === 'people' ? PEOPLE : COMPANIES);
    if (text === '') return '';
    const [first = '', ...rest] = text.split(' ');
    return `${first} of ${kind} have ${rest.join(' ')}.`;
  },
  countedAt: (at: string) => `Counted ${formatAgo(at)}.`,
  notCounted: 'The coverage of the fields is being counted.',
  fresh: (at: string, changed: number) =>
    changed === 0
      ? `Everything that is known was indexed ${formatAgo(at)}.`
      : `Indexed ${formatAgo(at)}; ${formatPlural(changed, 'record')} that changed since ${changed === 1 ? 'is' : 'are'} found too.`,
  noEdition: 'No records yet',
  noEditionHint: 'Searches work after the first import.',
  errors: (share: string) => `${share} without an answer`,
  unused: 'none yet',
  calls: (days: number) => (days === 1 ? 'Calls in 24 hours' : `Calls in ${formatCount(days)} days`),
} as const;
