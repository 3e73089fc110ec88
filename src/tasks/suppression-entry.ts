// Converts the arguments of `suppress` to entries of the suppression list, in normal form.
import type { SuppressionEntry } from '../catalog/writer-port.ts';
import { hasKnownEnding, parseDomain } from '../identity/domain.ts';
import { parseEmail } from '../identity/email.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { parsePhone } from '../identity/phone.ts';
import { OperatorError } from '../ops/operator-error.ts';

type Kind = SuppressionEntry['kind'];

const READ: Readonly<Record<Kind, (text: string) => string | null>> = {
  email: parseEmail,
  phone: (text) => (text.trim().startsWith('+') ? parsePhone(text, null) : null),
  person: (text) => slugOf(text, 'person'),
  company: (text) => slugOf(text, 'company'),
  domain: parseDomain,
};

const FORM: Readonly<Record<Kind, string>> = {
  email: 'an e-mail address',
  phone: 'a phone number with + and country code',
  person: 'a slug or profile URL of a person',
  company: 'a slug or profile URL of a company',
  domain: 'a domain',
};

/** Throws an OperatorError if the text is not of that kind. */
export function suppressionEntry(kind: Kind, text: string): SuppressionEntry {
  const value = READ[kind](text);
  if (value === null) throw new OperatorError(`this is not ${FORM[kind]}`);
  return { kind, value };
}

/**
 * The entry if the form of the text determines its kind; null for an ambiguous text, such as a slug or a name without a
 * known domain ending.
 */
export function suppressionEntryByForm(text: string): SuppressionEntry | null {
  const person = parseNetworkUrl(text, 'person');
  if (person) return { kind: 'person', value: person.slug };
  const company = parseNetworkUrl(text, 'company');
  if (company) return { kind: 'company', value: company.slug };
  for (const kind of ['email', 'phone'] as const) {
    const value = READ[kind](text);
    if (value !== null) return { kind, value };
  }
  const domain = parseDomain(text);
  return domain !== null && hasKnownEnding(domain) ? { kind: 'domain', value: domain } : null;
}

/** The slug of a profile URL, or a text that is itself a slug, which is one word. */
function slugOf(text: string, kind: 'person' | 'company'): string | null {
  const url = parseNetworkUrl(text, kind);
  if (url !== null) return url.slug;
  const slug = text.trim();
  if (/[/\s]/.test(slug)) return null;
  return parseNetworkUrl(`/${kind === 'person' ? 'in' : 'company'}/${slug}`, kind)?.slug ?? null;
}
