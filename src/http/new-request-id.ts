// Request ids: UUIDs of version 7 (RFC 9562), which begin with a timestamp.
import { randomUUID } from 'node:crypto';

/** Reused by the ids of the same millisecond. */
let last = { nowMs: -1, prefix: '' };

/**
 * Makes a request id. Ids of the same time are adjacent in the index of the ledger, so a charge appends to its last
 * page; random ids would each write a different page.
 */
export function newRequestId(nowMs: number = Date.now()): string {
  if (nowMs !== last.nowMs) {
    const time = nowMs.toString(16).padStart(12, '0');
    last = { nowMs, prefix: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  // The rest comes from a random UUID: the digits after its version, which are 74 random bits and the variant.
  return last.prefix + randomUUID().slice(15);
}
