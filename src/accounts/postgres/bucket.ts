// Stored forms that only PostgreSQL needs: the bucket of an account, the bytes of a request id, the number of a kind of
// call. Pure.
import { createHash } from 'node:crypto';

/** Must never change: rows are stored under their bucket. */
const BUCKETS = 32;
const CACHED_MAX = 10_000;
const buckets = new Map<string, number>();

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The bucket of an account, from 0 to 31. */
export function bucketOf(accountId: string): number {
  let bucket = buckets.get(accountId);
  if (bucket === undefined) {
    bucket = (digest(accountId)[0] ?? 0) % BUCKETS;
    if (buckets.size >= CACHED_MAX) buckets.clear();
    buckets.set(accountId, bucket);
  }
  return bucket;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-9a-f][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The 16 bytes of a UUID. Any other text is a zero byte and its UTF-8; no UUID of version 7 begins with a zero byte.
 */
export function packedRequestId(id: string): Buffer {
  if (UUID.test(id) && !id.startsWith('00')) return Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.from(`\0${id}`);
}

/**
 * The number of a kind of call, from 1 to 2^53 - 1. It is a hash, so all nodes compute the same number without
 * communication.
 */
export function kindIdOf(keyId: string, path: string, status: number): number {
  const bits = digest(`${keyId}\n${status}\n${path}`).readBigUInt64BE() >> 11n;
  return Number(bits) || 1;
}
