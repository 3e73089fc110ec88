// What somebody types to suppress somebody -> the entry of the list, in normal form.
import type { SuppressionEntry } from '../catalog/writer-port.ts';
import { parseDomain } from '../identity/domain.ts';
import { parseEmail } from '../identity/email.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { parsePhone } from '../identity/phone.ts';
import { OperatorError } from '../ops/operator-error.ts';

type Kind = SuppressionEntry['kind'];

const READ: Readonly<Record<Kind, (text: string) => string | null>> = {
  email: parseEmail,
  phone: (text) => (text.trim().startsWith('+') ? parsePhone(text, null) : null),
  person: (text) => parseNetworkUrl(text, 'person')?.slug ?? null,
  company: (text) => parseNetworkUrl(text, 'company')?.slug ?? null,
  domain: parseDomain,
};

const FORM: Readonly<Record<Kind, string>> = {
  email: 'an e-mail address',
  phone: 'a phone number with + and country code',
  person: 'a profile URL of a person',
  company: 'a profile URL of a company',
  domain: 'a domain',
};

/** Throws an OperatorError where the text is not of that kind. */
export function suppressionEntry(kind: Kind, text: string): SuppressionEntry {
  const value = READ[kind](text);
  if (value === null) throw new OperatorError(`this is not ${FORM[kind]}`);
  return { kind, value };
}
