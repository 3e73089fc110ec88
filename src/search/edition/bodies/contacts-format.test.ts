import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMAIL_STATUSES } from '../../../contract/vocabularies/email-statuses.ts';
import { PHONE_KINDS } from '../../../contract/vocabularies/vocabularies.ts';
import { ContactsWriter, type PersonContacts, readContacts } from './contacts-format.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const date = fc.oneof(
  fc
    .date({ min: new Date('1960-01-01'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
    .map((each) => each.toISOString()),
  fc.integer({ min: 0, max: 2 ** 35 + 5 }).map((seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`),
  fc.constantFrom(
    '2026-01-02',
    '2026-01-02T03:04:05Z',
    '2026-01-02T03:04:05+02:00',
    'yesterday',
    '',
    '1970-01-01T00:00:00.000Z',
  ),
);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const contacts: fc.Arbitrary<PersonContacts> = fc.record({
  slug: text,
  emails: fc.array(
    fc.record({
      email: text,
      status: maybe(fc.constantFrom(...EMAIL_STATUSES)),
      verified_at: maybe(date),
      is_primary: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  phones: fc.array(fc.record({ phone: text, kind: maybe(fc.constantFrom(...PHONE_KINDS)) }), { maxLength: 4 }),
  ids: fc.array(text, { maxLength: 2 }),
});

test('contacts are decoded as they were encoded, at any offset of the unit', () => {
  const writer = new ContactsWriter();
  fc.assert(
    fc.property(contacts, fc.nat(20), (person, before) => {
      const unit = writer.write(person);
      const bytes = Buffer.concat([Buffer.alloc(before, 0xff), unit, Buffer.alloc(3, 0xff)]);
      expect(readContacts(bytes.subarray(before, before + unit.length))).toEqual(person);
    }),
    { numRuns: 500 },
  );
});

test('a truncated unit is an error, and is never read beyond its end', () => {
  fc.assert(
    fc.property(contacts, fc.nat(), (person, cut) => {
      const unit = Buffer.from(new ContactsWriter().write(person));
      const end = cut % unit.length;
      const bytes = Buffer.concat([unit.subarray(0, end), Buffer.from('jane@behind.example')]);
      expect(() => readContacts(bytes.subarray(0, end))).toThrow(RangeError);
    }),
    { numRuns: 300 },
  );
});

test('the contacts of a typical person take few bytes', () => {
  const unit = new ContactsWriter().write({
    slug: 'jane-doe-1a2b3c',
    emails: [
      { email: 'jane.doe@acme.example', status: 'valid', verified_at: '2026-03-04T05:06:07Z', is_primary: true },
    ],
    phones: [{ phone: '+447700900123', kind: 'mobile' }],
    ids: [],
  });
  expect(unit.length).toBe(1 + 15 + 1 + 1 + 5 + 1 + 21 + 1 + 1 + 1 + 13);
});
