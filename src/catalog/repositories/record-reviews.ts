// The reviews of records of one kind: imports add them, merges score them again, undos restore them.
import type { UnsureMatch } from '../matching/best-match.ts';
import type { KindTypes } from '../matching/decide-row.ts';
import { reviewScore } from '../matching/review-score.ts';
import type { OpenReviews } from '../tables/open-reviews.ts';
import type { KindStore } from './kind-store.ts';
import type { OperatorDecisions } from './operator-decisions.ts';

interface Collaborators<Kind extends KindTypes> {
  readonly store: KindStore<Kind>;
  readonly reviews: OpenReviews;
  readonly decisions: OperatorDecisions<Kind>;
  readonly recordOf: (id: number) => Kind['stored'];
  readonly exists: (id: number) => boolean;
}

export class RecordReviews<Kind extends KindTypes> {
  readonly #with: Collaborators<Kind>;

  constructor(collaborators: Collaborators<Kind>) {
    this.#with = collaborators;
  }

  /** Adds a review for each record that a row may match, unless an operator has decided on the pair. */
  note(id: number, unsure: readonly UnsureMatch[], run: number): void {
    const { store, reviews, decisions, exists } = this.#with;
    const apart = decisions.apartFrom(id);
    for (const { id: other, evidence } of unsure) {
      if (apart.includes(other) || !exists(other) || decisions.areDecided(id, other)) continue;
      const score = reviewScore(evidence.weight, store.limits);
      reviews.put({ kind: store.kind, ids: [id, other], score, reasons: evidence.findings, run });
    }
  }

  /**
   * Scores the reviews of a record again after it merged others: the merged record may contradict evidence of its
   * parts.
   */
  score(id: number): void {
    const { store, reviews, recordOf } = this.#with;
    for (const review of reviews.ofRecord(store.kind, id)) {
      const [one, other] = review.ids;
      const { weight, findings: reasons } = store.evidenceOf(recordOf(one), recordOf(other));
      if (weight < store.limits.reviewFrom) reviews.drop(review);
      else reviews.put({ ...review, score: reviewScore(weight, store.limits), reasons });
    }
  }

  /**
   * Restores the reviews before a run, except reviews of other undone runs and of pairs that have since been decided.
   */
  undo(runId: number, isUndone: (run: number) => boolean): void {
    const { store, reviews, decisions, exists } = this.#with;
    reviews.undo(store.kind, runId, ({ ids: [one, other], run }) => {
      return !isUndone(run) && exists(one) && exists(other) && !decisions.areDecided(one, other);
    });
  }
}
