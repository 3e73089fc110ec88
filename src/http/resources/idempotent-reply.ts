// Makes calls that change a stored object idempotent: a repetition with the same Idempotency-Key is not executed, and
// returns the first answer.
import { createHash } from 'node:crypto';
import { checkContentType, readBytes } from '../body/read-body.ts';
import { executeIdempotently, givenIdempotencyKey, type IdempotentRequests } from '../idempotent-call.ts';
import type { ResourceCall, ResourceReply } from './resource-routes.ts';

const REPLAYED = { 'idempotency-replayed': 'true' } as const;

/** A reply that can be stored and returned to a repetition. */
interface RepeatableReply extends ResourceReply {
  readonly body: object;
}

interface Execution {
  readonly requests: IdempotentRequests;
  /** The body of the call; omitted if it has none. */
  readonly bytes?: Buffer;
  /** `attempt`: the token of the request; null without an Idempotency-Key. */
  readonly execute: (attempt: string | null) => Promise<RepeatableReply>;
}

interface Creation {
  /** Path of the collection. */
  readonly path: string;
  readonly requests: IdempotentRequests;
  /** Creates the resource, and resolves with the answer. */
  readonly create: (bytes: Buffer, attempt: string | null) => Promise<{ readonly id: string }>;
}

export async function idempotentCreation(
  call: ResourceCall,
  { path, requests, create }: Creation,
): Promise<ResourceReply> {
  checkContentType(call.message.headers);
  const bytes = await readBytes(call.message);
  const execute = async (attempt: string | null) => ({ status: 201, body: await create(bytes, attempt) });
  const reply = await idempotentReply(call, { requests, bytes, execute });
  const { id } = reply.body as { readonly id: string };
  return { ...reply, headers: { ...reply.headers, location: `${path}/${id}` } };
}

/**
 * Executes the call, or returns its stored reply. A repeated reply has no headers except the one that marks it as a
 * repetition.
 */
export async function idempotentReply(
  { message, caller }: ResourceCall,
  { requests, bytes = Buffer.alloc(0), execute }: Execution,
): Promise<RepeatableReply> {
  const idempotencyKey = givenIdempotencyKey(message.headers);
  if (idempotencyKey === null) return execute(null);
  const { accountId, keyId } = caller;
  const [path = ''] = (message.url ?? '').split('?');
  const bodyHash = createHash('sha256').update(bytes).digest('hex');
  const identity = { accountId, keyId, method: 'POST', path, idempotencyKey, bodyHash };
  const executed: RepeatableReply[] = [];
  const answer = await executeIdempotently(requests, identity, async (token) => {
    const reply = await execute(token);
    executed.push(reply);
    return { status: reply.status, body: JSON.stringify(reply.body) };
  });
  const [reply] = executed;
  if (reply) return reply;
  return { status: answer.status, headers: REPLAYED, body: JSON.parse(answer.body) as object };
}
