// Reads the e-mail addresses and phone numbers of a raw person row, from the lists of the record form and from single
// columns of tables.

import type { EmailRecord, PhoneRecord } from '../../../contract/import-records.ts';
import { EMAIL, PHONE } from '../../../contract/record-table/position-members.ts';
import { type EmailStatus, emailStatusIn } from '../../../contract/vocabularies/email-statuses.ts';
import type { PhoneKind } from '../../../contract/vocabularies/vocabularies.ts';
import { isPersonalMail } from '../../../identity/personal-mail.ts';
import { keysOf } from '../read-members.ts';
import { booleanOf, isAbsent, noteUnknownKeys, objectsOf, type Scope, textOf, textsOf, timestampOf } from '../scope.ts';
import { emailsIn } from './email-text.ts';
import { namesFax, phoneKindIn } from './phone-kind.ts';
import { FAX_NUMBER, phoneOf, phoneTexts } from './phone-text.ts';

const EMAIL_KEYS = keysOf(EMAIL);
const PHONE_KEYS = keysOf(PHONE);

type EmailState = Omit<EmailRecord, 'email'>;

/** Collects distinct addresses. Of equal addresses, the first remains; it is primary if any of them is. */
class EmailList {
  readonly #emails = new Map<string, EmailRecord>();

  /** Adds the addresses of a text. The state applies to the first one. Returns whether the text contains an address. */
  add(scope: Scope, field: string, given: { readonly text: string; readonly state: EmailState }): boolean {
    const { emails, personal, reason } = emailsIn(given.text);
    if (reason !== null) scope.notes.warn(scope.path + field, reason, given.text);
    for (let index = 0; index < emails.length; index += 1) {
      const email = emails[index] ?? '';
      const state = index === 0 ? given.state : UNCHECKED;
      const known = this.#emails.get(email) ?? UNCHECKED;
      if (known.status !== null && state.status !== null && known.status !== state.status)
        scope.notes.warn(
          scope.path + field,
          'the same address has another status: the first status is kept',
          given.text,
        );
      const { status, verified_at } = known.status === null && known.verified_at === null ? state : known;
      const is_primary = (state.is_primary && !personal.has(email)) || known.is_primary;
      this.#emails.set(email, { email, status, verified_at, is_primary });
    }
    return emails.length > 0;
  }

  /** Sets the state of the first address if it has none. Returns whether the state was set. */
  stateFirst({ status, verified_at }: EmailState): boolean {
    const [first] = this.#emails.values();
    if (first === undefined || first.status !== null || first.verified_at !== null) return false;
    this.#emails.set(first.email, { ...first, status, verified_at });
    return true;
  }

  /** The addresses in order. A personal address is not primary if another one exists. */
  records(employerDomains: readonly (string | null)[]): EmailRecord[] {
    const records = [...this.#emails.values()];
    const isPersonal = ({ email }: EmailRecord) => isPersonalMail(email, employerDomains);
    if (!records.some((record) => record.is_primary && isPersonal(record)) || records.every(isPersonal)) return records;
    return records.map((record) =>
      record.is_primary && isPersonal(record) ? { ...record, is_primary: false } : record,
    );
  }
}

/**
 * The addresses of a person. With `employerDomains`, an address at the person's employer is not personal, even if the
 * employer is a mail provider.
 */
export function emailsOf(row: Scope, employerDomains: readonly (string | null)[]): EmailRecord[] {
  const { email: own, emails: others } = row.values;
  const state = {
    status: statusOf(row, 'email_status'),
    verified_at: timestampOf(row, 'email_verified_at'),
    is_primary: !isAbsent(own),
  };
  const isStated = state.status !== null || state.verified_at !== null;
  const isEmpty = isAbsent(own) && (isAbsent(others) || (Array.isArray(others) && others.length === 0));
  if (isEmpty && !isStated) return [];
  const list = new EmailList();
  const text = textOf(row, 'email');
  const isFound = text !== null && list.add(row, 'email', { text, state });
  addListed(row, list);
  // Without `email`, a state applies to the first address of `emails`. If `email` is invalid, the state applies to no
  // address.
  if (isStated && !isFound && !(text === null && list.stateFirst(state))) noteState(row);
  return list.records(employerDomains);
}

function addListed(row: Scope, list: EmailList): void {
  if (isTextList(row, 'emails')) {
    for (const entry of textsOf(row, 'emails')) list.add(row, 'emails', { text: entry, state: UNCHECKED });
    return;
  }
  for (const entry of objectsOf(row, 'emails')) {
    noteUnknownKeys(entry, EMAIL_KEYS);
    const state = {
      status: statusOf(entry, 'status'),
      verified_at: timestampOf(entry, 'verified_at'),
      is_primary: booleanOf(entry, 'is_primary') ?? false,
    };
    list.add(entry, 'email', { text: textOf(entry, 'email') ?? '', state });
  }
}

function noteState(row: Scope): void {
  for (const field of ['email_status', 'email_verified_at']) {
    const value = row.values[field];
    if (!isAbsent(value)) row.notes.warn(field, 'dropped: the row has no e-mail address for it', value);
  }
}

const UNCHECKED: EmailState = { status: null, verified_at: null, is_primary: false };

/**
 * Whether a field holds plain texts: tables write lists as one text, files of other products as an array of texts or
 * numbers.
 */
function isTextList(row: Scope, field: string): boolean {
  const value = row.values[field];
  const first: unknown = Array.isArray(value) ? value.find((entry) => entry !== null) : value;
  return typeof first === 'string' || typeof first === 'number';
}

function statusOf(scope: Scope, field: string): EmailStatus | null {
  const value = scope.values[field];
  const text = typeof value === 'boolean' ? String(value) : textOf(scope, field);
  if (text === null) return null;
  const status = emailStatusIn(text);
  if (status === null) scope.notes.warn(scope.path + field, 'unknown status', text);
  return status;
}

const PHONE_COLUMNS: readonly (readonly [field: string, kind: PhoneKind | null])[] = [
  ['phone', null],
  ['mobile_phone', 'mobile'],
  ['direct_phone', 'direct'],
  ['work_phone', 'work'],
];

const NO_PHONE = { text: '', kind: null };

/** The distinct numbers of a person. A national number is read as a number of the person's country. */
export function phonesOf(row: Scope, country_code: string | null): PhoneRecord[] {
  const phones = new Map<string, PhoneRecord>();
  const add = (scope: Scope, field: string, given: { text: string; kind: PhoneKind | null }) => {
    const texts = phoneTexts(given.text);
    for (const { text, kind: labelled } of texts.length === 0 ? [NO_PHONE] : texts) {
      const kind = given.kind ?? labelled;
      const found = phoneOf(text, country_code);
      if ('reason' in found) {
        scope.notes.warn(scope.path + field, found.reason, text);
        continue;
      }
      const known = phones.get(found.phone)?.kind ?? null;
      if (known !== null && kind !== null && known !== kind)
        scope.notes.warn(scope.path + field, 'the same number has another kind: the first kind is kept', text);
      phones.set(found.phone, { phone: found.phone, kind: known ?? kind });
    }
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
    const text = textOf(entry, 'phone') ?? '';
    const kind = kindTextOf(entry);
    if (namesFax(kind)) entry.notes.warn(`${entry.path}phone`, FAX_NUMBER, text);
    else add(entry, 'phone', { text, kind: phoneKindOf(entry, kind) });
  }
  return [...phones.values()];
}

const kindTextOf = (entry: Scope) => (textOf(entry, 'kind') ?? '').toLowerCase().replaceAll('_', ' ');

function phoneKindOf(entry: Scope, text: string): PhoneKind | null {
  const kind = phoneKindIn(text);
  if (text !== '' && kind === null)
    entry.notes.warn(`${entry.path}kind`, 'not one of mobile, direct and work', entry.values['kind']);
  return kind;
}
