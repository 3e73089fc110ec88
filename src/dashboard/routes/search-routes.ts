// The routes of saved searches.

import { closed, oneOf, text } from '../../contract/schemas/schema.ts';
import { Type } from '../../contract/schemas/schema-types.ts';
import { SEARCH_KINDS } from '../../members/port.ts';
import { act, done, id, list, type Route, read, shortText } from './route.ts';

const account = Type.Optional(shortText('Name of the account; optional for a member'));

const SearchShape = closed({
  id: text('Identifier, sea_…'),
  name: text('Name of the search'),
  kind: oneOf(SEARCH_KINDS, { description: 'Kind of records' }),
  query: text('Query of the address of the explorer'),
  saved_by: text('Address of the member'),
  created_at: text('Time of saving'),
});

/** By name. */
export const SEARCH_ROUTES = {
  'searches.list': read({
    path: '/console/api/searches',
    who: 'read_only',
    summary: 'Saved searches of an account, by name',
    query: closed({ account }),
    answer: list(SearchShape),
  }),
  'searches.save': act({
    path: '/console/api/searches',
    who: 'member',
    summary: 'Saves a search for all members of an account; free',
    body: closed({
      account,
      id: Type.Optional(
        Type.String({
          pattern: '^sea_[0-9a-f]{18}$',
          description: 'Identifier of a removed search, to restore it; its watch then has its name again',
        }),
      ),
      name: shortText('Name of the search'),
      kind: oneOf(SEARCH_KINDS, { description: 'Kind of records' }),
      query: Type.String({ maxLength: 8000, description: 'Query of the address of the explorer' }),
    }),
    answer: SearchShape,
    once: true,
    audit: 'searches.save',
  }),
  'searches.remove': act({
    path: '/console/api/searches/:id/remove',
    who: 'member',
    summary: 'Removes a saved search',
    params: id,
    query: closed({ account }),
    answer: done,
    once: true,
    audit: 'searches.remove',
  }),
} as const satisfies Readonly<Record<string, Route>>;
