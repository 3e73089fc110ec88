// Finds the candidates of a match in the serving edition: the first documents of a few searches, the narrowest search
// first. Bounded, so that a common name costs no more than a rare one.
import type { Clause, Query } from '../../search/query.ts';
import { parseWordValue, splitWords } from '../../words/words.ts';
import type { ApiContext, Searchable } from '../context.ts';

/** Maximum number of candidates of one match, and of one of its searches. */
const CANDIDATES_MAX = 50;
const OF_SEARCH_MAX = 15;
/** Maximum number of people with the same name from a wider place, if the name was found in a narrower one. */
const OF_WIDER_MAX = 5;

type TextClauseField = 'full_name' | 'name' | 'city' | 'hq_city';

/** Matches texts that equal this one, ignoring case, marks and punctuation. */
export function wholeText(field: TextClauseField, text: string): Clause {
  return wordsClause(field, `[${text.replaceAll(/[[\]]/g, ' ').trim()}]`);
}

/** Matches texts that contain all of these words. */
export function allWords(field: TextClauseField, words: readonly string[]): Clause {
  return wordsClause(field, words.join(' '));
}

/** Matches texts that contain all words of one of these texts. */
export function wordsOfOne(field: TextClauseField, texts: readonly string[]): Clause {
  const anyOf = texts.map((text) => parseWordValue(text, { abbreviations: false })).filter((words) => words !== null);
  return { kind: 'words', fields: [field], anyOf, negated: false };
}

function wordsClause(field: TextClauseField, value: string): Clause {
  const words = parseWordValue(value, { abbreviations: false });
  return { kind: 'words', fields: [field], anyOf: words === null ? [] : [words], negated: false };
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
  const inCity = city === null ? [] : [[allWords(fields.city, splitWords(city)), ...inCountry]];
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
