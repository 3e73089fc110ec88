// What a handler is given: the ports it reads and the edition that serves now.
import type { Accounts, Caller } from '../accounts/port.ts';
import type { Catalog } from '../catalog/port.ts';
import type { BodyOf, Operation } from '../contract/endpoints.ts';
import type { Clock } from '../ops/clock.ts';
import type { Turn } from '../ops/fair-scheduler.ts';
import type { Edition, Hidden } from '../search/edition/edition.ts';
import type { EmployerMemory, RowMemory } from './row-cache.ts';

/** The edition that serves now, the records in it that must not be shown any more, and the rows read in this state of the catalog. */
export interface Searchable {
  readonly edition: Edition;
  readonly hidden: Hidden;
  readonly rows: RowMemory;
  readonly employers: EmployerMemory;
  /** Of the edition and the catalog: the same body is answered alike from the same version. */
  readonly version: string;
}

/** What a call reads, and its part in the scheduling of the thread. */
export interface ApiContext extends SharedContext {
  readonly turn: Turn;
}

/** What all calls share. */
export interface SharedContext {
  readonly catalog: Catalog;
  readonly accounts: Pick<Accounts, 'remaining'>;
  readonly clock: Clock;
  /** Rejects with DATA_SERVICE_ERROR while no sound edition is loaded. */
  searchable(): Promise<Searchable>;
  /** Seals cursors: those of another installation are refused. */
  readonly cursorSecret: Buffer;
  /** Countries whose national numbers are tried for a phone without country code. */
  readonly phoneCountries: readonly string[];
  /** Days after which a check of an e-mail address counts no more; 0 for never. */
  readonly emailStatusDays: number;
  /** The host of all answered profile URLs; null keeps each as imported. */
  readonly networkHost: string | null;
}

/** A JSON text, or its UTF-8. */
export type Payload = string | Buffer;

/** What is left to do once a body is understood: answers the body of the 200, or throws NOT_FOUND. */
export type Work = () => Promise<Payload>;

/**
 * Reads the body of one operation, whose shape has been validated, and answers the work to do. Every 422 is thrown here, before any
 * credit is asked for; refusals are ApiErrors.
 */
export type Handler<Name extends Operation> = (
  body: BodyOf<Name>,
  context: ApiContext,
  caller: Caller,
) => Work | Promise<Work>;
