// The records of one serving thread: from the catalog of its server, or on a serving node from the editions.

import { EditionCatalog, noEdition } from '../api/edition-catalog.ts';
import { openCatalog } from '../app/catalogs.ts';
import type { Config } from '../app/config.ts';
import type { OpenedCatalog } from '../catalog/opened-catalog.ts';
import type { Catalog, HiddenState } from '../catalog/port.ts';
import { monotonicNowMs } from '../ops/clock.ts';
import { eventLoop } from '../ops/scheduling/schedule.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import type { FollowedState } from './process-records.ts';

export interface ThreadRecords {
  readonly catalog: Catalog;
  /** The documents of the searched records; see Catalog. */
  documents(): ReturnType<Catalog['documents']>;
  /** Throws DATA_SERVICE_ERROR until the secret is known. */
  cursorSecret(): Buffer;
  replace(edition: SearchableEdition): void;
  noteFollowed(state: FollowedState): void;
  hide(hidden: HiddenState): void;
  notePoll(atMs: number): void;
  close(): void;
}

export function openThreadRecords(config: Config): ThreadRecords {
  return config.editions === null ? ofCatalog(config) : ofEditions(config);
}

function ofCatalog(config: Config): ThreadRecords {
  const catalog = openCatalog(config, eventLoop);
  const secret = catalog.cursorSecret();
  return {
    catalog,
    documents: () => catalog.documents(),
    cursorSecret: () => secret,
    replace: () => undefined,
    noteFollowed: () => undefined,
    hide: () => undefined,
    notePoll: () => undefined,
    close: () => catalog.close(),
  };
}

function ofEditions(config: Config): ThreadRecords {
  const catalog = new EditionCatalog(config.networkHost, monotonicNowMs);
  // The edition answers calls; only changes are read from the database.
  let database: OpenedCatalog | null = null;
  let secret: Buffer | null = null;
  return {
    catalog,
    documents: () => {
      database ??= openCatalog(config);
      return database.documents();
    },
    cursorSecret: () => {
      if (secret === null) throw noEdition();
      return secret;
    },
    replace: (edition) => catalog.replace(edition),
    noteFollowed: ({ cursorSecret }) => {
      secret = Buffer.from(cursorSecret, 'base64');
    },
    hide: (hidden) => catalog.hide(hidden),
    notePoll: (atMs) => catalog.notePoll(atMs),
    close: () => database?.close(),
  };
}
