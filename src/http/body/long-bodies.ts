// Long bodies and answers count against their account in the fair scheduler: reading one takes time that cannot be
// divided by yields.
import type { IncomingMessage } from 'node:http';
import type { Turn } from '../../ops/scheduling/turn.ts';
import { expectedBytes } from './read-body.ts';

/** Bytes from which a body or an answer is long. */
export const LONG_BYTES = 32 * 1024;
/**
 * Cost of a byte of a long body. 1 MiB takes about 10 ms to read and to collect; it counts three times, so that fewer
 * long bodies are read while other accounts call.
 */
const READ_MS_PER_BYTE = 3e-5;

export const isLong = (request: IncomingMessage): boolean => expectedBytes(request) >= LONG_BYTES;

/**
 * Reads a long body when the scheduler resumes its call: until then it stays in the socket. It counts before it is
 * read, so that the account's next one waits.
 */
export async function readInTurn(
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
