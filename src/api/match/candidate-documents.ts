// The candidates of a match in the serving edition: the first documents of a few searches, the narrowest first.
// Bounded, so that a common name costs no more than a rare one.
import type { Clause, Query } from '../../search/query.ts';
import { parseWordValue } from '../../words/words.ts';
import type { ApiContext, Searchable } from '../context.ts';

/** Candidates of one match, and of one of its searches. */
const CANDIDATES_MAX = 50;
const OF_SEARCH_MAX = 15;

type TextClauseField = 'full_name' | 'name' | 'job_title';

/** True for texts that equal this one, but for case, marks and punctuation. */
export function wholeText(field: TextClauseField, text: string): Clause {
  return wordsClause(field, `[${text.replaceAll(/[[\]]/g, ' ').trim()}]`);
}

/** True for texts that have all of these words. */
export function allWords(field: TextClauseField, words: readonly string[]): Clause {
  return wordsClause(field, words.join(' '));
}

function wordsClause(field: TextClauseField, value: string): Clause {
  const words = parseWordValue(value, { abbreviations: false });
  return { kind: 'words', fields: [field], anyOf: words === null ? [] : [words], negated: false };
}

export interface CandidateSearch {
  readonly clauses: readonly Clause[];
  /** Clauses that find some of the same documents: those come first if the search has more than one page. */
  readonly first?: readonly Clause[];
  /** Only run if the searches before it that are no fallbacks have found nothing. */
  readonly isFallback: boolean;
}

/** Documents of different records; `recordOf` is the record of a document. */
export async function candidateDocuments(
  space: Query['space'],
  searches: readonly CandidateSearch[],
  {
    searchable,
    context,
    recordOf,
  }: { readonly searchable: Searchable; readonly context: ApiContext; readonly recordOf: (doc: number) => number },
): Promise<number[]> {
  const { edition, hidden } = searchable;
  const found = new Map<number, number>();
  let isFound = false;
  const pageOf = async (clauses: readonly Clause[]) => {
    const { docs } = await context.turn.run(
      edition.search({ space, clauses }, { after: -1, limit: OF_SEARCH_MAX, hidden }),
    );
    await context.turn.pause();
    return docs;
  };
  for (const { clauses, first, isFallback } of searches) {
    if (found.size >= CANDIDATES_MAX) break;
    if (isFallback && isFound) continue;
    const docs = await pageOf(clauses);
    const preferred = first === undefined || docs.length < OF_SEARCH_MAX ? [] : await pageOf(first);
    for (const doc of [...preferred, ...docs]) if (!found.has(recordOf(doc))) found.set(recordOf(doc), doc);
    isFound ||= !isFallback && docs.length > 0;
  }
  return [...found.values()].slice(0, CANDIDATES_MAX);
}
