// The edition that a bench asks: built from generated documents once, then read from its file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildEdition } from '../../src/search/edition/build-edition.ts';
import type { Edition } from '../../src/search/edition/edition.ts';
import { EditionStore } from '../../src/search/edition/edition-store.ts';
import { generatedDocuments, type Sizes } from './documents.ts';

/** The edition of these sizes in `folder`; `seconds` are null where it stood there already. */
export async function builtEdition(
  sizes: Sizes,
  folder: string,
): Promise<{ edition: Edition; seconds: number | null }> {
  const place = join(folder, `${sizes.people}${sizes.mainPositionsOnly ? '-main' : ''}`);
  const store = new EditionStore(place);
  const known = existsSync(place) ? await store.read() : null;
  if (known) return { edition: known, seconds: null };
  const startedMs = performance.now();
  const buffer = buildEdition(generatedDocuments(sizes));
  const seconds = (performance.now() - startedMs) / 1000;
  await store.write(buffer);
  const edition = await store.read();
  if (!edition) throw new Error(`no edition was written to ${place}`);
  return { edition, seconds };
}
