// Tokens of sessions and invitations: random, stored as a hash only.
import { hash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters that need no escaping in URLs and cookies. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, hex: the stored form of a token. As the token is random, it needs no salt and no slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** The CSRF token of a session: derived from its token, reveals nothing of it, and differs from the stored hash. */
export function csrfTokenOf(token: string): string {
  return hash('sha256', `csrf:${token}`, 'base64url');
}
