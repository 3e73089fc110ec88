// The records of one serving thread: those of the catalog of its server, or on a serving node those of the editions.
import { EditionCatalog, noEdition } from '../api/edition-catalog.ts';
import type { Config } from '../app/config.ts';
import { openCatalog } from '../app/stores.ts';
import type { Catalog } from '../catalog/port.ts';
import type { PublishedHidden } from '../nodes/edition-manifest.ts';
import { eventLoop } from '../ops/schedule.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import type { FollowedState } from './process-records.ts';

export interface ThreadRecords {
  readonly catalog: Catalog;
  /** Throws DATA_SERVICE_ERROR while it is unknown. */
  cursorSecret(): Buffer;
  /** Null on a server that has a catalog; else where people find the one that has it, as far as it is known. */
  builder(): string | null;
  replace(edition: SearchableEdition): void;
  noteFollowed(state: FollowedState): void;
  hide(hidden: PublishedHidden): void;
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
    cursorSecret: () => secret,
    builder: () => null,
    replace: () => undefined,
    noteFollowed: () => undefined,
    hide: () => undefined,
    close: () => catalog.close(),
  };
}

function ofEditions({ networkHost }: Config): ThreadRecords {
  const catalog = new EditionCatalog(networkHost);
  let followed: (FollowedState & { readonly secret: Buffer }) | null = null;
  return {
    catalog,
    cursorSecret: () => {
      if (followed === null) throw noEdition();
      return followed.secret;
    },
    builder: () => followed?.builder ?? 'the server with CARDFILE_PUBLISH',
    replace: (edition) => catalog.replace(edition),
    noteFollowed: (state) => {
      followed = { ...state, secret: Buffer.from(state.cursorSecret, 'base64') };
    },
    hide: (hidden) => catalog.hide(hidden),
    close: () => undefined,
  };
}
