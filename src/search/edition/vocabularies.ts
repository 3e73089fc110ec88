// Makes the vocabularies of an edition when they are first asked for, in slices that let other calls pass, and keeps them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FACETS } from '../../contract/facets.ts';
import type { TextField } from '../../contract/fields.ts';
import { industryKey } from '../../contract/values.ts';
import { wordKey } from '../../words/words.ts';
import type { Query, Space } from '../query.ts';
import type { DocSet } from './doc-set.ts';
import type { EditionIndex, TextColumn } from './edition-index.ts';
import type { EmployerFinder } from './employer-finder.ts';
import { countColumns, type FacetRow } from './facet-counts.ts';
import { SPACE_OF } from './field-table.ts';
import { Vocabulary, type VocabularyEntry } from './vocabulary.ts';

/** Fields that have one. */
export type VocabularyField = 'industry' | 'job_title' | 'opening_title' | 'city' | 'hq_city';

/** Different values that a vocabulary holds: of more, the rarest are left out. */
const VALUES_MAX = 200_000;
/** Milliseconds of work without letting others pass. */
const SLICE_MS = 5;

/** What a vocabulary is counted from, without what is hidden. */
export interface VocabularySource {
  readonly index: EditionIndex;
  readonly employers: () => EmployerFinder;
  /** All documents of a space. */
  all(space: Space): DocSet;
  count(query: Query): number;
  industries(): readonly FacetRow[];
}

/** The facet that the vocabulary of industries is made of. */
export const INDUSTRY_FACET = FACETS['company-search'].filter(({ list }) => list === 'industry');

/** Asks for the documents whose text in a field is one whole, by its wordKey. */
export function wholeTextQuery(field: TextField, key: string): Query {
  const value = { exact: key, words: [...new Set(key.split(' '))].map((word) => [word]) };
  return { space: SPACE_OF[field], clauses: [{ kind: 'words', fields: [field], anyOf: [value], negated: false }] };
}

/** The vocabulary of a field. Each value counts the companies, persons or job rows that a search for it in brackets finds. */
export async function makeVocabulary(field: VocabularyField, source: VocabularySource): Promise<Vocabulary> {
  if (field === 'industry') return new Vocabulary(industryEntries(source));
  if (field === 'city' || field === 'hq_city') return new Vocabulary(await wholeTerms(field, source));
  return new Vocabulary(await titles(field === 'job_title' ? 'people' : 'jobs', source));
}

/** Labels that mean the same industry are one value, which is found by each of them. */
function industryEntries({ index, industries }: VocabularySource): VocabularyEntry[] {
  const labels = Map.groupBy(index.values.industry.values, industryKey);
  return industries().map(({ value, count }) => {
    const others = labels.get(industryKey(value)) ?? [];
    return { text: value, keys: [...new Set([value, ...others].map(wordKey))], count };
  });
}

async function wholeTerms(field: 'city' | 'hq_city', { index, count }: VocabularySource): Promise<VocabularyEntry[]> {
  const entries: VocabularyEntry[] = [];
  await inSlices(index.terms.wholeTexts(field).slice(0, VALUES_MAX), (key) => {
    const found = key === '' ? 0 : count(wholeTextQuery(field, key));
    if (found > 0) entries.push({ text: null, keys: [key], count: found });
  });
  return entries;
}

/** Titles of equal words are one value, shown in the most frequent spelling. */
async function titles(space: 'people' | 'jobs', source: VocabularySource): Promise<VocabularyEntry[]> {
  const { index } = source;
  const column = index[space].titles;
  const documents = documentsByCode(column, index.blocks[space].docCount);
  const groupOf = new Uint32Array(column.codeCount + 1);
  const groups = new Map<string, { number: number; text: string; documents: number }>();
  await inSlices(mostFrequent(documents), (code) => {
    const text = column.text(code);
    const key = wordKey(text);
    if (key === '') return;
    const group = groups.get(key) ?? { number: groups.size + 1, text, documents: 0 };
    groups.set(key, group);
    groupOf[code] = group.number;
    const more = documents[code]!;
    if (more > group.documents || (more === group.documents && text < group.text))
      Object.assign(group, { text, documents: more });
  });
  const keys = [...groups.keys()];
  const counted = { side: 'own', column, groups: { labels: keys, groupOf } } as const;
  const [rows = []] = countColumns({ space, set: source.all(space) }, [counted], source);
  return rows.map(({ value, count }) => ({ text: groups.get(value)?.text ?? null, keys: [value], count }));
}

function documentsByCode(column: TextColumn, docCount: number): Uint32Array {
  const documents = new Uint32Array(column.codeCount + 1);
  for (let doc = 0; doc < docCount; doc++) documents[column.codeAt(doc)]!++;
  return documents;
}

function mostFrequent(documents: Uint32Array): number[] {
  const codes = Array.from(documents.keys()).slice(1);
  if (codes.length <= VALUES_MAX) return codes;
  return codes.sort((left, right) => documents[right]! - documents[left]!).slice(0, VALUES_MAX);
}

async function inSlices<T>(list: readonly T[], work: (entry: T) => void): Promise<void> {
  let sliceEndMs = performance.now() + SLICE_MS;
  for (const entry of list) {
    work(entry);
    if (performance.now() < sliceEndMs) continue;
    await nextTurn();
    sliceEndMs = performance.now() + SLICE_MS;
  }
}
