// Tells whether two calls mean the same import: same kind, source and mapping, and the same content of the same files in their order.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ImportKind } from './map/import-fields.ts';
import { readFault, type Source } from './read/source.ts';

interface ImportIdentity {
  readonly kind: ImportKind;
  readonly source: string;
  /** What the caller says about reading and mapping, as plain data. */
  readonly choices: object;
  /** In their order. */
  readonly sources: readonly Pick<Source, 'path' | 'size'>[];
}

const CHUNK_BYTES = 1024 * 1024;

/** A hex SHA-256; unique to this call where an input can be read once only. Reads every file once. */
export async function fingerprintOf(identity: ImportIdentity): Promise<string> {
  const { kind, source, choices, sources } = identity;
  const contents = await Promise.all(
    sources.map(({ path, size }) => (size === null ? randomUUID() : contentHash(path))),
  );
  return createHash('sha256')
    .update(JSON.stringify([kind, source, choices, contents]))
    .digest('hex');
}

async function contentHash(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) hash.update(chunk as Buffer);
  } catch (cause) {
    throw readFault(file, null, cause);
  }
  return hash.digest('hex');
}
