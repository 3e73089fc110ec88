// Stored forms that PostgreSQL needs in addition: the bucket of an account, the bytes of a request id, the number of a
// kind of call. Pure.
import { createHash } from 'node:crypto';

/** Constant for good: rows are stored under their bucket. */
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

/** The 16 bytes of a UUID; any other text as a zero byte and its UTF-8, which no UUID of version 7 begins with. */
export function packedRequestId(id: string): Buffer {
  if (UUID.test(id) && !id.startsWith('00')) return Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.from(`\0${id}`);
}

/** The number of a kind of call, from 1 to 2^53 - 1: a hash, so that nodes agree without asking. */
export function kindIdOf(keyId: string, path: string, status: number): number {
  const bits = digest(`${keyId}\n${status}\n${path}`).readBigUInt64BE() >> 11n;
  return Number(bits) || 1;
}
