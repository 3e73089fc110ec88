// Watches: saved searches whose new matches are reported, and lists of records whose changes are reported.

import type { Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { filterObject } from '../schemas/filter-schema.ts';
import { closed, count, maybeText, nullable, oneOf, text } from '../schemas/schema.ts';
import { Type } from '../schemas/schema-types.ts';

/** The price of a reported match or change. */
export const WATCH_CHANGE_CREDITS = 1;

export const WATCH_SEARCHES = ['people', 'companies', 'jobs'] as const;
export type WatchSearch = (typeof WATCH_SEARCHES)[number];

/** The observed fields of a listed record, by kind. */
export const WATCHED_FIELDS = {
  person: ['employer', 'title', 'email_status'],
  company: ['headcount', 'openings'],
} as const;
export type WatchedField = (typeof WATCHED_FIELDS)[keyof typeof WATCHED_FIELDS][number];
const ALL_FIELDS: readonly WatchedField[] = [...WATCHED_FIELDS.person, ...WATCHED_FIELDS.company];

const search = closed(
  {
    kind: oneOf(WATCH_SEARCHES, { description: 'The search to which the filters belong' }),
    company: Type.Optional(filterObject('company')),
    people: Type.Optional(filterObject('people')),
    job: Type.Optional(filterObject('job')),
  },
  { description: 'Filters of a search: new matches are reported' },
);
const records = Type.Array(Type.String({ minLength: 1, maxLength: LIMITS.urlLengthMax }), {
  minItems: 1,
  maxItems: LIMITS.watchRecordsMax,
  description: 'Profile URLs of people and companies, and domains of companies: their changes are reported',
});
const fields = Type.Array(oneOf(ALL_FIELDS, { description: 'Observed field' }), {
  minItems: 1,
  maxItems: ALL_FIELDS.length,
  uniqueItems: true,
  description: 'Observed fields of listed records; by default all',
});

/** Exactly one of `search` and `records`. */
export const WatchBody = closed({
  search: Type.Optional(search),
  records: Type.Optional(records),
  fields: Type.Optional(fields),
});
export type WatchBody = Static<typeof WatchBody>;

const WATCH_STATES = ['preparing', 'active', 'paused', 'paused_no_credits', 'failed'] as const;

const watch = {
  id: text('Identifier of the watch'),
  kind: oneOf(['search', 'records'], { description: 'A saved search, or a list of records' }),
  state: oneOf(WATCH_STATES, {
    description: 'A preparing watch reads its first state, which is free; paused: by a caller',
  }),
  reason: maybeText('Reason of a pause or a failure'),
  records: count('Listed records that are known, or matches so far'),
  changes: count('Reported changes so far'),
  credits_used: count('Credits charged so far'),
  created_at: text('Time of creation (ISO 8601, UTC)'),
};

export const WatchAnswer = closed(watch);
export const WatchCreated = closed({
  ...watch,
  unknown: Type.Array(Type.String(), { description: 'Listed records that are not known: they are not watched' }),
});
export const WatchList = closed({
  results: Type.Array(WatchAnswer, { description: 'The oldest first' }),
  results_length: count('Number of watches in results'),
});

const changed = closed({
  id: Type.Integer({ minimum: 1, description: 'Number of the change within its watch' }),
  type: oneOf(['matched', 'changed'], { description: 'A new match of a search, or a change of a listed record' }),
  at: text('Time of the report (ISO 8601, UTC)'),
  record: oneOf(['person', 'company', 'job'], { description: 'Kind of the record' }),
  network_url: text('Profile URL of the person or company; for a job row, of the company'),
  name: text('Name of the person or company; of a job row the title'),
  fields: Type.Array(oneOf(ALL_FIELDS), { description: 'Changed fields; empty for a match' }),
});

export const WatchChanges = closed({
  results: Type.Array(changed, {
    description: 'The oldest first; without records that have been suppressed or removed',
  }),
  results_length: count('Number of changes in results'),
  cursor: nullable(Type.String({ description: 'Place behind this page: also the start of later changes' })),
  more: Type.Boolean({ description: 'Whether there are further changes now' }),
});
