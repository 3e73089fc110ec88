// Makes changed records searchable. A running server shows small changes without a build; otherwise a new edition is
// built.

import { withCatalog } from '../app/catalogs.ts';
import type { Config } from '../app/config.ts';
import { openEditions } from '../app/editions.ts';
import { type BuildReport, buildHere } from './build-edition.ts';
import { isUnserved } from './import-lock.ts';
import { deltaRecordsMax } from './read-delta.ts';

/** Null if a running server shows the changes without a new edition, and on a serving node. */
export async function updateEdition(config: Config, onMessage: (text: string) => void): Promise<BuildReport | null> {
  if (config.editions !== null) {
    onMessage('The builder publishes the changes within moments; a serving node builds no edition.');
    return null;
  }
  if (!isUnserved(config) && (await fitsDelta(config))) {
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

/** Whether the changes since the current edition fit into a delta, according to the change log. */
async function fitsDelta(config: Config): Promise<boolean> {
  const base = await openEditions(config).baseGeneration();
  if (base === null) return false;
  return withCatalog(config, async (catalog) => {
    const documents = catalog.documents();
    try {
      return documents.changes(base, await deltaRecordsMax(catalog)) !== 'everything';
    } finally {
      documents.close();
    }
  });
}
