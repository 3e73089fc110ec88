// Extracts e-mail addresses from text as found in files: with names around them, several in one text, placeholders.
// identity/email.ts defines valid addresses.
import { parseEmail } from '../../../identity/email.ts';
import { halfWidth } from '../../../words/half-width.ts';
import { withoutMarkdown } from '../markdown-link.ts';
import { type EmailKind, emailKindIn } from './email-kind.ts';

const SEPARATORS = /[\s,;|]+|\/(?=[^/\s]+@)/;
/**
 * Values by which sources withhold the address, in whole or in part (`j***@…`), or state that there is none. Example
 * domains are not among them: an address at such a domain is intended.
 */
const PLACEHOLDER =
  /^(?:email_?not_?unlocked|no-?email|none|noemail|not-?provided|unknown|n\/?a|[^\p{L}\p{N}@]+)@|\*{2}|^(test|asdf|abc|xxx)@\1\.[a-z]+$|@(?:none\.com|noemail\.com|domain\.com|no-?email\.[a-z]+|xx+\.[a-z]+)$/iu;
const WRAPPING = /^(?:mailto:|[<("'[]+)+|(?<![>)"'\].])[>)"'\].]+$/gi;
// Repetitions that may begin at any character have a maximum, so that the time is linear in the length of the text.
const AT = /\s{0,9}(?:\[(?:at|@)\]|\((?:at|@)\)|\{at\})\s*/gi;
const DOT = /\s{0,9}(?:\[(?:dot|punkt|\.)\]|\((?:dot|punkt)\)|\{dot\})\s*/gi;

/** Fields of a `mailto:` link (RFC 6068), such as a subject. */
const LINK_FIELDS = /\?[a-z-]+=.*$/i;

/** An address: its local part has at most 64 octets (RFC 5321, 4.5.3.1.1). */
const ADDRESS = /[^\s<>()[\]:;,|/"'@]{1,64}@[^\s<>()[\]:;,|/"'@]+/g;
/** `(personal)`, `[Home]` and `- work` behind an address. */
const LABEL_BEHIND = /^\s*(?:\(([^()]+)\)|\[([^[\]]+)\]|\s[-–—]\s*(\p{L}+)\s*(?:$|[;,|/]))/u;
/** `Work:`, `Private E-Mail:` and `(home)` before an address. */
const LABEL_BEFORE = /(?:^|[;,|/\s])(?:([\p{L}\s-]{2,30}):|[([]([\p{L}\s-]+)[)\]]:?)\s*$/u;

interface FoundEmails {
  readonly emails: readonly string[];
  /** The addresses that the text calls personal: `ann@acme.example (private)`. */
  readonly personal: ReadonlySet<string>;
  /** The reason why no address was found or a part of the text was dropped; null if neither happened. */
  readonly reason: string | null;
}

/** The addresses in a text, in normal form and in order. Those labelled as work come first, personal ones last. */
export function emailsIn(text: string): FoundEmails {
  const whole = parseEmail(text);
  if (whole !== null && !PLACEHOLDER.test(whole)) return { emails: [whole], personal: NONE, reason: null };
  const candidates = withoutMarkdown(halfWidth(text))
    .replace(AT, '@')
    .replace(DOT, '.')
    .split(SEPARATORS)
    .filter((part) => part.includes('@'))
    .map((part) => part.replace(WRAPPING, '').replace(LINK_FIELDS, ''));
  const found = candidates
    .filter((part) => !PLACEHOLDER.test(part))
    .map(parseEmail)
    .filter((email) => email !== null);
  const kinds = labelledKinds(text);
  const emails = [...new Set(found)].toSorted((a, b) => rankOf(kinds.get(a)) - rankOf(kinds.get(b)));
  const personal = new Set(emails.filter((email) => kinds.get(email) === 'personal'));
  return { emails, personal, reason: reasonOf(candidates, found.length) };
}

const NONE: ReadonlySet<string> = new Set();
const rankOf = (kind: EmailKind | undefined) => (kind === 'work' ? 0 : kind === 'personal' ? 2 : 1);

/** The kinds of the labelled addresses in a text. */
function labelledKinds(text: string): Map<string, EmailKind> {
  const kinds = new Map<string, EmailKind>();
  let end = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const before = LABEL_BEFORE.exec(text.slice(end, index));
    end = index + address.length;
    const behind = LABEL_BEHIND.exec(text.slice(end));
    end += behind?.[0].length ?? 0;
    const label = [behind, before].flatMap((found) => found?.slice(1) ?? []).find((words) => words !== undefined);
    const kind = emailKindIn(label ?? '');
    const email = kind === null ? null : parseEmail(address);
    if (kind !== null && email !== null) kinds.set(email, kind);
  }
  return kinds;
}

function reasonOf(candidates: readonly string[], found: number): string | null {
  if (candidates.length > 0 && found === candidates.length) return null;
  return candidates.some((part) => PLACEHOLDER.test(part))
    ? 'a placeholder, not an e-mail address'
    : 'not an e-mail address';
}
