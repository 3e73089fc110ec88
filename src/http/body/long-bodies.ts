// Charges the time for reading long bodies, and for writing long answers, to their account in the fair scheduler: this
// work cannot yield.
import type { IncomingMessage } from 'node:http';
import type { Turn } from '../../ops/scheduling/turn.ts';
import { expectedBytes } from './read-body.ts';

/** A body or an answer of at least this many bytes is long. */
export const LONG_BYTES = 32 * 1024;
/**
 * Scheduler cost per byte of a long body. Reading 1 MiB, with the garbage collection it causes, takes about 10 ms; it
 * counts three times, so that fewer long bodies are read while other accounts call.
 */
const READ_MS_PER_BYTE = 3e-5;

export const isLong = (request: IncomingMessage): boolean => expectedBytes(request) >= LONG_BYTES;

/**
 * Reads a long body when the scheduler resumes its call; until then it stays in the socket. Its cost is counted before
 * it is read, so that the next long body of the account waits.
 */
export async function readLongBody(
  request: IncomingMessage,
  turn: Turn,
  read: (request: IncomingMessage) => Promise<Buffer>,
): Promise<Buffer> {
  await turn.enter();
  const expected = expectedBytes(request);
  turn.use(expected * READ_MS_PER_BYTE);
  const bytes = await read(request);
  turn.use((bytes.length - expected) * READ_MS_PER_BYTE);
  return bytes;
}
