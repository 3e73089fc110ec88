// Makes changed records searchable. A running server shows small changes without a build; otherwise a new edition is
// built, unless the current one has every change.

import { withCatalog } from '../app/catalogs.ts';
import type { Config } from '../app/config.ts';
import { openEditions } from '../app/editions.ts';
import { type BuildReport, buildHere } from './build-edition.ts';
import { isUnserved } from './import-lock.ts';
import { deltaRecordsMax } from './read-delta.ts';

/** Null if no new edition is needed, and on a serving node. */
export async function updateEdition(config: Config, onMessage: (text: string) => void): Promise<BuildReport | null> {
  if (config.editions !== null) {
    onMessage('The builder publishes the changes within moments; a serving node builds no edition.');
    return null;
  }
  const since = await changesSinceEdition(config);
  if (since === 'none') {
    onMessage('No record has changed since the current edition was built; no new edition is needed.');
    return null;
  }
  if (since === 'few' && !isUnserved(config)) {
    onMessage('The running server shows the changes within moments; no new edition is needed.');
    return null;
  }
  onMessage('Building a new edition of the search index.');
  try {
    return await buildHere(config, { isReusing: true, onMessage });
  } catch (error) {
    onMessage(
      'The records are stored, but the search index was not built: solve the problem, then run cardfile index.',
    );
    throw error;
  }
}

/** Says that earlier changes of records are not searchable, unless a running server shows them. */
export async function noteOutdatedEdition(config: Config, onMessage: (text: string) => void): Promise<void> {
  if (config.editions !== null) return;
  const since = await changesSinceEdition(config);
  if (since === 'none' || (since === 'few' && !isUnserved(config))) return;
  const { generation } = await withCatalog(config, (catalog) => catalog.state());
  if (generation > 0) onMessage('Searches do not contain all changes of the records yet: run cardfile index.');
}

/** The changes since the current edition, according to the change log; a delta can show `few`. */
async function changesSinceEdition(config: Config): Promise<'none' | 'few' | 'many'> {
  const base = await openEditions(config).baseGeneration();
  if (base === null) return 'many';
  return withCatalog(config, async (catalog) => {
    const documents = catalog.documents();
    try {
      const changes = documents.changes(base, await deltaRecordsMax(catalog));
      if (changes === 'everything') return 'many';
      return Object.values(changes).every(({ length }) => length === 0) ? 'none' : 'few';
    } finally {
      documents.close();
    }
  });
}
