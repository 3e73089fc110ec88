// Texts of the explorer.
import { formatCount, formatPlural } from '../format.ts';

/** Singular and plural of a record, by kind of search. */
const RECORD_NOUNS = {
  people: ['person', 'people'],
  companies: ['company', 'companies'],
  jobs: ['job row', 'job rows'],
} as const;

type Kind = keyof typeof RECORD_NOUNS;

/** `1 person`, `2 people`. */
export function recordsText(kind: Kind, count: number): string {
  const [one, many] = RECORD_NOUNS[kind];
  return formatPlural(count, one, many);
}

export const EXPLORER_TEXTS = {
  kinds: 'Kind of records',
  foundOf: (kind: string) => `Found ${kind.toLowerCase()}`,
  searchOf: (kind: string) => `Search ${kind.toLowerCase()}`,
  suggestions: 'Suggestions',
  shown: (records: number) => `${formatPlural(records, 'record')} shown`,
  loadingPage: 'Loading the page',
  showKey: 'Show the records at the price on the button',
  paid: 'paid',
  without: (filter: string) => `without “${filter}”`,
  removeIt: 'Remove it',
  saveAction: 'Save',
  removeSearch: (name: string) => `Remove ${name}`,
  title: 'Explorer',
  searchHint: {
    people: 'Job titles, names, companies…',
    companies: 'Company names, industries, keywords…',
    jobs: 'Titles of openings, companies…',
  },
  contains: 'contains',
  filters: 'Filters',
  clear: 'Clear all',
  noFilter: {
    people: 'Who are you looking for?',
    companies: 'Which companies are you looking for?',
    jobs: 'Which openings are you looking for?',
  },
  noFilterHint:
    'Type above, or choose filters. Counts and suggestions are free; you see the price before you buy a page.',
  counting: 'Counting…',
  notCounted: 'Not counted',
  order: {
    people: 'Largest employer first, then seniority',
    companies: 'Largest first',
    jobs: 'Largest company first, then open positions',
  },
  count: (kind: Kind, total: number) => recordsText(kind, total),
  buyFirst: (count: number) => `Show the first ${formatCount(count)}`,
  buyAll: (count: number) => (count === 1 ? 'Show it' : `Show all ${formatCount(count)}`),
  buyNext: (count: number) => `Next ${formatCount(count)}`,
  chooseAccount: 'Choose the account that pays',
  found: 'Free count. Nothing has been charged.',
  end: 'End of the results',
  showMore: (count: number) => `Show ${formatCount(count)} more`,
  noMatches: 'No matches',
  noRecords: {
    people: 'There are no people yet',
    companies: 'There are no companies yet',
    jobs: 'There are no openings yet',
  },
  importFile: 'Import a file',
  operatorImports: 'An operator of this service imports them.',
  withoutFilter: 'Without one of these filters there would be:',
  noneWithout: 'No single filter is the reason. Remove several filters, or check the spelling.',
  oneFilter: 'Check the spelling, or use another word.',
  selected: (count: number) => `${formatCount(count)} selected`,
  revealEmails: 'Reveal e-mails',
  revealPhones: 'Reveal phones',
  atMost: (credits: number) => `at most ${formatPlural(credits, 'credit')}`,
  export: 'Export…',
  enrich: 'Enrich…',
  selectionFile: (kind: Kind, count: number) => `${count}-${kind}.csv`,
  asCode: 'As code…',
  saveSearch: 'Save search',
  savedSearches: 'Saved',
  savedSearchesOf: (account: string) => `Saved searches of ${account}`,
  searchNameHint: (account: string) => `All members of ${account} see it. Saving is free.`,
  searchSaved: (name: string) => `${name} is saved.`,
  searchRemoved: (name: string) => `${name} is removed.`,
  noSavedSearches: 'No saved searches yet',
  noSavedSearchesHint: 'Choose filters, then Save search.',
  columns: 'Columns',
  hide: 'Hide',
  hidden: (kind: Kind, count: number) => `${recordsText(kind, count)} hidden from all answers.`,
  shownAgain: (kind: Kind, count: number) => `${recordsText(kind, count)} can be found again.`,
  clearSelection: 'Clear selection',
  revealed: (found: number, requested: number, credits: number) =>
    `${formatCount(found)} of ${formatCount(requested)} found, ${formatPlural(credits, 'credit')} used.`,
} as const;

export const RESULT_TEXTS = {
  people: {
    full_name: 'Name',
    job_title: 'Title',
    company_name: 'Company',
    location: 'Place',
    job_level: 'Seniority',
    job_function: 'Department',
    headline: 'Headline',
    connections_count: 'Connections',
    company_employee_count: 'Company size',
    company_industry: 'Industry',
  },
  companies: {
    name: 'Name',
    industry: 'Industry',
    employee_count: 'Employees',
    hq: 'Headquarters',
    type: 'Type',
    founded_year: 'Founded',
    followers: 'Followers',
    domain: 'Domain',
  },
  jobs: {
    title: 'Title',
    company_name: 'Company',
    open_positions: 'Open',
    locations: 'Places',
    latest_posted_at: 'Newest',
    source: 'Source',
  },
  contacts: { email: 'E-mail', phone: 'Phone' },
  noContact: 'none',
  notChecked: 'not checked',
  next: 'Next row',
  previous: 'Previous row',
  select: 'Select the row',
  selectAll: 'Select all rows',
  selectOf: (name: string) => `Select ${name}`,
} as const;
