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
import { industryKey } from '../../../contract/vocabularies/values.ts';
import type { Work } from '../../../ops/scheduling/work.ts';
import { wordKey } from '../../../words/words.ts';
import type { Query } from '../../query.ts';
import type { EmployerFinder } from '../columns/employer-finder.ts';
import type { TextColumn } from '../columns/text-column.ts';
import type { EditionIndex } from '../edition-index.ts';
import { countColumns, type FacetRow } from '../facets/facet-counts.ts';
import type { Hidden } from '../hidden.ts';
import type { DocSet } from '../sets/doc-set.ts';
import type { IntervalSet } from '../sets/interval-set.ts';
import { sorted } from '../sorting.ts';
import { compareEntries, Vocabulary, type VocabularyEntry } from './vocabulary.ts';

/** The fields that have a vocabulary. Companies are suggested by name without one, see companies-named.ts. */
export type VocabularyField = Exclude<SuggestedFieldName, 'name'>;

/**
 * Fields with short texts that many records share. A vocabulary contains only the words of these texts; their spelling
 * is in the records.
 */
export type SharedVocabularyField = FieldsWhere<{ suggested: true; texts: 'shared' }>;

export function isShared(field: VocabularyField): field is SharedVocabularyField {
  const row = SEARCH_FIELDS[field];
  return row.kind === 'words' && row.texts === 'shared';
}

/** The maximum number of distinct values in a vocabulary. If there are more, the rarest are omitted. */
const VALUES_MAX = 200_000;
/** The numbers of values and of documents between two yields. */
const VALUES_PER_YIELD = 256;
const DOCS_PER_YIELD = 16_384;

/** One layer of the input of a vocabulary. */
export interface VocabularyLayer {
  readonly index: EditionIndex;
  readonly employers: () => EmployerFinder;
  readonly hidden: Hidden;
  /** All documents of a space that are not hidden. */
  all(space: Space): DocSet;
  count(query: Query): Work<number>;
}

/** The input of a vocabulary, without hidden documents. */
export interface VocabularySource {
  readonly layers: readonly VocabularyLayer[];
  /** The industries that occur, in text order. */
  readonly industries: readonly string[];
  facets(query: Query, facets: readonly Facet[]): Work<FacetRow[][]>;
  /**
   * For each label, the number of times that the sum over the layers counts a person again. Absent if there is one
   * layer.
   */
  readonly repeated?: (labelAt: (layer: number, doc: number) => string | null) => Work<ReadonlyMap<string, number>>;
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

/** Industry labels with the same meaning are one value. Each of the labels finds it. */
function* industries({ industries: present, facets }: VocabularySource): Work<VocabularyEntry[]> {
  const labels = Map.groupBy(present, industryKey);
  const [rows = []] = yield* facets({ space: 'companies', clauses: [] }, INDUSTRY_FACET);
  return rows.map(({ value, count }) => {
    const others = labels.get(industryKey(value)) ?? [];
    return { text: value, keys: [...new Set([value, ...others].map(wordKey))], count };
  });
}

function* wholeTerms(field: SharedVocabularyField, { layers }: VocabularySource): Work<VocabularyEntry[]> {
  const counts = new Map<string, number>();
  for (const { index, count } of layers) {
    for (const key of index.terms.wholeTexts(field).slice(0, VALUES_MAX)) {
      const found = key === '' ? 0 : yield* count(wholeTextQuery(field, key));
      if (found > 0) counts.set(key, (counts.get(key) ?? 0) + found);
    }
  }
  return Array.from(counts, ([key, count]) => ({ text: null, keys: [key], count }));
}

/** Titles with the same words are one value, shown in its most frequent spelling. */
function* titles(space: 'people' | 'jobs', { layers, repeated }: VocabularySource): Work<VocabularyEntry[]> {
  const groups: TitleGroups = new Map();
  const numbered = yield* groupLayers(layers, space, groups);
  const counts = new Map<string, number>();
  for (const { layer, groupOf } of numbered) {
    const column = layer.index[space].titles;
    const counted = { side: 'own', column, groups: { labels: [...groups.keys()], groupOf } } as const;
    const [rows = []] = yield* countColumns({ space, set: layer.all(space) }, [counted], layer);
    for (const { value, count } of rows) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  if (space === 'people' && repeated) {
    const labels = [...groups.keys()];
    const labelAt = (layer: number, doc: number) => {
      const { groupOf, layer: own } = numbered[layer]!;
      return labels[groupOf[own.index.people.titles.codeAt(doc)]! - 1] ?? null;
    };
    for (const [value, count] of yield* repeated(labelAt)) counts.set(value, (counts.get(value) ?? 0) - count);
  }
  const entries: VocabularyEntry[] = [];
  for (const [value, count] of counts) {
    if (entries.push({ text: groups.get(value)?.text ?? null, keys: [value], count }) % VALUES_PER_YIELD === 0) yield;
  }
  return entries;
}

/** A layer with the number of the group of each of its titles, by code. */
interface GroupedLayer {
  readonly layer: VocabularyLayer;
  readonly groupOf: Uint32Array;
}

/** Groups the titles of all layers. The spelling of a group is the most frequent one of all layers together. */
function* groupLayers(
  layers: readonly VocabularyLayer[],
  space: 'people' | 'jobs',
  groups: TitleGroups,
): Work<GroupedLayer[]> {
  const [first, ...others] = layers;
  // The other layers are usually small. Their numbers of documents by text are added to the numbers of the first layer.
  const elsewhere = new Map<string, number>();
  for (const layer of others) yield* addDocuments(layer, space, elsewhere);
  const inFirst = (text: string, own: number) => {
    const total = own + (elsewhere.get(text) ?? 0);
    if (others.length > 0) elsewhere.set(text, total);
    return total;
  };
  const inOthers = (text: string) => elsewhere.get(text) ?? 0;
  const grouped: GroupedLayer[] = [];
  for (const layer of layers) {
    const documentsOf = layer === first ? inFirst : inOthers;
    grouped.push({ layer, groupOf: yield* groupTitles(layer, space, { groups, documentsOf }) });
  }
  return grouped;
}

/** By wordKey of titles: the number of the group, and the most frequent spelling. */
type TitleGroups = Map<string, { readonly number: number; text: string; documents: number }>;

/** Adds the titles of a layer to the groups. Returns the group number of each code. */
function* groupTitles(
  { index, hidden }: VocabularyLayer,
  space: 'people' | 'jobs',
  { groups, documentsOf }: { readonly groups: TitleGroups; documentsOf(text: string, own: number): number },
): Work<Uint32Array> {
  const column = index[space].titles;
  const documents = yield* documentsByCode(column, index.blocks[space].docCount, hidden.sets[space]);
  const groupOf = new Uint32Array(column.codeCount + 1);
  for (const code of mostFrequent(documents)) {
    if (code % VALUES_PER_YIELD === 0) yield;
    const text = column.text(code);
    const key = wordKey(text);
    if (key === '') continue;
    const group = groups.get(key) ?? { number: groups.size + 1, text, documents: 0 };
    groups.set(key, group);
    groupOf[code] = group.number;
    const more = documentsOf(text, documents[code]!);
    if (more > group.documents || (more === group.documents && text < group.text))
      Object.assign(group, { text, documents: more });
  }
  return groupOf;
}

function* addDocuments(
  { index, hidden }: VocabularyLayer,
  space: 'people' | 'jobs',
  documentsOf: Map<string, number>,
): Work<void> {
  const column = index[space].titles;
  const documents = yield* documentsByCode(column, index.blocks[space].docCount, hidden.sets[space]);
  for (let code = 1; code < documents.length; code++) {
    const text = column.text(code);
    documentsOf.set(text, (documentsOf.get(text) ?? 0) + documents[code]!);
  }
}

/** The number of documents of each code, without hidden documents. */
function* documentsByCode(column: TextColumn, docCount: number, hidden: IntervalSet): Work<Uint32Array> {
  const documents = new Uint32Array(column.codeCount + 1);
  for (let doc = 0; doc < docCount; doc++) {
    documents[column.codeAt(doc)]!++;
    if (doc % DOCS_PER_YIELD === 0) yield;
  }
  for (const doc of hidden.within(0, docCount)) documents[column.codeAt(doc)]!--;
  return documents;
}

/** The codes to include as values. If there are too many, the codes with the most documents. */
function mostFrequent(documents: Uint32Array): Uint32Array {
  const codes = Uint32Array.from(documents.keys()).subarray(1);
  if (codes.length <= VALUES_MAX) return codes;
  const least = documents.slice(1).sort().at(-VALUES_MAX) ?? 0;
  let ties = VALUES_MAX - codes.reduce((more, code) => more + Number(documents[code]! > least), 0);
  return codes.filter((code) => documents[code]! > least || (documents[code] === least && ties-- > 0));
}
