// Builds the vocabularies of an edition on first use.
import { FACETS, type Facet } from '../../../contract/facets.ts';
import {
  type FieldIn,
  type FieldsWhere,
  SEARCH_FIELDS,
  type Space,
  type SuggestedFieldName,
  type TextField,
} from '../../../contract/fields.ts';
import { industryKey } from '../../../contract/values.ts';
import type { Work } from '../../../ops/work.ts';
import { wordKey } from '../../../words/words.ts';
import type { Query } from '../../query.ts';
import type { EditionIndex, TextColumn } from '../edition-index.ts';
import type { EmployerFinder } from '../employer-finder.ts';
import { countColumns, type FacetRow } from '../facets/facet-counts.ts';
import type { DocSet } from '../sets/doc-set.ts';
import { sorted } from '../sorting.ts';
import { compareEntries, Vocabulary, type VocabularyEntry } from './vocabulary.ts';

/** Fields that have a vocabulary. Names of companies are found by their own look-up. */
export type VocabularyField = Exclude<SuggestedFieldName, 'name'>;

/** Short texts shared by many records: a vocabulary holds only their words, and a record their spelling. */
export type SharedVocabularyField = FieldsWhere<{ suggested: true; texts: 'shared' }>;

export function isShared(field: VocabularyField): field is SharedVocabularyField {
  const row = SEARCH_FIELDS[field];
  return row.kind === 'words' && row.texts === 'shared';
}

/** Maximum number of distinct values in a vocabulary; the rarest of more are omitted. */
const VALUES_MAX = 200_000;
/** Values, or 64 times as many documents, that are read between two yields. */
const STRETCH = 256;

/** The input of a vocabulary, without hidden documents. */
export interface VocabularySource {
  readonly index: EditionIndex;
  readonly employers: () => EmployerFinder;
  /** All documents of a space. */
  all(space: Space): DocSet;
  count(query: Query): Work<number>;
  facets(query: Query, facets: readonly Facet[]): Work<FacetRow[][]>;
}

/** The facet from which the vocabulary of industries is built. */
const INDUSTRY_FACET = FACETS['company-search'].filter(({ list }) => list === 'industry');

/** A field of the documents that searches return. */
type SearchedTextField = Exclude<TextField, FieldIn<'openings'>>;

/** The query for documents whose text in a field is equal to one whole text, given by its wordKey. */
export function wholeTextQuery(field: SearchedTextField, key: string): Query {
  const value = { exact: key, words: [...new Set(key.split(' '))].map((word) => [word]) };
  return {
    space: SEARCH_FIELDS[field].space,
    clauses: [{ kind: 'words', fields: [field], anyOf: [value], negated: false }],
  };
}

/**
 * The vocabulary of a field. The count of each value is the number of companies, people or job rows that a search for
 * the bracketed value finds.
 */
export function* makeVocabulary(field: VocabularyField, source: VocabularySource): Work<Vocabulary> {
  const entries = yield* entriesOf(field, source);
  return new Vocabulary(yield* sorted(entries, compareEntries));
}

function entriesOf(field: VocabularyField, source: VocabularySource): Work<VocabularyEntry[]> {
  if (field === 'industry') return industries(source);
  if (isShared(field)) return wholeTerms(field, source);
  return titles(field === 'job_title' ? 'people' : 'jobs', source);
}

/** Industry labels with the same meaning are one value, which is found by each of them. */
function* industries({ index, facets }: VocabularySource): Work<VocabularyEntry[]> {
  const labels = Map.groupBy(index.values.industry.values, industryKey);
  const [rows = []] = yield* facets({ space: 'companies', clauses: [] }, INDUSTRY_FACET);
  return rows.map(({ value, count }) => {
    const others = labels.get(industryKey(value)) ?? [];
    return { text: value, keys: [...new Set([value, ...others].map(wordKey))], count };
  });
}

function* wholeTerms(field: SharedVocabularyField, { index, count }: VocabularySource): Work<VocabularyEntry[]> {
  const entries: VocabularyEntry[] = [];
  for (const key of index.terms.wholeTexts(field).slice(0, VALUES_MAX)) {
    const found = key === '' ? 0 : yield* count(wholeTextQuery(field, key));
    if (found > 0) entries.push({ text: null, keys: [key], count: found });
  }
  return entries;
}

/** Titles with equal words are one value, shown in the most frequent spelling. */
function* titles(space: 'people' | 'jobs', source: VocabularySource): Work<VocabularyEntry[]> {
  const { index } = source;
  const column = index[space].titles;
  const documents = yield* documentsByCode(column, index.blocks[space].docCount);
  const groupOf = new Uint32Array(column.codeCount + 1);
  const groups = new Map<string, { number: number; text: string; documents: number }>();
  for (const code of mostFrequent(documents)) {
    if (code % STRETCH === 0) yield;
    const text = column.text(code);
    const key = wordKey(text);
    if (key === '') continue;
    const group = groups.get(key) ?? { number: groups.size + 1, text, documents: 0 };
    groups.set(key, group);
    groupOf[code] = group.number;
    const more = documents[code]!;
    if (more > group.documents || (more === group.documents && text < group.text))
      Object.assign(group, { text, documents: more });
  }
  const counted = { side: 'own', column, groups: { labels: [...groups.keys()], groupOf } } as const;
  const [rows = []] = yield* countColumns({ space, set: source.all(space) }, [counted], source);
  const entries: VocabularyEntry[] = [];
  for (const { value, count } of rows) {
    if (entries.push({ text: groups.get(value)?.text ?? null, keys: [value], count }) % STRETCH === 0) yield;
  }
  return entries;
}

function* documentsByCode(column: TextColumn, docCount: number): Work<Uint32Array> {
  const documents = new Uint32Array(column.codeCount + 1);
  for (let doc = 0; doc < docCount; doc++) {
    documents[column.codeAt(doc)]!++;
    if (doc % (64 * STRETCH) === 0) yield;
  }
  return documents;
}

/** The codes to include as values: if there are too many, those with the most documents. */
function mostFrequent(documents: Uint32Array): Uint32Array {
  const codes = Uint32Array.from(documents.keys()).subarray(1);
  if (codes.length <= VALUES_MAX) return codes;
  const least = documents.slice(1).sort().at(-VALUES_MAX) ?? 0;
  let ties = VALUES_MAX - codes.reduce((more, code) => more + Number(documents[code]! > least), 0);
  return codes.filter((code) => documents[code]! > least || (documents[code] === least && ties-- > 0));
}
