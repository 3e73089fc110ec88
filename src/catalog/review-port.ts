// The interface to reviews and manual merges. A review is a pair of records that may be one, on which an operator
// decides. Implementation: repositories/catalog-admin.ts. Every method is one transaction.
import type { Finding } from '../identity/evidence.ts';
import type { CatalogAdmin, RecordKind } from './admin-port.ts';

/** A pair of records on which the evidence does not decide. */
export interface Review {
  readonly id: number;
  readonly kind: RecordKind;
  readonly slugs: readonly [string, string];
  readonly names: readonly [string, string];
  /** The probability that both records are one, from the weights of the evidence; 0 to 1 with two decimals. */
  readonly score: number;
  /** The findings for and against a match. */
  readonly reasons: readonly Finding[];
  /** The import run that found it. */
  readonly run: number;
}

/**
 * A decision of an operator: the rows of two keys are one record, or never are. The key of a row is its profile slug,
 * or is made of its values, so that a verdict outlives records and applies in another catalog.
 */
export interface Verdict {
  readonly kind: RecordKind;
  readonly keys: readonly [string, string];
  readonly isSame: boolean;
  /** ISO timestamp. */
  readonly at: string;
}

export interface Merged {
  /** Slug of the survivor. */
  readonly stays: string;
  /** Former slug of the record that is merged into it. */
  readonly merged: string;
}

/** All maintenance of the store of records. */
export type RecordAdmin = CatalogAdmin & Reviews;

export interface Reviews {
  /**
   * Open reviews of visible records, in descending order of probability, after the first `skip`. `total` counts all
   * open reviews.
   */
  reviews(page: { readonly limit: number; readonly skip?: number }): Promise<{
    readonly total: number;
    readonly reviews: readonly Review[];
  }>;
  /**
   * Decides an open review: merges both records, or keeps them apart on all later imports. Throws an OperatorError if
   * there is no such open review.
   */
  decideReview(id: number, isSame: boolean, at: string): Promise<Review & { readonly merged: Merged | null }>;
  /**
   * Merges two records, and keeps their rows together on all later imports. Throws an OperatorError if one is unknown,
   * or if both are already one.
   */
  mergeRecords(kind: RecordKind, slugs: readonly [string, string], at: string): Promise<Merged>;
  /** All verdicts, in a stable order. */
  verdicts(): Promise<readonly Verdict[]>;
  /**
   * Adds verdicts of another catalog, and merges the records that are one by these verdicts. Returns the number of new
   * verdicts.
   */
  addVerdicts(verdicts: readonly Verdict[]): Promise<{ readonly added: number; readonly merged: number }>;
}
