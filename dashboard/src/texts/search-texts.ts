// Labels of search fields, their groups and the kinds of records.

export const SEARCH_TEXTS = {
  kinds: { people: 'People', companies: 'Companies', jobs: 'Jobs' },
  groups: {
    role: 'Role',
    person: 'Person',
    place: 'Place',
    opening: 'Opening',
    company: 'Company',
    hq: 'Headquarters',
    results: 'Results',
  },
  /** Labels of fields whose names are not readable labels, by path or name. */
  labels: {
    country_code: 'Country',
    employee_range: 'Employees',
    network_url: 'Profile URL',
    min_network_followers: 'Minimum followers',
    max_per_company: 'Maximum per company',
    updated_at: 'Last seen',
    posted_at: 'Posted',
    'company.hq.state': 'State',
    'company.network_url': 'Profile URL',
    min_connections_count: 'Minimum connections',
    min_title_confidence: 'Confidence of the department, %',
    'people.job_title': 'Job title',
    'people.job_level': 'Seniority',
    'people.job_function': 'Department',
  } as Readonly<Record<string, string>>,
  /** The label of a company field outside its group. */
  ofCompany: (label: string) => (label.startsWith('Company') ? label : `Company ${label.toLowerCase()}`),
} as const;

export const FILTER_TEXTS = {
  active: 'Active filters',
  orMore: (least: string) => `${least} or more`,
  upTo: (most: string) => `up to ${most}`,
  from: (day: string) => `from ${day}`,
  not: (label: string) => `${label} not`,
  remove: (label: string, value: string) => `Remove ${label} ${value}`,
  groupOf: (group: string) => `${group} filters`,
  find: 'Find…',
  findIn: (label: string) => `Find in ${label}`,
  valuesOf: (label: string) => `${label} and counts`,
  fewer: 'Fewer',
  all: (count: string) => `All ${count}`,
  /** Follows `fewer` and `all`, for screen readers. */
  moreOf: (label: string) => ` values of ${label}`,
  exclude: 'Exclude…',
  excludeValue: (value: string) => `Exclude ${value}`,
  excludeOf: (label: string) => `${label}: exclude`,
  any: 'Any',
  min: 'from',
  max: 'to',
  inHeadline: 'Also in the headline',
  firstDay: (label: string) => `${label}, from`,
  lastDay: (label: string) => `${label}, until`,
  atLeast: (label: string) => `${label}, at least`,
  atMost: (label: string) => `${label}, at most`,
  digitsOnly: 'Use digits only, at most 9.',
  numberUpTo: (most: number) => `Enter a whole number from 1 to ${most}.`,
} as const;
