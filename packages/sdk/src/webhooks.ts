// Verification of the events that a webhook endpoint receives: Standard Webhooks 1.0.0, signature `v1`.
import { CardfileError } from './errors.ts';

/** The event is not from the service, or is too old. Answer the request with status 400. */
export class WebhookError extends CardfileError {
  override readonly name = 'WebhookError';
}

/** An event with the members that the OpenAPI document describes under `webhooks`. */
export interface WebhookEvent {
  readonly type: string;
  /** Time of the event (ISO 8601, UTC). */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface WebhookRequest {
  /** The signing secret `whsec_…`; during a rotation, several. */
  readonly secret: string | readonly string[];
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body exactly as received: text or bytes. */
  readonly body: string | Uint8Array;
  /** Maximum difference in seconds between the time of the attempt and the local clock; 300 by default. */
  readonly toleranceSeconds?: number;
}

const PREFIX = 'whsec_';
const VERSION = 'v1';

/**
 * Verifies a request and returns its event, with its id: the same event may arrive several times. Throws a WebhookError
 * if no signature matches, or if the time of the attempt differs too much from the local clock.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent & { readonly id: string }> {
  const { secret, body, toleranceSeconds = 300 } = request;
  const id = headerOf(request, 'webhook-id');
  const timestamp = headerOf(request, 'webhook-timestamp');
  const signatures = headerOf(request, 'webhook-signature');
  const seconds = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // The comparison is also false for NaN, so an invalid time is rejected.
  if (!(Math.abs(Date.now() / 1000 - seconds) <= toleranceSeconds))
    throw new WebhookError('the time of the attempt differs too much from the clock of this machine; check that clock');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const given = signatures.split(' ').flatMap((each) => {
    const [version, base64 = ''] = each.split(',', 2);
    return version === VERSION ? [base64] : [];
  });
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    if (await fits(one, given, signed)) return { id, ...(JSON.parse(text) as WebhookEvent) };
  }
  throw new WebhookError('no signature matches the secret; check that the body is unchanged and the secret is current');
}

function headerOf({ headers }: WebhookRequest, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError(`the header ${name} is missing`);
}

async function fits(secret: string, given: readonly string[], signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const key = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (key === null || key.length === 0) throw new WebhookError('the secret must be whsec_ and Base64');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['verify']);
  for (const each of given) {
    const signature = bytesOf(each);
    // `verify` compares in constant time.
    if (signature !== null && (await crypto.subtle.verify(hmac, imported, signature, signed))) return true;
  }
  return false;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
