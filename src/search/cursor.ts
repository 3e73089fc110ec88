// Cursors: the position of the last answered row, as opaque text that only this installation can create. A cursor
// contains a document of one edition and, for every other edition, the sort key to seek (edition/query/seek.ts).
//
//   1 byte    version
//   8 bytes   hash of the scope
//   8 bytes   edition id
//   4 bytes   document
//   1 byte    parts of the key that follow: 1 company, 2 person, 4 job row
//   company   employees + 1 (4 bytes, 0 unknown), slug
//   person    level (1 byte), connections + 1 (4 bytes, 0 unknown), slug
//   job row   open positions (4 bytes), id (4 bytes), title, source
//   16 bytes  HMAC-SHA-256 of all before, cut
//
// A text is its length in 2 bytes and its UTF-8, cut as sort-key.ts says. The longest cursor has 822 characters.
import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { cutKeyText, type KeyText, type SortKey } from './edition/sort-key.ts';

const VERSION = 1;
const SEAL_BYTES = 16;
const HAS_COMPANY = 1;
const HAS_PERSON = 2;
const HAS_JOB = 4;

/** The position after which a page starts. */
export interface CursorPosition {
  /** The edition that `doc` belongs to, 16 hex digits. */
  readonly editionId: string;
  readonly doc: number;
  /** The sort key of `doc`, for use with any other edition. */
  readonly key: SortKey;
}

/**
 * Encodes a position as a cursor: base64url, at most 1,024 characters. `scope`: the endpoint and the canonical query,
 * to which the cursor is bound.
 */
export function sealCursor(position: CursorPosition & { readonly scope: string }, secret: Buffer): string {
  const content = new CursorWriter();
  content.uint8(VERSION);
  content.bytes(scopeHash(position.scope));
  content.bytes(Buffer.from(position.editionId, 'hex'));
  content.uint32(position.doc);
  const { company, person, job } = position.key;
  content.uint8((company ? HAS_COMPANY : 0) | (person ? HAS_PERSON : 0) | (job ? HAS_JOB : 0));
  if (company) {
    content.known(company.employees);
    content.text(company.slug, 'slug');
  }
  if (person) {
    content.uint8(person.level);
    content.known(person.connections);
    content.text(person.slug, 'slug');
  }
  if (job) {
    content.uint32(job.openings);
    content.uint32(job.id);
    content.text(job.title, 'title');
    content.text(job.source, 'source');
  }
  return content.sealed(secret);
}

/**
 * Decodes a cursor. `foreign`: it was changed or truncated, or created by another installation or version.
 * `other_query`: it is valid, but belongs to another scope.
 */
export function openCursor(text: string, scope: string, secret: Buffer): CursorPosition | 'foreign' | 'other_query' {
  const cursor = Buffer.from(text, 'base64url');
  if (cursor.length <= SEAL_BYTES || cursor.toString('base64url') !== text) return 'foreign';
  const content = cursor.subarray(0, -SEAL_BYTES);
  if (!timingSafeEqual(sealOf(content, secret), cursor.subarray(-SEAL_BYTES))) return 'foreign';
  const reader = new CursorReader(content);
  if (reader.uint8() !== VERSION) return 'foreign';
  if (!scopeHash(scope).equals(reader.bytes(8))) return 'other_query';
  return { editionId: reader.bytes(8).toString('hex'), doc: reader.uint32(), key: readKey(reader) };
}

function readKey(reader: CursorReader): SortKey {
  const parts = reader.uint8();
  const company = parts & HAS_COMPANY ? { employees: reader.known(), slug: reader.text() } : null;
  const person =
    parts & HAS_PERSON ? { level: reader.uint8(), connections: reader.known(), slug: reader.text() } : null;
  if (!(parts & HAS_JOB)) return { company, person, job: null };
  const openings = reader.uint32();
  const id = reader.uint32();
  return { company, person, job: { openings, id, title: reader.text(), source: reader.text() } };
}

function scopeHash(scope: string): Buffer {
  return hash('sha256', scope, 'buffer').subarray(0, 8);
}

/** Cached, because deriving a key from the secret takes as long as computing the HMAC. */
const keys = new WeakMap<Buffer, KeyObject>();

function sealOf(content: Uint8Array, secret: Buffer): Buffer {
  const key = keys.get(secret) ?? createSecretKey(secret);
  keys.set(secret, key);
  return createHmac('sha256', key).update(content).digest().subarray(0, SEAL_BYTES);
}

/** More than any cursor content: the texts at their maximum length and about forty bytes. */
const CONTENT_BYTES_MAX = 1024;

class CursorWriter {
  readonly #content = Buffer.allocUnsafe(CONTENT_BYTES_MAX);
  #end = 0;

  bytes(bytes: Buffer): void {
    this.#content.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  uint8(value: number): void {
    this.#end = this.#content.writeUInt8(value, this.#end);
  }

  uint32(value: number): void {
    this.#end = this.#content.writeUInt32LE(value, this.#end);
  }

  known(value: number | null): void {
    this.uint32(value === null ? 0 : value + 1);
  }

  text(text: string, kind: KeyText): void {
    const length = this.#content.write(cutKeyText(text, kind), this.#end + 2);
    this.#end = this.#content.writeUInt16LE(length, this.#end) + length;
  }

  /** The content with its HMAC, as text. */
  sealed(secret: Buffer): string {
    this.bytes(sealOf(this.#content.subarray(0, this.#end), secret));
    return this.#content.toString('base64url', 0, this.#end);
  }
}

class CursorReader {
  readonly #content: Buffer;
  #offset = 0;

  constructor(content: Buffer) {
    this.#content = content;
  }

  bytes(length: number): Buffer {
    this.#offset += length;
    return this.#content.subarray(this.#offset - length, this.#offset);
  }

  uint8(): number {
    return this.bytes(1).readUInt8();
  }

  uint32(): number {
    return this.bytes(4).readUInt32LE();
  }

  known(): number | null {
    const kept = this.uint32();
    return kept === 0 ? null : kept - 1;
  }

  text(): string {
    return this.bytes(this.bytes(2).readUInt16LE()).toString('utf8');
  }
}
