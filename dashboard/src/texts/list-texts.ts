// Texts of lists and watches.
import { formatCount, formatPlural } from '../format.ts';

const NOUNS = { people: ['person', 'people'], companies: ['company', 'companies'] } as const;
const FIELDS: Readonly<Record<string, string>> = {
  employer: 'Employer',
  title: 'Job title',
  email_status: 'Status of an e-mail address',
  headcount: 'Number of employees',
  openings: 'Number of openings',
};
const SEARCHES: Readonly<Record<string, string>> = { people: 'people', companies: 'companies', jobs: 'openings' };

type Kind = keyof typeof NOUNS;

function records(kind: Kind, count: number): string {
  const [one, many] = NOUNS[kind];
  return formatPlural(count, one, many);
}

export const LIST_TEXTS = {
  title: 'Lists',
  lead: 'Save people and companies that you have found, enrich them together, and watch them for changes.',
  lists: 'Lists',
  watches: 'Watches',
  chooseAccount: 'Choose an account to see its lists',
  kinds: { people: 'People', companies: 'Companies' },
  records,
  newList: 'New list',
  name: 'Name',
  createdBy: 'Created by',
  changed: 'Changed',
  actions: 'Actions',
  actionsOf: (name: string) => `Actions of ${name}`,
  createAction: 'Create list',
  renameAction: 'Rename',
  removeAction: 'Remove list',
  rowsSaved: (rows: number) => `${formatPlural(rows, 'row')} saved`,
  parts: 'Lists and watches',
  columns: {
    ...{ name: 'Name', title: 'Title', company: 'Company', place: 'Place', seniority: 'Seniority' },
    ...{ industry: 'Industry', employees: 'Employees', headquarters: 'Headquarters' },
  },
  nameHint: (account: string) => `All members of ${account} see it. Lists are free.`,
  kindOf: 'Records',
  noLists: 'No lists yet',
  noListsHint: 'Select rows in the explorer, then Add to list. Or create an empty one.',
  noRecords: (kind: Kind) => (kind === 'people' ? 'No people on this list' : 'No companies on this list'),
  noRecordsHint: 'Select rows in the explorer, then Add to list.',
  toExplorer: 'Open the explorer',
  unknown: 'List not found',
  unknownHint: 'It may have been removed.',
  gone: (kind: Kind, count: number) =>
    `${records(kind, count)} ${count === 1 ? 'is' : 'are'} no longer shown: hidden, removed or forgotten.`,
  add: 'Add to list…',
  addTitle: (kind: Kind, count: number) => `Add ${records(kind, count)} to a list`,
  addAction: 'Add to list',
  toList: 'List',
  toNew: 'New list…',
  option: (name: string, count: number) => `${name} (${formatCount(count)})`,
  added: (kind: Kind, name: string, added: number, sent: number) =>
    added === sent
      ? `${records(kind, added)} added to ${name}.`
      : `${records(kind, added)} added to ${name}; ${formatCount(sent - added)} ${sent - added === 1 ? 'was' : 'were'} on it already.`,
  drop: 'Remove from list',
  dropped: (kind: Kind, count: number, name: string) => `${records(kind, count)} removed from ${name}.`,
  rename: 'Rename…',
  renameTitle: (name: string) => `Rename ${name}`,
  remove: 'Remove…',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHint:
    'The list is deleted for all members of the account. Its records stay in the service, and a watch of it continues.',
  removed: (name: string) => `${name} is removed.`,
  export: 'Export',
  enrich: 'Enrich…',
  file: (name: string) =>
    `${
      name
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .trim()
        .slice(0, 80) || 'list'
    }.csv`,
} as const;

export const WATCH_TEXTS = {
  title: 'Watches',
  columns: { name: 'Name', watched: 'Watched', state: 'State', changes: 'Changes', credits: 'Credits', since: 'Since' },
  actions: 'Actions',
  actionsOf: (name: string) => `Actions of ${name}`,
  watchList: 'Watch…',
  watching: 'Watched',
  matches: (count: number) => formatPlural(count, 'match', 'matches'),
  changes: (count: number) => formatPlural(count, 'change'),
  titleOf: (name: string) => `Watch ${name}`,
  explain: (kind: Kind, count: number) =>
    `Cardfile reports changes of ${count === 1 ? 'this record' : `these ${records(kind, count)}`}. The current state is free.`,
  price: (credits: number) => `${formatPlural(credits, 'credit')} for each change`,
  priceHint: (credits: number) =>
    `Each record that changes costs ${formatPlural(credits, 'credit')} when it is reported; several changes of a record that are found together are one. Nothing else is charged.`,
  tooMany: (count: number, max: number) =>
    `A watch has up to ${formatCount(max)} records, and this list has ${formatCount(count)}. Make a shorter list.`,
  observed: 'Report a change of',
  start: 'Start watching',
  startedList: (name: string) => `${name} is watched.`,
  watchSearch: (name: string, credits: number) =>
    `Watch ${name}: ${formatPlural(credits, 'credit')} for each new match`,
  searchHint: (credits: number) =>
    `Watch a search to get its new matches: ${formatPlural(credits, 'credit')} each. Current matches are free.`,
  startedSearch: (name: string, credits: number) =>
    `${name} is watched: ${formatPlural(credits, 'credit')} for each new match.`,
  states: {
    preparing: 'Starting',
    active: 'Active',
    paused: 'Paused',
    paused_no_credits: 'No credits',
    failed: 'Failed',
  },
  noWatches: 'No watches yet',
  noWatchesHint: (credits: number) =>
    `Watch a list, or a saved search of the explorer. Each reported change or new match costs ${formatPlural(credits, 'credit')}; the start is free.`,
  count: (count: number, max: number) => `${formatCount(count)} of ${formatPlural(max, 'watch', 'watches')}`,
  webhooks: 'Webhooks send the same events to your systems.',
  ofList: (count: number) => `List of ${formatPlural(count, 'record')}`,
  ofSearch: (kind: string, filters: number) =>
    `Search of ${SEARCHES[kind] ?? kind}, ${formatPlural(filters, 'filter')}`,
  byKey: 'Made with a key',
  removedOrigin: 'Removed since',
  latest: (name: string) => `Latest changes: ${name}`,
  noChanges: 'Nothing has changed yet',
  noChangesHint: 'Changes appear here about a second after an import.',
  matched: 'New match',
  changed: (fields: readonly string[]) => fields.map((field) => FIELDS[field] ?? field).join(', '),
  field: (field: string) => FIELDS[field] ?? field,
  pause: 'Pause',
  resume: 'Resume',
  end: 'End…',
  endTitle: (name: string) => `End the watch of ${name}?`,
  endAction: 'End the watch',
  endHint: 'Nothing more is reported or charged. Its list or saved search stays.',
  ended: (name: string) => `${name} is no longer watched.`,
} as const;
