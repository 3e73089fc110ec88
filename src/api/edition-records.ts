// Reads records from the serving edition, as long as they equal those of the catalog. An edition lags behind the
// catalog by up to one build; records are then read from the catalog.
import type { Catalog } from '../catalog/port.ts';
import { CodecError } from '../codec/codec.ts';
import { PackError } from '../search/edition/bodies/pack-format.ts';
import type { Records } from '../search/edition/bodies/record-pack.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import { ClockCache } from './clock-cache.ts';

const EMPLOYERS_BYTES_MAX = 8 * 1024 * 1024;
/** Estimated overhead of a cached employer, in addition to its bytes. */
const EMPLOYER_OVERHEAD_BYTES = 200;

/** The part of a company that the rows and cursors of its people need. */
export interface Employer {
  readonly slug: string;
  /** The members of the wire object, without braces. */
  readonly members: Buffer;
}

/** The readable records of an edition. */
export interface ReadableRecords {
  readonly pack: Records;
  /**
   * Cached by document, because the largest employers occur in many rows. An edition never changes, so entries never
   * expire.
   */
  readonly employers: ClockCache<number, Employer>;
}

export class EditionRecords {
  readonly #edition: SearchableEdition;
  readonly #onDamage: (error: Error) => void;
  readonly #employers = new ClockCache<number, Employer>(
    EMPLOYERS_BYTES_MAX,
    ({ slug, members }) => slug.length + members.length + EMPLOYER_OVERHEAD_BYTES,
  );
  #isDamaged = false;

  /** `onDamage`: called once with the reason if the records cannot be read; from then on the catalog is used. */
  constructor(edition: SearchableEdition, onDamage: (error: Error) => void) {
    this.#edition = edition;
    this.#onDamage = onDamage;
  }

  /** Whether the catalog may have newer slugs than this edition. False if the edition has no readable records. */
  async hasOlderSlugs(catalog: Pick<Catalog, 'isCurrent'>): Promise<boolean> {
    return !this.#isDamaged && this.#edition.records !== null && !(await catalog.isCurrent(this.#edition.generation));
  }

  /**
   * The result of `read`; null if the records must be read from the catalog instead, because it has changed since the
   * edition was built or the edition has no readable records.
   */
  async read<Result>(
    catalog: Pick<Catalog, 'isCurrent'>,
    read: (records: ReadableRecords, edition: SearchableEdition) => Result | Promise<Result>,
  ): Promise<Result | null> {
    if (this.#isDamaged) return null;
    // Checked at the time of reading, not at the start of the call: a record suppressed meanwhile must not be answered.
    if (!(await catalog.isCurrent(this.#edition.generation))) return null;
    try {
      const pack = this.#edition.records;
      return pack && (await read({ pack, employers: this.#employers }, this.#edition));
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#isDamaged = true;
      this.#onDamage(error);
      return null;
    }
  }
}

/** Whether an error reports damaged content or an unreadable file. */
function isDamage(error: unknown): error is Error {
  return error instanceof PackError || error instanceof CodecError || (error instanceof Error && 'syscall' in error);
}
