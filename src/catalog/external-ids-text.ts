// External ids as a column of records: the JSON of their keys (identity/external-ids.ts), null if there are none. The
// record keys (name-blocks.ts, employed-key.ts) include the hashes of the ids, by which the owners of an id are found.
import { externalIdKeys, externalIdsOf } from '../identity/external-ids.ts';
import { rowHash } from './row-hash.ts';

export function externalIdsText(kind: 'company' | 'person', record: object): string | null {
  const ids = externalIdsOf(kind, record);
  return ids === null ? null : JSON.stringify(externalIdKeys(ids));
}

export function externalIdsOfText(text: string | null): readonly string[] {
  return text === null ? [] : (JSON.parse(text) as string[]);
}

/** The record key for an external id. */
export const externalIdHash = (key: string): number => rowHash(key);
