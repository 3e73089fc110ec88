// The interface through which editions reach the serving nodes: immutable objects, named by the SHA-256 of their bytes,
// so that each reader can verify them.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EditionError } from '../search/edition/edition-file.ts';
import type { ObjectName, Parts } from './edition-manifest.ts';

/** Reads objects. */
export interface ObjectSource {
  /** Null if there is no object of this name. */
  get(name: string): Promise<Buffer | null>;
}

export interface ObjectStore extends ObjectSource {
  /** Durable when the promise resolves. An existing object is not written again. */
  put(name: string, bytes: Buffer): Promise<void>;
  list(): Promise<readonly string[]>;
  /** Does nothing if there is no such object. */
  remove(name: string): Promise<void>;
}

/** The object store is busy: the same request may succeed soon. */
export class BusyObjectStore extends EditionError {}

/** Pauses before a request is retried. */
const RETRY_PAUSES_MS = [100, 300];

/**
 * The answer of an object store over the network. A request is retried after a lost connection, and while the store is
 * busy: an edition takes thousands of requests. Throws an EditionError with the reason if the store cannot be reached.
 * `storeName` is the subject of the reason.
 */
export async function withRetries<Answer>(storeName: string, ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const pauseMs = RETRY_PAUSES_MS[attempt];
      if (pauseMs === undefined || !isPassing(error)) throw explained(storeName, error);
      await sleep(pauseMs);
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof EditionError) return error instanceof BusyObjectStore;
  return !(error instanceof Error) || error.name !== 'TimeoutError';
}

function explained(storeName: string, error: unknown): EditionError {
  return error instanceof EditionError ? error : new EditionError(`${storeName} is out of reach: ${reasonOf(error)}`);
}

/** Errors of `fetch` have their reason, such as ECONNREFUSED, in their cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return (cause as NodeJS.ErrnoException).code ?? cause.message;
}

/** Small enough to be kept in memory and hashed without a noticeable pause. */
export const PART_BYTES = 8 * 1024 * 1024;

const NAME = /^[0-9a-f]{64}$/;

export function isObjectName(name: string): boolean {
  return NAME.test(name);
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** An object whose bytes match its name. Throws EditionError if it is missing or damaged. */
export async function verifiedObject(source: ObjectSource, { sha256, bytes }: ObjectName): Promise<Buffer> {
  const content = await source.get(sha256);
  if (content === null) throw new EditionError(`the object ${sha256} is not in the object store any more`);
  if (content.length !== bytes || sha256Of(content) !== sha256)
    throw new EditionError(`the object ${sha256} is damaged: its checksum does not match`);
  return content;
}

/** The content that `putParts` has split. */
export async function verifiedParts(source: ObjectSource, parts: Parts): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const part of parts) pieces.push(await verifiedObject(source, part));
  return Buffer.concat(pieces);
}

/** Splits content into objects and stores them. */
export async function putParts(objectStore: ObjectStore, content: Buffer): Promise<Parts> {
  const parts: ObjectName[] = [];
  for (let start = 0; start < content.length; start += PART_BYTES)
    parts.push(await putObject(objectStore, content.subarray(start, start + PART_BYTES)));
  return parts;
}

export async function putObject(objectStore: ObjectStore, bytes: Buffer): Promise<ObjectName> {
  const sha256 = sha256Of(bytes);
  await objectStore.put(sha256, bytes);
  return { sha256, bytes: bytes.length };
}
