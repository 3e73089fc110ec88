// Detects that the catalog of a running server was removed or replaced, or that a newer version migrated a store. Logs
// the begin and end of each fault that makes the server unready, once; /readyz answers 503 in between.
import type { Config } from '../app/config.ts';
import { catalogFile } from '../app/data-folder.ts';
import { newerStore } from '../app/store-schemas.ts';
import { clockBehindMs } from '../ops/clock.ts';
import { databaseFiles, FileIdentity } from '../ops/files/file-identity.ts';
import type { Fault, Health } from '../ops/monitoring/health.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { eventLoop } from '../ops/scheduling/schedule.ts';

const POLL_MS = 1000;

interface StoreWatchOptions {
  readonly config: Config;
  readonly log: Log;
  readonly health: Health;
}

/** A server that shuts down is no fault, and logs it itself. */
type WatchedFault = Exclude<Fault, 'leaving'>;

const BEGINS: Readonly<Record<WatchedFault, string>> = {
  charges: 'credits cannot be charged: paid calls get a 500 and cost nothing',
  accounts:
    'accounts.db was removed or replaced while the server runs: nothing is charged; put it back, or restart the server',
  database: 'the database of accounts is out of reach: calls get a 503 and cost nothing',
  space: 'the database has no space left: paid calls get a 503 and cost nothing; free some space on its disk',
  schema: 'the tables of the database belong to another version: calls get a 503 and cost nothing',
  upgraded: 'a newer version has migrated the data folder: calls that would write to it get a 503 and cost nothing',
  limiter: 'this server is joining the store of rate limits; it is not ready until it has joined',
  catalog:
    'catalog.db was removed or replaced while the server runs: the old one is served; put it back, or restart the server',
};
const ENDS: Readonly<Record<WatchedFault, string>> = {
  charges: 'credits can be charged again',
  accounts: 'accounts.db is back',
  database: 'the database of accounts is in reach again',
  space: 'the database has space again',
  schema: 'the tables of the database have the version of this server again',
  upgraded: 'the data folder has the version of this server again',
  limiter: 'the store of rate limits admits calls',
  catalog: 'catalog.db is back',
};

export class StoreWatch {
  readonly #options: StoreWatchOptions;
  #clockSeconds = 0;
  readonly stop: () => void;

  /**
   * The catalog of the folder must be open. It is not watched with a database, because then the folder contains none.
   */
  constructor(options: StoreWatchOptions) {
    this.#options = options;
    if (options.config.database !== null) {
      this.stop = eventLoop.every(POLL_MS, () => this.#noteClock());
      return;
    }
    const catalog = new FileIdentity(databaseFiles(catalogFile(options.config)));
    this.stop = eventLoop.every(POLL_MS, () => {
      const changed = catalog.changed();
      this.note('catalog', changed === null ? null : { message: `${changed} is not the file that was opened` });
      this.note('upgraded', newerStore(options.config));
    });
  }

  /**
   * Logs once when the clock of this server becomes wrong, and when it is right again. All servers follow the clock of
   * the database.
   */
  #noteClock(): void {
    const seconds = Math.round(clockBehindMs() / 1000);
    if ((seconds === 0) === (this.#clockSeconds === 0)) return;
    this.#clockSeconds = seconds;
    const { log } = this.#options;
    if (seconds === 0) log.info('the clock of this server agrees with the clock of the database again');
    else
      log.warn(
        { seconds: Math.abs(seconds) },
        `the clock of this server is ${seconds > 0 ? 'behind' : 'ahead of'} the clock of the database, which is used instead; ` +
          'synchronize both by NTP',
      );
  }

  /** Notes the failure that causes a fault; null if the fault has ended. */
  note(fault: WatchedFault, failure: { readonly message: string; readonly code?: unknown } | null): void {
    const { health, log } = this.#options;
    if (!health.note(fault, failure !== null)) return;
    // For the limiter this is no error: a starting server has not joined yet.
    if (failure === null || fault === 'limiter') log.info(failure === null ? ENDS[fault] : BEGINS[fault]);
    else log.error({ reason: failure.message, code: failure.code }, BEGINS[fault]);
  }
}
