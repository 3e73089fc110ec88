// The reviews of records of one kind: noted by imports, scored again after merges, restored by undos.
import type { UnsureMatch } from '../matching/best-match.ts';
import type { KindTypes } from '../matching/decide-row.ts';
import { reviewScore } from '../matching/review-score.ts';
import type { OpenReviews } from '../tables/open-reviews.ts';
import type { KindStore } from './kind-store.ts';
import type { Rulings } from './rulings.ts';

interface Collaborators<Kind extends KindTypes> {
  readonly store: KindStore<Kind>;
  readonly reviews: OpenReviews;
  readonly rulings: Rulings<Kind>;
  readonly recordOf: (id: number) => Kind['stored'];
  readonly exists: (id: number) => boolean;
}

export class RecordReviews<Kind extends KindTypes> {
  readonly #with: Collaborators<Kind>;

  constructor(collaborators: Collaborators<Kind>) {
    this.#with = collaborators;
  }

  /** The records that a row may match become reviews, unless an operator has decided already. */
  note(id: number, unsure: readonly UnsureMatch[], run: number): void {
    const { store, reviews, rulings, exists } = this.#with;
    const apart = rulings.apartFrom(id);
    for (const { id: other, evidence } of unsure) {
      if (apart.includes(other) || !exists(other) || rulings.areDecided(id, other)) continue;
      const score = reviewScore(evidence.weight, store.limits);
      reviews.put({ kind: store.kind, ids: [id, other], score, reasons: evidence.findings, run });
    }
  }

  /** Scores the reviews of a record that has merged others again: it may contradict what its parts were like. */
  score(id: number): void {
    const { store, reviews, recordOf } = this.#with;
    for (const review of reviews.ofRecord(store.kind, id)) {
      const [one, other] = review.ids;
      const { weight, findings: reasons } = store.evidenceOf(recordOf(one), recordOf(other));
      if (weight < store.limits.reviewFrom) reviews.drop(review);
      else reviews.put({ ...review, score: reviewScore(weight, store.limits), reasons });
    }
  }

  /** Restores the reviews before a run, except those of other undone runs and of pairs that are decided by now. */
  undo(runId: number, isUndone: (run: number) => boolean): void {
    const { store, reviews, rulings, exists } = this.#with;
    reviews.undo(store.kind, runId, ({ ids: [one, other], run }) => {
      return !isUndone(run) && exists(one) && exists(other) && !rulings.areDecided(one, other);
    });
  }
}
