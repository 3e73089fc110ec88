// Tells whether two calls mean the same import: same kind, source and mapping, and the same content of the same files in their order.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ImportKind } from './map/import-fields.ts';
import { readFault } from './read/source.ts';

interface ImportIdentity {
  readonly kind: ImportKind;
  readonly source: string;
  readonly mapOptions: readonly string[];
  readonly files: readonly string[];
}

const CHUNK_BYTES = 1024 * 1024;

/** A hex SHA-256; unique to this call where standard input is among the files, which cannot be read twice. Reads every file once. */
export async function fingerprintOf(identity: ImportIdentity): Promise<string> {
  const { kind, source, mapOptions, files } = identity;
  const contents = await Promise.all(files.map((file) => (file === '-' ? randomUUID() : contentHash(file))));
  return createHash('sha256')
    .update(JSON.stringify([kind, source, mapOptions, contents]))
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
