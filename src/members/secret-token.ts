// Tokens of sessions and invitations: made at random, kept as a hash only.
import { hash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters that stand in URLs and cookies as they are. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, hex: what a store keeps of a token. As the token is random, no salt and no slow hash is needed. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** The CSRF token of a session: told by its token, tells nothing of it, and is not what the store keeps. */
export function csrfTokenOf(token: string): string {
  return hash('sha256', `csrf:${token}`, 'base64url');
}
