// Signatures by Standard Webhooks 1.0.0 (`v1`): HMAC-SHA256 over id, time and body, with the bytes of the secret.
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret: `whsec_` and Base64. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** An event as it is sent. */
export interface SignedEvent {
  readonly id: string;
  /** Seconds of the epoch: the time of the attempt. */
  readonly timestamp: number;
  readonly payload: string;
}

/** The headers of a delivery; one signature for each secret. */
export function signedHeaders({ id, timestamp, payload }: SignedEvent, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
