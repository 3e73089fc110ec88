// Request ids: UUIDs of version 7 (RFC 9562), which begin with the time.
import { randomUUID } from 'node:crypto';

/** Many ids are made in one millisecond. */
let last = { nowMs: -1, prefix: '' };

/**
 * A new request id. Ids of one time are adjacent in the ledger's index: a charge appends to it, while a random id would
 * write a random page of its own.
 */
export function newRequestId(nowMs: number = Date.now()): string {
  if (nowMs !== last.nowMs) {
    const time = nowMs.toString(16).padStart(12, '0');
    last = { nowMs, prefix: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  // From a random UUID: the digits after its version, 74 random bits and the variant.
  return last.prefix + randomUUID().slice(15);
}
