// The e-mail addresses and phone numbers of a raw person row: the lists of the record form and the single columns of tables.
import type { EmailRecord, PhoneRecord } from '../../contract/import-records.ts';
import { EMAIL_STATUSES, type EmailStatus } from '../../contract/vocabularies.ts';
import { parseEmail } from '../../identity/email.ts';
import { parsePhone } from '../../identity/phone.ts';
import { booleanOf, noteUnknownKeys, objectsOf, type Scope, textOf, textsOf, timestampOf } from './scope.ts';

const EMAIL_KEYS = new Set(['email', 'status', 'verified_at', 'is_primary']);
const PHONE_KEYS = new Set(['phone', 'kind']);

/** Words of other sources for the four statuses. */
const STATUS_WORDS: ReadonlyMap<string, EmailStatus> = new Map(
  Object.entries<EmailStatus>({
    ...(Object.fromEntries(EMAIL_STATUSES.map((status) => [status, status])) as Record<EmailStatus, EmailStatus>),
    verified: 'valid',
    deliverable: 'valid',
    'catch all': 'catch_all',
    'catch-all': 'catch_all',
    catchall: 'catch_all',
    'accept all': 'catch_all',
    accept_all: 'catch_all',
    unverified: 'unknown',
    guessed: 'unknown',
    risky: 'unknown',
    undeliverable: 'invalid',
    bounced: 'invalid',
  }),
);

/** The addresses of a person, each once: of equal ones the first stays, primary if any of them is. */
export function emailsOf(row: Scope): EmailRecord[] {
  const emails = new Map<string, EmailRecord>();
  const add = (scope: Scope, record: { text: string; field: string } & Omit<EmailRecord, 'email'>) => {
    const email = parseEmail(record.text);
    if (email === null) return scope.notes.warn(scope.path + record.field, 'not an e-mail address');
    const known = emails.get(email);
    const isPrimary = record.isPrimary || known?.isPrimary === true;
    const { status, verifiedAt } = known ?? record;
    emails.set(email, { email, status, verifiedAt, isPrimary });
  };
  const own = textOf(row, 'email');
  if (own !== null) {
    const state = { status: statusOf(row, 'email_status'), verifiedAt: timestampOf(row, 'email_verified_at') };
    add(row, { text: own, field: 'email', ...state, isPrimary: true });
  }
  if (isTextList(row, 'emails')) {
    for (const text of textsOf(row, 'emails')) add(row, { text, field: 'emails', ...UNCHECKED });
    return [...emails.values()];
  }
  for (const entry of objectsOf(row, 'emails')) {
    noteUnknownKeys(entry, EMAIL_KEYS);
    add(entry, {
      text: textOf(entry, 'email') ?? '',
      field: 'email',
      status: statusOf(entry, 'status'),
      verifiedAt: timestampOf(entry, 'verified_at'),
      isPrimary: booleanOf(entry, 'is_primary') ?? false,
    });
  }
  return [...emails.values()];
}

const UNCHECKED = { status: null, verifiedAt: null, isPrimary: false };

/** Tables give lists as one text, files of other makers as an array of texts. */
function isTextList(row: Scope, field: string): boolean {
  const value = row.values[field];
  return typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'string');
}

function statusOf(scope: Scope, field: string): EmailStatus | null {
  const text = textOf(scope, field);
  if (text === null) return null;
  const status = STATUS_WORDS.get(text.toLowerCase());
  if (status === undefined) scope.notes.warn(scope.path + field, 'unknown status');
  return status ?? null;
}

type PhoneKind = NonNullable<PhoneRecord['kind']>;
const PHONE_COLUMNS: readonly (readonly [field: string, kind: PhoneKind | null])[] = [
  ['phone', null],
  ['mobile_phone', 'mobile'],
  ['direct_phone', 'direct'],
  ['work_phone', 'work'],
];
const PHONE_KINDS: ReadonlySet<string> = new Set<PhoneKind>(['mobile', 'direct', 'work']);

/** The numbers of a person, each once; national numbers are read as of the person's country. */
export function phonesOf(row: Scope, countryCode: string | null): PhoneRecord[] {
  const phones = new Map<string, PhoneRecord>();
  const add = (scope: Scope, field: string, given: { text: string; kind: PhoneKind | null }) => {
    const phone = parsePhone(given.text, countryCode);
    if (phone === null) scope.notes.warn(scope.path + field, 'not a phone number, or of an unknown country');
    else phones.set(phone, { phone, kind: phones.get(phone)?.kind ?? given.kind });
  };
  for (const [field, kind] of PHONE_COLUMNS) {
    const text = textOf(row, field);
    if (text !== null) add(row, field, { text, kind });
  }
  if (isTextList(row, 'phones')) {
    for (const text of textsOf(row, 'phones')) add(row, 'phones', { text, kind: null });
    return [...phones.values()];
  }
  for (const entry of objectsOf(row, 'phones')) {
    noteUnknownKeys(entry, PHONE_KEYS);
    add(entry, 'phone', { text: textOf(entry, 'phone') ?? '', kind: phoneKindOf(entry) });
  }
  return [...phones.values()];
}

function phoneKindOf(entry: Scope): PhoneKind | null {
  const kind = textOf(entry, 'kind')?.toLowerCase() ?? null;
  if (kind === null || PHONE_KINDS.has(kind)) return kind as PhoneKind | null;
  entry.notes.warn(`${entry.path}kind`, 'neither mobile, direct nor work');
  return null;
}
