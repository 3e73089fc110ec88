// The edition with the interface of the other engines.

import { VERSION } from '../../src/app/version.ts';
import { atOnce } from '../../src/ops/scheduling/work.ts';
import type { Edition } from '../../src/search/edition/edition.ts';
import { PAGE_DOCS, type Peer, timedAll } from './peer.ts';

export function kernelPeer(edition: Edition): Peer {
  return {
    name: 'Cardfile',
    version: VERSION,
    build: async () => edition.buffer.byteLength,
    pages: (queries) =>
      timedAll(queries, ({ source }) => {
        const { docs, more } = atOnce(
          edition.search({ space: 'people', clauses: source.clauses }, { after: source.after, limit: PAGE_DOCS - 1 }),
        );
        return more ? [...docs, -1] : docs;
      }),
    counts: (queries) => {
      // Counts are cached for the hidden records: a new set each time, so that each count is computed.
      const hidden = atOnce(edition.hide({ people: [], companies: [] }));
      return timedAll(queries, ({ source }) =>
        atOnce(edition.count({ space: 'people', clauses: source.clauses }, hidden)),
      );
    },
    close: async () => undefined,
  };
}
