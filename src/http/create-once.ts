// Calls that create a resource, such as a webhook or a watch: a repetition with the same Idempotency-Key answers the
// same resource.
import { createHash } from 'node:crypto';
import { executeOnce, givenIdempotencyKey, type IdempotentRequests } from './idempotent-call.ts';
import { checkContentType, readBytes } from './read-body.ts';
import type { ResourceCall, ResourceReply } from './resource-desk.ts';

const CREATED = 201;

interface Creation {
  /** Path of the resources. */
  readonly path: string;
  readonly requests: IdempotentRequests;
  /** The answered resource. */
  readonly create: (bytes: Buffer) => Promise<{ readonly id: string }>;
}

export async function createOnce(call: ResourceCall, { path, requests, create }: Creation): Promise<ResourceReply> {
  const idempotencyKey = givenIdempotencyKey(call.message.headers);
  checkContentType(call.message.headers);
  const bytes = await readBytes(call.message);
  const reply = (body: { readonly id: string }) => ({
    ...{ status: CREATED, headers: { location: `${path}/${body.id}` }, body },
  });
  if (idempotencyKey === null) return reply(await create(bytes));
  const { accountId, keyId } = call.caller;
  const bodyHash = createHash('sha256').update(bytes).digest('hex');
  const identity = { accountId, keyId, method: 'POST', path, idempotencyKey, bodyHash };
  const { answer, isReplay } = await executeOnce(requests, identity, async () => ({
    ...{ status: CREATED, body: JSON.stringify(await create(bytes)) },
  }));
  const created = reply(JSON.parse(answer.body) as { readonly id: string });
  return isReplay ? { ...created, headers: { ...created.headers, 'idempotency-replayed': 'true' } } : created;
}
