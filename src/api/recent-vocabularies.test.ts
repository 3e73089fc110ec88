import { expect, test } from 'vitest';
import type { Hidden } from '../search/edition/hidden.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import { Vocabulary } from '../search/edition/terms/vocabulary.ts';
import { RecentVocabularies } from './recent-vocabularies.ts';

const hidden = {} as Hidden;

/** An edition with as many changed records, and its vocabulary. */
function editionOf(changedRecords: number) {
  const vocabulary = Promise.resolve(new Vocabulary([]));
  return { edition: { changedRecords, vocabulary: () => vocabulary } as unknown as SearchableEdition, vocabulary };
}

test('a vocabulary is used for a minute while deltas follow each other, and not longer', () => {
  let nowMs = 0;
  const recent = new RecentVocabularies(() => nowMs);
  const [first, second] = [editionOf(1), editionOf(2)];
  const of = ({ edition }: typeof first) => recent.of('hq_city', { edition, hidden }, 1);
  expect(of(first)).toBe(first.vocabulary);
  nowMs = 59_000;
  expect(of(second)).toBe(first.vocabulary);
  nowMs = 60_000;
  expect(of(second)).toBe(second.vocabulary);
});

test('a hidden record, or an edition without a delta, has its own vocabulary at once', () => {
  const recent = new RecentVocabularies(() => 0);
  const [first, second, whole] = [editionOf(1), editionOf(2), editionOf(0)];
  expect(recent.of('hq_city', { edition: first.edition, hidden }, 1)).toBe(first.vocabulary);
  expect(recent.of('hq_city', { edition: second.edition, hidden }, 2)).toBe(second.vocabulary);
  expect(recent.of('hq_city', { edition: whole.edition, hidden }, 2)).toBe(whole.vocabulary);
});
