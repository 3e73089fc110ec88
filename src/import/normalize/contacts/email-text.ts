// Extracts e-mail addresses from text as found in files: with names around them, several in one text, placeholders.
// identity/email.ts defines valid addresses.
import { parseEmail } from '../../../identity/email.ts';
import { halfWidth } from '../../../words/half-width.ts';
import { withoutMarkdown } from '../markdown-link.ts';

const SEPARATORS = /[\s,;|]+|\/(?=[^/\s]+@)/;
/**
 * Values by which sources withhold the address, in whole or in part (`j***@…`), or state that there is none. Example
 * domains are not among them: an address at such a domain is intended.
 */
const PLACEHOLDER =
  /^(?:email_?not_?unlocked|no-?email|none|noemail|not-?provided|unknown|n\/?a|[^\p{L}\p{N}@]+)@|\*{2}|^(test|asdf|abc|xxx)@\1\.[a-z]+$|@(?:none\.com|noemail\.com|domain\.com|no-?email\.[a-z]+|xx+\.[a-z]+)$/iu;
const WRAPPING = /^(?:mailto:|[<("'[]+)+|[>)"'\].]+$/gi;
const AT = /\s*(?:\[(?:at|@)\]|\((?:at|@)\)|\{at\})\s*/gi;
const DOT = /\s*(?:\[(?:dot|punkt|\.)\]|\((?:dot|punkt)\)|\{dot\})\s*/gi;

/** Fields of a `mailto:` link (RFC 6068), such as a subject. */
const LINK_FIELDS = /\?[a-z-]+=.*$/i;

interface FoundEmails {
  readonly emails: readonly string[];
  /** The reason why no address was found or a part of the text was dropped; null if neither happened. */
  readonly reason: string | null;
}

/** The addresses in a text, in normal form and in order. */
export function emailsIn(text: string): FoundEmails {
  const whole = parseEmail(text);
  if (whole !== null && !PLACEHOLDER.test(whole)) return { emails: [whole], reason: null };
  const candidates = withoutMarkdown(halfWidth(text))
    .replace(AT, '@')
    .replace(DOT, '.')
    .split(SEPARATORS)
    .filter((part) => part.includes('@'))
    .map((part) => part.replace(WRAPPING, '').replace(LINK_FIELDS, ''));
  const emails = candidates.filter((part) => !PLACEHOLDER.test(part)).map(parseEmail);
  const found = emails.filter((email) => email !== null);
  return { emails: [...new Set(found)], reason: reasonOf(candidates, found.length) };
}

function reasonOf(candidates: readonly string[], found: number): string | null {
  if (candidates.length > 0 && found === candidates.length) return null;
  return candidates.some((part) => PLACEHOLDER.test(part))
    ? 'a placeholder, not an e-mail address'
    : 'not an e-mail address';
}
