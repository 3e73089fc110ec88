// Texts of the overview.
import { formatAgo, formatCount, formatDay, formatPlural, formatShare, formatTime } from '../format.ts';

/** A share without decimals: `61%`, `<1%`. */
function shareText(share: number): string {
  if (share > 0 && share < 0.01) return '<1%';
  return formatShare(share < 1 && share > 0.99 ? 0.99 : Math.round(share * 100) / 100);
}

/** Labels of the fields in the catalog figures. */
const PEOPLE = {
  email: 'a work e-mail',
  email_valid: 'a recently verified one',
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
  afterKey: 'for your program, and run the curl command that is shown with it.',
  hasKey: 'A key exists. Call the API with it:',
  callApi: 'quick starts',
  othersCreateKey: 'A colleague with the role Member creates a key for your program.',
  lookAround: 'Or look around first, without a key:',
  explorer: 'open the explorer',
} as const;

export const OVERVIEW_TEXTS = {
  title: 'Overview',
  lead: (accounts: string, zone: string) => `Credits and calls of ${accounts}. Times are in ${zone}.`,
  allAccounts: 'all accounts',
  yourAccount: 'your account',
  period: 'Period',
  spans: { day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days', quarter: 'Last 90 days' },
  automatic: 'Automatic',
  automaticOf: (days: number) => `Automatic: ${formatPlural(days, 'day')}`,
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
  notCounted: 'Field coverage is being counted.',
  fresh: (at: string, changed: number) =>
    changed === 0
      ? `All records were indexed ${formatAgo(at)}.`
      : `Indexed ${formatAgo(at)}; ${formatPlural(changed, 'record')} that changed since ${changed === 1 ? 'is' : 'are'} searchable too.`,
  noEdition: 'No records yet',
  noEditionHint: 'Searches work after the first import.',
  lastImport: 'Last import',
  allImports: 'All imports',
  importFacts: { state: 'State', source: 'Source', started: 'Started', rows: 'Rows' },
  rejected: (rows: number) => `${formatCount(rows)} rejected`,
  noImports: 'No imports yet',
  importFile: 'Import a file',
  errors: (share: string) => `${share} without an answer`,
  unused: 'none yet',
  calls: (days: number) => (days === 1 ? 'Calls in 24 hours' : `Calls in ${formatCount(days)} days`),
} as const;

export const CREDIT_TEXTS = {
  /** The beginning of a sentence that `lowOf` continues. */
  low: (left: number) => `${formatPlural(left, 'credit is', 'credits are')} left`,
  lowOf: (all: number, resetAt: string) =>
    ` of ${formatCount(all)} in this month; they reset on ${formatTime(resetAt)}. `,
  grant: 'Grant more credits',
  askOperator: 'Ask an operator of this service for more.',
  runsOutHint: (resetAt: string) => `At the rate of this period. The credits reset on ${formatTime(resetAt)}.`,
  runsOut: (atMs: number) => `used up on ${formatDay(atMs)} at this pace`,
  reset: (resetAt: string) => `reset on ${formatDay(resetAt)}, ${formatAgo(resetAt)}`,
  used: 'Credits used this month',
  unlimitedPlan: 'unlimited plan',
  usedOf: (all: number) => `of ${formatCount(all)}`,
  left: 'Credits left',
  unlimited: 'Unlimited',
} as const;

export const SERVICE_TEXTS = {
  median: 'Response time, median',
  p99: 'Response time, p99',
  sinceStart: 'since the server started',
  ofCalls: (calls: number) => `of ${formatPlural(calls, 'call')}`,
  noCalls: 'no calls yet',
  records: 'Searchable records',
  peopleAt: (companies: number) => `people at ${formatPlural(companies, 'company', 'companies')}`,
  noEdition: 'no edition yet',
} as const;

export const CALL_FIGURE_TEXTS = {
  perStep: { hour: 'Calls per hour', day: 'Calls per day (UTC)' },
  groups: {
    successful: 'Successful (2xx)',
    notFound: 'Not found (404)',
    rejected: 'Rejected (4xx)',
    failed: 'Failed (5xx)',
  },
  none: 'No calls in this period',
  noneHint: 'They appear here within seconds.',
  topEndpoints: 'Top endpoints',
  noEndpoints: 'No calls in this period.',
  topErrors: 'Top errors',
  noErrors: 'No rejected calls in this period.',
  columns: { endpoint: 'Endpoint', calls: 'Calls', credits: 'Credits', status: 'Status' },
  /** Explanations of error statuses. */
  reasons: {
    401: 'Key missing, unknown, revoked or not allowed for this path',
    402: 'No credits left this month',
    404: 'Valid request, no matching record',
    405: 'Wrong HTTP method',
    413: 'Body too large',
    422: 'A value is missing, malformed or unknown',
    429: 'More requests per second than the plan allows',
    500: 'Server error; see the log',
  } as Readonly<Record<number, string>>,
} as const;
