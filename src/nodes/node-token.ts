// The token with which a serving node fetches objects from the builder: a keyed hash of the name and the time, so that
// the secret itself is never sent.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Clocks of two servers may differ by this much. */
const VALID_SECONDS = 120;
const SCHEME = 'Cardfile-Node';

export function nodeToken(secret: string, name: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  return `${SCHEME} ${seconds}.${signature(secret, name, seconds)}`;
}

export function isNodeToken(header: string | undefined, secret: string, { name, nowMs }: TokenInput): boolean {
  const [, seconds = '', given = ''] = new RegExp(`^${SCHEME} (\\d{1,12})\\.([0-9a-f]{64})$`).exec(header ?? '') ?? [];
  if (Math.abs(nowMs / 1000 - Number(seconds)) > VALID_SECONDS) return false;
  const wanted = signature(secret, name, Number(seconds));
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}

interface TokenInput {
  readonly name: string;
  readonly nowMs: number;
}

function signature(secret: string, name: string, seconds: number): string {
  return createHmac('sha256', secret).update(`${name}\n${seconds}`).digest('hex');
}
