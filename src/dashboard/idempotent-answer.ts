// Makes routes idempotent that would otherwise create or grant something twice: a repetition with the same
// Idempotency-Key returns the first answer. Answers contain keys and links that are shown only once. They are stored
// encrypted with the Idempotency-Key, which only the browser has; the store contains only its digest.
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { executeIdempotently, givenIdempotencyKey, type IdempotentRequests } from '../http/idempotent-call.ts';
import type { SignedIn } from './context.ts';
import type { Route } from './routes/route.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface RouteCall {
  readonly route: Pick<Route, 'method' | 'path'>;
  readonly input: unknown;
  readonly call: SignedIn;
  /** `attempt`: the token of the idempotent request. */
  readonly execute: (attempt: string | null) => Promise<unknown>;
}

/** The answer of the handler, or the first answer to a request with the same Idempotency-Key. */
export async function idempotentAnswer({ route, input, call, execute }: RouteCall, requests: IdempotentRequests) {
  const idempotencyKey = givenIdempotencyKey(call.request.headers);
  if (idempotencyKey === null) return execute(null);
  const bodyHash = hash('sha256', JSON.stringify(input));
  const identity = {
    accountId: call.member.id,
    keyId: 'dashboard',
    method: route.method,
    path: route.path,
    idempotencyKey,
    bodyHash,
  };
  const answer = await executeIdempotently(requests, identity, async (token) => ({
    status: 200,
    body: sealed(JSON.stringify(await execute(token)), idempotencyKey),
  }));
  return JSON.parse(opened(answer.body, idempotencyKey));
}

const secretOf = (idempotencyKey: string) =>
  Buffer.from(hkdfSync('sha256', idempotencyKey, '', 'cardfile dashboard answer', 32));

function sealed(text: string, idempotencyKey: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, secretOf(idempotencyKey), nonce);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

function opened(stored: string, idempotencyKey: string): string {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv(CIPHER, secretOf(idempotencyKey), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
}
