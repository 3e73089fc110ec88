// POST /v2/utils/autocomplete
import { SUGGESTED_FIELDS } from '../../contract/endpoints/autocomplete.ts';
import { FIELD_SOURCES, SEARCH_FIELDS } from '../../contract/fields.ts';
import { LIMITS } from '../../contract/limits.ts';
import { assert } from '../../ops/assert.ts';
import type { SearchableEdition } from '../../search/edition/searchable-edition.ts';
import {
  isShared,
  type SharedVocabularyField,
  type VocabularyField,
  wholeTextQuery,
} from '../../search/edition/terms/vocabularies.ts';
import { Prefix } from '../../search/edition/terms/vocabulary.ts';
import { wordKey } from '../../words/words.ts';
import type { ApiContext, Handler, Searchable } from '../context.ts';

/** Maximum number of companies read for one prefix. */
const COMPANIES_MAX = 1000;
/** Number of companies whose names are read at once. */
const COMPANIES_AT_ONCE = 50;

interface Suggestion {
  readonly value: string;
  readonly count: number;
}

/**
 * Suggests values of a field that contain a word with the prefix: the most frequent first, or for companies the largest
 * first.
 */
export const autocomplete: Handler<'autocomplete'> = async (body, context) => {
  const searchable = await context.searchable();
  const field = SUGGESTED_FIELDS.find(({ name }) => name === body.field);
  assert(field, 'the schema allows the fields of the table only');
  const query = { prefix: new Prefix(body.prefix ?? ''), limit: body.limit ?? LIMITS.autocompleteDefault };
  return async () => {
    const { reads } = field;
    const results =
      reads === 'name'
        ? await companyNames(query, searchable, context)
        : await frequentValues(reads, query, { searchable, context });
    return JSON.stringify({ results, results_length: results.length });
  };
};

interface Sources {
  readonly searchable: Searchable;
  readonly context: ApiContext;
}

interface PrefixQuery {
  readonly prefix: Prefix;
  readonly limit: number;
}

async function frequentValues(
  field: VocabularyField,
  { prefix, limit }: PrefixQuery,
  { searchable, context }: Sources,
): Promise<Suggestion[]> {
  const entries = await context.turn.run((await searchable.vocabulary(field)).matching(prefix, limit));
  const spellings = isShared(field) ? await spellingsOf(field, entries, { searchable, context }) : [];
  return entries.flatMap(({ text, count }, index) => {
    const value = text ?? spellings[index] ?? null;
    return value === null ? [] : [{ value, count }];
  });
}

type ShownRecord = Readonly<Record<string, unknown>>;

/**
 * The texts of a search field in a view: the value of its member, or a part of that value or of each of its entries.
 */
function textsShown(field: SharedVocabularyField, record: ShownRecord): readonly unknown[] {
  const source = FIELD_SOURCES.find(({ name }) => name === field);
  const values = [record[source?.member ?? ''] ?? []].flat();
  const part = source?.as.from;
  return part === undefined ? values : values.map((value) => (value as ShownRecord)[part]);
}

/** Values in the spelling of the first record that contains them; null if that record has changed since. */
async function spellingsOf(
  field: SharedVocabularyField,
  entries: readonly { readonly keys: readonly string[] }[],
  { searchable, context: { catalog, turn } }: Sources,
): Promise<(string | null)[]> {
  const { edition, hidden } = searchable;
  const isOfPerson = SEARCH_FIELDS[field].space === 'people';
  const ids = await Promise.all(
    entries.map(async ({ keys: [key = ''] }) => {
      const { docs } = await turn.run(edition.search(wholeTextQuery(field, key), { after: -1, limit: 1, hidden }));
      const doc = docs[0] ?? 0;
      return isOfPerson ? edition.position(doc).personId : edition.companyIdOf(doc);
    }),
  );
  const records = isOfPerson
    ? (await catalog.peopleByIds(ids)).map((json) => json?.toString())
    : (await catalog.companiesByIds(ids)).map((company) => company?.json);
  return records.map((json = '{}', index) => {
    const key = entries[index]?.keys[0];
    const texts = textsShown(field, JSON.parse(json) as ShownRecord);
    return texts.find((text): text is string => typeof text === 'string' && wordKey(text) === key) ?? null;
  });
}

/** Names in the order of companies; equal names are one value. */
async function companyNames(
  { prefix, limit }: PrefixQuery,
  { edition, hidden }: Searchable,
  { catalog, turn }: ApiContext,
): Promise<Suggestion[]> {
  const found = new Map<string, string>();
  const candidates = await turn.run(edition.companiesNamed(prefix, COMPANIES_MAX, hidden));
  for (let start = 0; start < candidates.length; start += COMPANIES_AT_ONCE) {
    for (const name of await namesOf(candidates.slice(start, start + COMPANIES_AT_ONCE), edition, catalog)) {
      const key = wordKey(name);
      if (found.size < limit && prefix.begins(key) && !found.has(key)) found.set(key, name);
    }
    if (found.size >= limit) break;
    await turn.pause();
  }
  return Promise.all(
    Array.from(found, async ([key, value]) => ({
      value,
      count: await turn.run(edition.count(wholeTextQuery('name', key), hidden)),
    })),
  );
}

async function namesOf(
  docs: readonly number[],
  edition: SearchableEdition,
  catalog: ApiContext['catalog'],
): Promise<readonly string[]> {
  const companies = await catalog.companiesByIds(docs.map((doc) => edition.companyIdOf(doc)));
  return companies.flatMap((company) => (company ? [(JSON.parse(company.employerJson) as { name: string }).name] : []));
}
