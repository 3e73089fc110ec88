// The context of a handler: the ports that it reads, and the serving edition.
import type { Accounts, Caller } from '../accounts/port.ts';
import type { Catalog, Lookups } from '../catalog/port.ts';
import type { BodyOf, SingleOperation } from '../contract/endpoints/endpoints.ts';
import type { Clock } from '../ops/clock.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import type { Hidden } from '../search/edition/hidden.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import type { VocabularyField } from '../search/edition/terms/vocabularies.ts';
import type { Vocabulary } from '../search/edition/terms/vocabulary.ts';
import type { EditionRecords } from './edition-records.ts';

/** The serving edition with its records, and the records to hide from its results. */
export interface Searchable {
  readonly edition: SearchableEdition;
  readonly hidden: Hidden;
  readonly records: EditionRecords;
  /** Version of the edition and the catalog: the same version and body always give the same answer. */
  readonly version: string;
  /** The vocabulary of a field, without hidden records. */
  readonly vocabulary: (field: VocabularyField) => Promise<Vocabulary>;
}

/** The context of one call: the shared context, and the call's turn on the fair scheduler. */
export interface ApiContext extends SharedContext {
  readonly turn: Turn;
}

/** The context shared by all calls. */
export interface SharedContext {
  readonly catalog: Catalog;
  readonly accounts: Pick<Accounts, 'remaining'>;
  readonly clock: Clock;
  /** Rejects with DATA_SERVICE_ERROR while no valid edition is loaded. */
  searchable(): Promise<Searchable>;
  /** Look-ups in the current state. */
  readonly lookups: Lookups;
  /**
   * The key that signs cursors; cursors of other installations are rejected. Throws DATA_SERVICE_ERROR while it is
   * unknown.
   */
  readonly cursorSecret: () => Buffer;
  /** Default countries for phone numbers without a country code. */
  readonly phoneCountries: readonly string[];
  /** Maximum age of an e-mail check in days; older checks are ignored. 0 for no limit. */
  readonly emailStatusDays: number;
  /** The host of all profile URLs in answers; if null, each URL keeps the host with which it was imported. */
  readonly networkHost: string | null;
}

/** JSON as a string or as UTF-8 bytes. */
export type Payload = string | Buffer;

/** The work that remains after a body is planned: returns the body of the 200, or throws NOT_FOUND. */
export type Work = () => Promise<Payload>;

/**
 * Plans the call of one operation from its validated body, and returns the work to execute. Throws every 422 here,
 * before credits are charged; rejections are ApiErrors.
 */
export type Handler<Name extends SingleOperation> = (
  body: BodyOf<Name>,
  context: ApiContext,
  caller: Caller,
) => Work | Promise<Work>;
