// The fingerprint of an import: equal for calls with the same kind, source and mapping, and the same content of the
// same files in order.
import { createHash, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { ImportKind } from './map/import-fields.ts';
import { readFault, type Source } from './read/source.ts';

interface ImportIdentity {
  readonly kind: ImportKind;
  readonly source: string;
  /** The caller's options for reading and mapping, as plain data. */
  readonly choices: object;
  /** In the order of the call. */
  readonly sources: readonly Pick<Source, 'path' | 'size'>[];
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * A SHA-256 in hex. If an input can be read only once, the fingerprint is unique to this call. Reads every file once.
 */
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
  // One buffer for the whole file: a stream would allocate a new buffer for each chunk.
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  try {
    await using opened = await open(file);
    for (;;) {
      const { bytesRead } = await opened.read(chunk, 0, CHUNK_BYTES);
      if (bytesRead === 0) break;
      hash.update(chunk.subarray(0, bytesRead));
    }
  } catch (cause) {
    throw readFault(file, null, cause);
  }
  return hash.digest('hex');
}
