// Files that all servers of a database share. Their bytes are stored in parts, each with a checksum. A part is written
// and replaced as a whole; a reader rejects a part that changed.
import { createHash } from 'node:crypto';
import type { Database, Session } from './database.ts';
import { DATABASE_NOW, statement } from './statement.ts';

interface StoredPart {
  readonly position: number;
  readonly sha256: Buffer;
  readonly bytes: Buffer;
}

const PUT = statement<[file: string, position: number, sha256: Buffer, bytes: Buffer]>(
  'write a part of a file',
  `INSERT INTO file_part (file, position, sha256, bytes, written_at) VALUES ($1, $2, $3, $4, ${DATABASE_NOW})
   ON CONFLICT (file, position) DO UPDATE SET sha256 = EXCLUDED.sha256, bytes = EXCLUDED.bytes,
     written_at = EXCLUDED.written_at`,
);
const CUT = statement<[file: string, position: number]>(
  'cut a file',
  'DELETE FROM file_part WHERE file = $1 AND position >= $2',
);
const AT = statement<[file: string, at: number], StoredPart>(
  'part of a file at an offset',
  `SELECT position, sha256, bytes FROM file_part WHERE file = $1 AND position <= $2::bigint
   ORDER BY position DESC LIMIT 1`,
);
const NEXT = statement<[file: string, from: number], StoredPart>(
  'next part of a file',
  `SELECT position, sha256, bytes FROM file_part WHERE file = $1 AND position >= $2::bigint ORDER BY position LIMIT 1`,
);
const SIZE = statement<[file: string], { size: number }>(
  'size of a file',
  `SELECT position + length(bytes) AS size FROM file_part WHERE file = $1 ORDER BY position DESC LIMIT 1`,
);
const COPY = statement<[from: string, to: string]>(
  'copy a file',
  `INSERT INTO file_part (file, position, sha256, bytes, written_at)
   SELECT $2::text, position, sha256, bytes, ${DATABASE_NOW} FROM file_part WHERE file = $1`,
);
const OLD = statement<[ms: number], { file: string }>(
  'names of old files',
  `SELECT file FROM file_part GROUP BY file HAVING max(written_at) < ${DATABASE_NOW} - $1::bigint ORDER BY file`,
);
const NAMES = statement<[], { file: string }>('names of files', 'SELECT DISTINCT file FROM file_part ORDER BY file');

/** Writes a part in the transaction of the session. */
export async function putPart(session: Session, file: string, { position, bytes }: NewPart): Promise<void> {
  // Bytes from other threads arrive in this form.
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  await session.run(PUT, file, position, createHash('sha256').update(whole).digest(), whole);
}

interface NewPart {
  readonly position: number;
  readonly bytes: Uint8Array;
}

export class SharedFiles {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Writes a part; it is durable when the promise resolves. */
  async put(file: string, position: number, bytes: Buffer): Promise<void> {
    await putPart(this.#database, file, { position, bytes });
  }

  /** Removes the parts that begin at or after an offset; by default all. */
  async cut(file: string, position = 0): Promise<void> {
    await this.#database.run(CUT, file, position);
  }

  /** Reads bytes from an offset: at least one unless the file ends there, and at most to the end of a part. */
  async read(file: string, at: number, lengthMax: number): Promise<Buffer> {
    const [part] = await this.#database.read(AT, file, at);
    if (part === undefined) return Buffer.alloc(0);
    return sound(file, part).subarray(at - part.position, at - part.position + lengthMax);
  }

  /** All parts in order. */
  async *parts(file: string): AsyncGenerator<{ readonly position: number; readonly bytes: Buffer }> {
    for (let from = 0; ; ) {
      const [part] = await this.#database.read(NEXT, file, from);
      if (part === undefined) return;
      if (part.position !== from) throw new Error(`the bytes ${from} to ${part.position} of ${file} are missing`);
      const bytes = sound(file, part);
      yield { position: part.position, bytes };
      from = part.position + Math.max(1, bytes.length);
    }
  }

  async size(file: string): Promise<number> {
    return (await this.#database.read(SIZE, file))[0]?.size ?? 0;
  }

  /** Copies the parts of a file that the target does not have. */
  async copy(from: string, to: string): Promise<void> {
    await this.#database.run(COPY, from, to);
  }

  /** The files that have not been written for this long. */
  async unwrittenFor(ms: number): Promise<string[]> {
    return (await this.#database.read(OLD, ms)).map(({ file }) => file);
  }

  async names(): Promise<string[]> {
    return (await this.#database.read(NAMES)).map(({ file }) => file);
  }
}

function sound(file: string, { position, sha256, bytes }: StoredPart): Buffer {
  if (createHash('sha256').update(bytes).digest().equals(sha256)) return bytes;
  throw new Error(`the bytes of ${file} from ${position} on are damaged`);
}
