// The routes of lists of records, and of watches; and the shapes of their answers.

import { LIMITS } from '../../contract/limits.ts';
import { WATCH_SEARCHES, WatchAnswer, WatchBody, WatchChanges } from '../../contract/resources/watches.ts';
import { closed, count, maybeInteger, maybeText, nullable, oneOf, text } from '../../contract/schemas/schema.ts';
import { Type } from '../../contract/schemas/schema-types.ts';
import { LIST_KINDS, LIST_RECORDS_MAX } from '../../members/port.ts';
import { act, done, id, list, type Route, read, shortText } from './route.ts';

const account = Type.Optional(shortText('Name of the account; optional for a member'));
const ofAccount = closed({ account });

const VALUE_LENGTH_MAX = 300;
/** Maximum number of records in one call, so that the body stays within its maximum number of members. */
const ADDED_MAX = 100;

const value = (description: string) => nullable(Type.String({ maxLength: VALUE_LENGTH_MAX, description }));
const url = Type.String({ minLength: 1, maxLength: LIMITS.urlLengthMax, description: 'Profile URL' });

/** A record of a list, with the values that the account bought with a search page. */
const ListedShape = closed({
  network_url: url,
  name: Type.String({ minLength: 1, maxLength: VALUE_LENGTH_MAX, description: 'Name of the person or company' }),
  job_title: value('Title of a person'),
  job_level: value('Seniority of a person'),
  job_function: value('Department of a person'),
  company_name: value('Employer of a person'),
  company_network_url: nullable(url),
  domain: value('Domain of the company'),
  industry: value('Industry of the company'),
  employee_count: maybeInteger('Employees of the company'),
  city: value('City of the person, or of the headquarters'),
  country_code: value('Country of the same'),
});

const ListShape = closed({
  id: text('Identifier, lst_…'),
  account: text('Name of the account'),
  name: text('Name of the list'),
  kind: oneOf(LIST_KINDS, { description: 'Kind of records' }),
  records: count('Number of records, including hidden ones'),
  made_by: text('Address of the member'),
  created_at: text('Time of creation'),
  changed_at: text('Time at which records were last added or removed'),
});

const WatchShape = closed({
  ...WatchAnswer.properties,
  account: text('Name of the account'),
  origin: maybeText('Identifier of the list or saved search; null: created with a key'),
  search: nullable(oneOf(WATCH_SEARCHES, { description: 'Kind of a watched search' })),
  filters: count('Number of filters of a watched search'),
});

const ChangeShape = closed({
  ...WatchChanges.properties.results.items.properties,
  fields: Type.Array(Type.String(), { description: 'Changed fields; empty for a match' }),
});

/** By name. */
export const LIST_ROUTES = {
  'lists.list': read({
    path: '/console/api/lists',
    who: 'read_only',
    summary: 'Lists of records of an account, by name',
    query: ofAccount,
    answer: list(ListShape),
  }),
  'lists.create': act({
    path: '/console/api/lists',
    who: 'member',
    summary: 'Creates an empty list for all members of an account; free',
    body: closed({
      account,
      name: shortText('Name of the list'),
      kind: oneOf(LIST_KINDS, { description: 'Kind of records' }),
    }),
    answer: ListShape,
    once: true,
    audit: 'lists.create',
  }),
  'lists.show': read({
    path: '/console/api/lists/:id',
    who: 'read_only',
    summary: 'A list with its records in the order of addition, without suppressed and removed ones',
    params: id,
    query: ofAccount,
    answer: closed({
      ...ListShape.properties,
      gone: count('Records that were suppressed, removed or forgotten since they were added'),
      rows: Type.Array(ListedShape),
    }),
  }),
  'lists.add': act({
    path: '/console/api/lists/:id/add',
    who: 'member',
    summary: `Adds records, up to ${ADDED_MAX} a call; a list has up to ${LIST_RECORDS_MAX}; free`,
    params: id,
    query: ofAccount,
    body: closed({ rows: Type.Array(ListedShape, { minItems: 1, maxItems: ADDED_MAX }) }),
    answer: closed({ ...ListShape.properties, added: count('Number of records that were not yet on the list') }),
    audit: 'lists.add',
  }),
  'lists.drop': act({
    path: '/console/api/lists/:id/drop',
    who: 'member',
    summary: 'Removes records from a list',
    params: id,
    query: ofAccount,
    body: closed({ records: Type.Array(url, { minItems: 1, maxItems: LIST_RECORDS_MAX }) }),
    answer: ListShape,
    audit: 'lists.drop',
  }),
  'lists.rename': act({
    path: '/console/api/lists/:id/rename',
    who: 'member',
    summary: 'Renames a list',
    params: id,
    query: ofAccount,
    body: closed({ name: shortText('New name') }),
    answer: ListShape,
    audit: 'lists.rename',
  }),
  'lists.remove': act({
    path: '/console/api/lists/:id/remove',
    who: 'member',
    summary: 'Removes a list; its watch remains',
    params: id,
    query: ofAccount,
    answer: done,
    once: true,
    audit: 'lists.remove',
  }),
  'watches.list': read({
    path: '/console/api/watches',
    who: 'read_only',
    summary: 'Watches of an account, oldest first, and the price of a reported change',
    query: ofAccount,
    answer: closed({
      rows: Type.Array(WatchShape),
      max: count('Maximum number of watches of an account'),
      records_max: count('Maximum number of records of a watch'),
      credits_per_change: count('Credits of a reported change'),
    }),
  }),
  'watches.create': act({
    path: '/console/api/watches',
    who: 'member',
    summary:
      'Watches the records of a list, or a saved search; the first state is free, each reported change costs credits',
    body: closed({
      account,
      origin: Type.String({
        pattern: '^(lst|sea)_[0-9a-f]{18}$',
        description: 'Identifier of the list, or of the saved search',
      }),
      search: WatchBody.properties.search,
      fields: WatchBody.properties.fields,
    }),
    answer: WatchShape,
    once: true,
    audit: 'watches.create',
  }),
  'watches.changes': read({
    path: '/console/api/watches/:id/changes',
    who: 'read_only',
    summary: 'The latest changes of a watch, newest first, at most 30 days old',
    params: id,
    answer: list(ChangeShape),
  }),
  'watches.pause': act({
    path: '/console/api/watches/:id/pause',
    who: 'member',
    summary: 'Pauses an active watch: nothing is reported or charged until it is resumed',
    params: id,
    answer: WatchShape,
    audit: 'watches.pause',
  }),
  'watches.resume': act({
    path: '/console/api/watches/:id/resume',
    who: 'member',
    summary: 'Continues a paused or failed watch',
    params: id,
    answer: WatchShape,
    audit: 'watches.resume',
  }),
  'watches.remove': act({
    path: '/console/api/watches/:id/remove',
    who: 'member',
    summary: 'Ends a watch; charges remain',
    params: id,
    answer: done,
    once: true,
    audit: 'watches.remove',
  }),
} as const satisfies Readonly<Record<string, Route>>;
