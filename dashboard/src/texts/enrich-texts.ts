// Texts of the screen Enrich.
import { formatCount, formatPlural } from '../format.ts';

/** Titles and hints of the enrichments, by operation. */
const OFFERS: Readonly<Record<string, { readonly title: string; readonly hint: string }>> = {
  email: { title: 'Work e-mail', hint: 'Address with its status, and all other known addresses' },
  phone: { title: 'Phone', hint: 'Mobile or direct number' },
  'match-person': { title: 'Person profile', hint: 'Profile URL, title, seniority, department, place' },
  'match-company': { title: 'Company profile', hint: 'Profile URL, domain, industry, size, headquarters' },
  'email-to-person': { title: 'Person by e-mail', hint: '' },
  'phone-to-person': { title: 'Person by phone', hint: '' },
  company: { title: 'Company profile', hint: '' },
  'domain-to-network': { title: 'Company by domain', hint: '' },
  'network-to-domain': { title: 'E-mail domain', hint: '' },
};

/** Labels of fields whose names are not readable labels. */
const FIELDS: Readonly<Record<string, string>> = {
  network_url: 'Profile URL',
  company_network_url: 'Company profile URL',
  company_name: 'Company',
  company_domain: 'Company domain',
  country_code: 'Country code',
  'company.name': 'Company name',
  'company.type': 'Company type',
  'company.about': 'About the company',
  'person.connections_count': 'Connections',
  email: 'E-mail',
  all_emails: 'All e-mails',
  score: 'Match score',
  kind: 'Phone type',
  about_me: 'About',
  employee_count: 'Employees',
  job_level: 'Seniority',
  job_function: 'Department',
};

/** `person.location.city` as `City`. */
export function fieldLabel(path: string): string {
  const last = path.split('.').at(-1) ?? path;
  const known = FIELDS[path] ?? FIELDS[last];
  if (known !== undefined) return known;
  const words = last.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export const ENRICH_TEXTS = {
  lists: 'List to enrich',
  stop: 'Stop',
  draftLead: (rows: number) => `${formatPlural(rows, 'row')}. Nothing is charged before you run it.`,
  draftRemoved: (name: string) => `${name} is removed.`,
  removeDraft: (name: string) => `Remove ${name}`,
  preview: 'Preview',
  wholeNumber: 'Enter a whole number',
  column: 'Column',
  holds: 'Contains',
  holdsOf: (column: string) => `Column ${column} contains`,
  guess: 'Guessed',
  filled: 'Filled',
  samples: 'First values',
  cancelDialog: 'Cancel',
  resumeTitle: (name: string) => `Resume ${name}`,
  resumeAction: 'Resume',
  runColumns: { list: 'List', added: 'Added', state: 'State', found: 'Found', credits: 'Credits', started: 'Started' },
  foundOf: (found: number, rows: number) => `${formatCount(found)} of ${formatCount(rows)}`,
  actions: 'Actions',
  actionsOf: (name: string) => `Actions of ${name}`,
  progressOf: (name: string) => `Progress of ${name}`,
  downloadOf: (name: string) => `Download the results of ${name}`,
  csv: 'CSV',
  cancelTitle: (name: string) => `Cancel ${name}?`,
  cancelAction: 'Cancel the run',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeAction: 'Remove',
  title: 'Enrich a list',
  lead: 'Upload a list of people or companies and add data to each row. Only rows with a result cost credits.',
  formats: 'Excel or CSV; also TSV, JSON Lines and Parquet. The first row names the columns.',
  reading: (name: string) => `Uploading and reading ${name}`,
  chooseAccount: 'Choose the account that pays',
  drafts: 'Uploaded lists',
  draftRows: (rows: number) => formatPlural(rows, 'row'),
  draftLife: 'Kept for a day',
  runs: 'Runs',
  noRuns: 'No runs yet',
  noRunsHint: 'Upload a list above, or select rows in the explorer and choose Enrich.',
  offer: (operation: string) => OFFERS[operation]?.title ?? operation,
  offerHint: (operation: string) => OFFERS[operation]?.hint ?? '',
  price: (credits: number) => `${formatPlural(credits, 'credit')} per found row`,
  add: 'What to add',
  columns: 'Columns of the file',
  unused: 'Not used',
  added: 'Columns to add',
  counting: 'Looking up every row, for free',
  noColumns: 'Choose above which columns identify the person or the company.',
  found: (found: number, rows: number) => `${formatCount(found)} of ${formatPlural(rows, 'row')} found`,
  missed: (count: number) => `${formatCount(count)} without a match`,
  invalid: (count: number) => `${formatCount(count)} unusable`,
  invalidHint: 'The results file states the error of each of these rows.',
  run: 'Run',
  atMost: (credits: number) => `at most ${formatPlural(credits, 'credit')}`,
  ceiling: 'Credit limit',
  ceilingHint: 'The run pauses before it exceeds the limit.',
  left: (credits: number) =>
    `The account has ${formatPlural(credits, 'credit')} left: the run pauses when they run out.`,
  started: (name: string) => `${name} is being enriched. You can leave this page.`,
  apiRun: 'Sent to the API',
  states: {
    queued: 'Waiting',
    running: 'Running',
    paused_no_credits: 'Paused',
    completed: 'Done',
    cancelled: 'Cancelled',
    failed: 'Failed',
  },
  /**
   * The reason of a pause or a failure. The server words it for API callers, so the limit on credits is reworded here.
   */
  reason: ({ reason, max_credits }: { readonly reason: string | null; readonly max_credits: number | null }) =>
    reason?.startsWith('max_credits') && max_credits !== null
      ? `The limit of ${formatPlural(max_credits, 'credit')} is reached.`
      : sentence(reason ?? ''),
  progress: (done: number, rows: number) => `${formatCount(done)} of ${formatPlural(rows, 'row')}`,
  addMore: 'Add more…',
  resume: 'Resume…',
  cancel: 'Cancel…',
  remove: 'Remove…',
  resumeHint: (used: number) =>
    `For the whole run, of which ${formatPlural(used, 'credit is', 'credits are')} used. Leave empty for no limit.`,
  cancelled: 'The results so far are kept, and so are their charges.',
  removed: (name: string) => `The results of ${name} are deleted. Charges stay, and the original file is not touched.`,
} as const;
