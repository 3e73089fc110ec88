// Types and display names of keys.
import type { Answer } from '../api.ts';

export type Key = Answer<'GET /keys'>['rows'][number];
export type CreatedKey = Answer<'POST /keys'>;
export type IngestKey = Answer<'GET /ingest-keys'>['rows'][number];

/** Name of a key in sentences. */
export function keyName({ name, masked }: Pick<Key, 'name' | 'masked'>): string {
  return name === '' ? masked : name;
}
