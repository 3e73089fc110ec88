// Finds the candidates of a match in the serving edition: the first documents of a few searches, the narrowest search
// first. Bounded, so that a common name costs no more than a rare one.
import { withDigraphs, withoutDigraphs } from '../../identity/romanize.ts';
import type { Clause, Query } from '../../search/query.ts';
import { parseWordValue, splitWords, type WordValue } from '../../words/words.ts';
import type { ApiContext, Searchable } from '../context.ts';

/** Maximum number of candidates of one match, and of one of its searches. */
const CANDIDATES_MAX = 50;
const OF_SEARCH_MAX = 15;
/** Maximum number of people with the same name from a wider place, if the name was found in a narrower one. */
const OF_WIDER_MAX = 5;

type TextClauseField = 'full_name' | 'name' | 'city' | 'hq_city';

/** Matches texts that equal this one, ignoring case, marks and punctuation. */
export function wholeText(field: TextClauseField, text: string): Clause {
  const value = parseWordValue(`[${text.replaceAll(/[[\]]/g, ' ').trim()}]`, { abbreviations: false });
  return { kind: 'words', fields: [field], anyOf: value === null ? [] : [value], negated: false };
}

/** The words of a text, each in all of its spellings. */
export type SpelledWords = WordValue['words'];

/** The words of a text; `muller` and `mueller` for `Müller` and `Mueller`. `wordsOf` returns the words of a text. */
export function spelledWords(text: string, wordsOf: (text: string) => readonly string[]): SpelledWords {
  const digraphs = wordsOf(withDigraphs(text));
  return wordsOf(text).map((word, index) => [...new Set([word, withoutDigraphs(word), digraphs[index] ?? word])]);
}

/** Matches texts that contain all words of one of these texts. */
export function wordsOfOne(field: TextClauseField, texts: readonly SpelledWords[]): Clause {
  const anyOf = texts.filter(({ length }) => length > 0).map((words) => ({ exact: null, words }));
  return { kind: 'words', fields: [field], anyOf, negated: false };
}

/** The searches in one place: at an employer, in a city, in a country, or everywhere. */
export interface CandidatePlace {
  /**
   * Searches by name. `first` finds a subset of the same documents, which come first if the search has more than one
   * page.
   */
  readonly byName: readonly { readonly clauses: readonly Clause[]; readonly first: readonly Clause[] }[];
  /**
   * Searches by single words, because another word may be misspelled. Run only if no name was found here or in a
   * narrower place.
   */
  readonly byWord: readonly (readonly Clause[])[];
}

/** The clauses for the city, for the country, and for no place, each wider than the one before. */
export function clausesOfPlaces(
  { city, country_code }: { readonly city: string | null; readonly country_code: string | null },
  fields: { readonly city: 'city' | 'hq_city'; readonly country: 'country' | 'hq_country' },
): Clause[][] {
  const inCountry: Clause[] =
    country_code === null ? [] : [{ kind: 'values', field: fields.country, anyOf: [country_code], negated: false }];
  const inCity = city === null ? [] : [[wordsOfOne(fields.city, [spelledWords(city, splitWords)]), ...inCountry]];
  return [...inCity, ...(inCountry.length === 0 ? [] : [inCountry]), []];
}

/** Documents of different records, from increasingly wide places. `recordOf`: the record of a document. */
export async function candidateDocuments(
  space: Query['space'],
  places: readonly CandidatePlace[],
  {
    searchable,
    context,
    recordOf,
  }: { readonly searchable: Searchable; readonly context: ApiContext; readonly recordOf: (doc: number) => number },
): Promise<number[]> {
  const { edition, hidden } = searchable;
  const found = new Map<number, number>();
  let limit = OF_SEARCH_MAX;
  const pageOf = async (clauses: readonly Clause[]) => {
    const { docs } = await context.turn.run(edition.search({ space, clauses }, { after: -1, limit, hidden }));
    await context.turn.pause();
    return docs;
  };
  const add = (docs: readonly number[]) => {
    for (const doc of docs) if (!found.has(recordOf(doc))) found.set(recordOf(doc), doc);
  };
  let isNameFound = false;
  for (const { byName, byWord } of places) {
    if (isNameFound) limit = OF_WIDER_MAX;
    for (const { clauses, first } of byName) {
      const docs = await pageOf(clauses);
      if (docs.length === limit) add(await pageOf(first));
      add(docs);
      isNameFound ||= docs.length > 0;
    }
    for (const clauses of isNameFound ? [] : byWord) add(await pageOf(clauses));
  }
  return [...found.values()].slice(0, CANDIDATES_MAX);
}
