// Rejects query parameters and bodies that a call of a stored object does not take, instead of ignoring them.
import type { IncomingMessage } from 'node:http';
import { invalidInput } from '../../contract/errors.ts';
import { parseBody, readBytes } from '../body/read-body.ts';
import { shownPath } from '../body/shown-path.ts';

/** The parts of a request that an operation reads. */
export type RequestPart = 'query' | 'body';

interface Received {
  readonly message: IncomingMessage;
  readonly query: URLSearchParams;
}

/** Wraps an operation: rejects requests with a part that it does not read. An empty object counts as no body. */
export function rejectingUnusedInput<Call extends Received, Reply>(
  operation: (call: Call) => Promise<Reply>,
  taken: readonly RequestPart[],
): (call: Call) => Promise<Reply> {
  return async (call) => {
    const unknown = taken.includes('query') ? [] : [...new Set(call.query.keys())];
    if (unknown.length > 0) throw rejection(unknown, 'query parameters');
    if (!taken.includes('body')) await checkNoBody(call);
    return operation(call);
  };
}

async function checkNoBody({ message }: Received): Promise<void> {
  if (message.method === 'GET') return;
  const bytes = await readBytes(message);
  const members = bytes.length === 0 ? [] : Object.keys(parseBody(bytes));
  if (members.length > 0) throw rejection(members, 'fields');
}

function rejection(names: readonly string[], kind: string): Error {
  const message = `is unknown; this call takes no ${kind}`;
  return invalidInput(names.slice(0, NAMES_MAX).map((name) => ({ path: shownPath(name), message, suggestion: null })));
}

const NAMES_MAX = 20;
