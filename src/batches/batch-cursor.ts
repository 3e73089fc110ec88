// The cursor of results: a position in a batch, signed, so that a changed or foreign one is rejected.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidAt } from '../contract/errors.ts';
import type { Position } from './write-results.ts';

const SIGNATURE_BYTES = 12;

function signature(batchId: string, text: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`batch\n${batchId}\n${text}`).digest().subarray(0, SIGNATURE_BYTES);
}

export function sealCursor(batchId: string, { row, inputByte, resultByte }: Position, secret: Buffer): string {
  const text = `${row}.${inputByte}.${resultByte}`;
  return Buffer.concat([signature(batchId, text, secret), Buffer.from(text)]).toString('base64url');
}

/** The position of a cursor of this batch; INVALID_INPUT for any other text. */
export function openCursor(batchId: string, cursor: string, secret: Buffer): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.subarray(SIGNATURE_BYTES).toString();
  const given = bytes.subarray(0, SIGNATURE_BYTES);
  const [row, inputByte, resultByte] = text.split('.').map(Number);
  const isOurs = given.length === SIGNATURE_BYTES && timingSafeEqual(given, signature(batchId, text, secret));
  if (!isOurs || row === undefined || inputByte === undefined || resultByte === undefined) {
    const message = 'is not a cursor of this batch; send the x-next-cursor of its last results, unchanged';
    throw invalidAt('cursor', message);
  }
  return { row, inputByte, resultByte };
}
