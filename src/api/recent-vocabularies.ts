// The vocabularies of the serving edition. Counting the values of a large edition takes a second of processor time, so
// a vocabulary of an edition with a delta, which can be replaced at any moment, is reused for a minute.
import type { Hidden } from '../search/edition/hidden.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import type { VocabularyField } from '../search/edition/terms/vocabularies.ts';
import type { Vocabulary } from '../search/edition/terms/vocabulary.ts';

const LIFETIME_MS = 60_000;

interface CachedVocabulary {
  readonly vocabulary: Promise<Vocabulary>;
  readonly createdMs: number;
  /** A hidden record disappears from the suggestions at once. */
  readonly hiddenGeneration: number;
}

export class RecentVocabularies {
  readonly #elapsedMs: () => number;
  readonly #cached = new Map<VocabularyField, CachedVocabulary>();

  /** `elapsedMs`: a monotonic clock. */
  constructor(elapsedMs: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  /** The vocabulary of a field. If the edition has a delta, it may be up to a minute old. */
  of(
    field: VocabularyField,
    { edition, hidden }: { readonly edition: SearchableEdition; readonly hidden: Hidden },
    hiddenGeneration: number,
  ): Promise<Vocabulary> {
    const known = this.#cached.get(field);
    const isRecent =
      known && known.hiddenGeneration === hiddenGeneration && this.#elapsedMs() - known.createdMs < LIFETIME_MS;
    if (isRecent && edition.changedRecords > 0) return known.vocabulary;
    const vocabulary = edition.vocabulary(field, hidden);
    this.#cached.set(field, { vocabulary, createdMs: this.#elapsedMs(), hiddenGeneration });
    return vocabulary;
  }
}
