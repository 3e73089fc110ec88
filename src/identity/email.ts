// Normalizes e-mail addresses to the form in which they are stored and looked up.
import { LIMITS } from '../contract/limits.ts';
import { parseMailDomain } from './domain.ts';

/** A dot-atom of RFC 5322; quoted local parts are rejected, as mailboxes in use have none. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/**
 * The address in lower case with its domain in ASCII, at most 254 characters; null if it is not a valid address. The
 * specification limits only the whole address: a local part may be longer than the 64 characters that servers must
 * accept.
 */
export function parseEmail(input: string): string | null {
  const text = input.trim();
  const at = text.indexOf('@');
  if (at < 1 || text.length > LIMITS.emailLengthMax) return null;
  const local = text.slice(0, at).toLowerCase();
  if (!LOCAL_PART.test(local)) return null;
  const domain = parseMailDomain(text.slice(at + 1));
  if (domain === null) return null;
  const email = `${local}@${domain}`;
  return email.length <= LIMITS.emailLengthMax ? email : null;
}
