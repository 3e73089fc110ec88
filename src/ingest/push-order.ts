// The messages between the serving threads, the main thread and the thread that writes pushed rows.
import type { Static } from 'typebox';
import type { IngestAnswer, IngestKind } from '../contract/ingest.ts';

/** The rows of one call. */
export interface PushOrder {
  readonly kind: IngestKind;
  readonly source: string;
  /** Lines of the body. */
  readonly lines: number;
  /** JSON Lines, in memory of its own, which a message transfers. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type Warnings = Static<typeof IngestAnswer>['warnings'];

export type PushResult =
  | { readonly outcome: 'written'; readonly answer: Static<typeof IngestAnswer> }
  /** The body has no row that could be a record. */
  | { readonly outcome: 'invalid'; readonly message: string }
  /** Nothing is written; the same call may succeed later. */
  | { readonly outcome: 'busy'; readonly message: string; readonly retryAfterMs: number }
  /** The database is unreachable: the call is stored completely or not at all. */
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'failed'; readonly message: string };

export interface NumberedOrder {
  readonly id: number;
  readonly order: PushOrder;
}

export interface NumberedResult {
  readonly id: number;
  readonly result: PushResult;
}
