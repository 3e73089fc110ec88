// The candidates of a match in the serving edition: the first documents of a few searches, the narrowest first.
// Bounded, so that a common name costs no more than a rare one.
import type { Clause, Query } from '../../search/query.ts';
import { parseWordValue, splitWords } from '../../words/words.ts';
import type { ApiContext, Searchable } from '../context.ts';

/** Candidates of one match, and of one of its searches. */
const CANDIDATES_MAX = 50;
const OF_SEARCH_MAX = 15;
/** Namesakes in a wider place than one where the name was found. */
const OF_WIDER_MAX = 5;

type TextClauseField = 'full_name' | 'name' | 'city' | 'hq_city';

/** True for texts that equal this one, but for case, marks and punctuation. */
export function wholeText(field: TextClauseField, text: string): Clause {
  return wordsClause(field, `[${text.replaceAll(/[[\]]/g, ' ').trim()}]`);
}

/** True for texts that have all of these words. */
export function allWords(field: TextClauseField, words: readonly string[]): Clause {
  return wordsClause(field, words.join(' '));
}

/** True for texts that have all words of one of these texts. */
export function wordsOfOne(field: TextClauseField, texts: readonly string[]): Clause {
  const anyOf = texts.map((text) => parseWordValue(text, { abbreviations: false })).filter((words) => words !== null);
  return { kind: 'words', fields: [field], anyOf, negated: false };
}

function wordsClause(field: TextClauseField, value: string): Clause {
  const words = parseWordValue(value, { abbreviations: false });
  return { kind: 'words', fields: [field], anyOf: words === null ? [] : [words], negated: false };
}

/** The searches in one place: at an employer, in a city or a country, everywhere. */
export interface CandidatePlace {
  /** By the name. `first` finds some of the same documents: those come first if the search has more than one page. */
  readonly byName: readonly { readonly clauses: readonly Clause[]; readonly first: readonly Clause[] }[];
  /** By single words, as another one may be misspelled: only run if no name was found here or in a narrower place. */
  readonly byWord: readonly (readonly Clause[])[];
}

/** The clauses of the city, of the country, and of no place: each wider than the one before it. */
export function clausesOfPlaces(
  { city, country_code }: { readonly city: string | null; readonly country_code: string | null },
  fields: { readonly city: 'city' | 'hq_city'; readonly country: 'country' | 'hq_country' },
): Clause[][] {
  const inCountry: Clause[] =
    country_code === null ? [] : [{ kind: 'values', field: fields.country, anyOf: [country_code], negated: false }];
  const inCity = city === null ? [] : [[allWords(fields.city, splitWords(city)), ...inCountry]];
  return [...inCity, ...(inCountry.length === 0 ? [] : [inCountry]), []];
}

/** Documents of different records, from places of which each is wider; `recordOf` is the record of a document. */
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
