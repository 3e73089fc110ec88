// The dashboard's view of the records: what costs more than a look is done in a thread of its own.
import type { ServingEdition } from '../api/serving-edition.ts';
import type { CatalogFigures, EditionFacts, Records } from '../console/records-port.ts';
import { systemClock } from '../ops/clock.ts';
import type { Config } from './config.ts';
import { openCatalogWriter, openEditions } from './stores.ts';
import { suppressionEntry } from './suppression-entry.ts';

/** Over the data folder and the edition that this thread serves. */
export function recordsDesk(config: Config, serving: Pick<ServingEdition, 'current'>): Records {
  const edition = () => editionFacts(config, serving);
  const withWriter = async <T>(work: (writer: ReturnType<typeof openCatalogWriter>) => Promise<T>) => {
    const writer = openCatalogWriter(config);
    try {
      return await work(writer);
    } finally {
      writer.close();
    }
  };
  return {
    edition,
    figures: async (): Promise<CatalogFigures> => ({
      ...{ state: 'counting', counted_at: null, edition: await edition(), counts: null },
      ...{ coverage: { companies: [], people: [] }, company_countries: [], people_countries: [], industries: [] },
    }),
    suppress: (kind, value) => {
      const entry = suppressionEntry(kind, value);
      return withWriter((writer) => writer.suppress(entry, new Date(systemClock.now()).toISOString()));
    },
    release: (kind, value) => withWriter((writer) => writer.release(suppressionEntry(kind, value))),
    suppressions: async () => {
      const entries = await withWriter((writer) => writer.suppressions());
      return entries.map(({ kind, hash, addedAt }) => ({ kind, hash, added_at: addedAt }));
    },
  };
}

async function editionFacts(config: Config, serving: Pick<ServingEdition, 'current'>): Promise<EditionFacts | null> {
  const writtenMs = await openEditions(config).writtenMs();
  const current = await serving.current().catch(() => null);
  if (current === null || writtenMs === null) return null;
  const { id, counts } = current.edition;
  const { companies, people, positions, jobs } = counts;
  return {
    ...{ id, built_at: new Date(writtenMs).toISOString() },
    age_seconds: Math.max(0, Math.round((systemClock.now() - writtenMs) / 1000)),
    ...{ companies, people, positions, jobs },
  };
}
