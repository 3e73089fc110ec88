import { describe, expect, it } from 'vitest';
import { normalizePerson } from '../person.ts';
import { isReject } from '../scope.ts';

function normalize(values: Record<string, unknown>) {
  const warnings: string[] = [];
  const notes = { warn: (field: string, reason: string) => void warnings.push(`${field}: ${reason}`) };
  const named = { network_url: 'https://n.example/in/jo', full_name: 'Jo Doe', ...values };
  const person = normalizePerson({ values: named, path: '', notes }, { today: '2026-03-15' });
  if (isReject(person)) throw new Error(person.reason);
  return { person, warnings };
}

describe('e-mail addresses and phones', () => {
  it('are read from single columns of tables: status, kinds, further addresses as one text', () => {
    const { person } = normalize({
      email: 'jo@acme.test',
      email_status: 'Verified',
      email_verified_at: '2026-01-01',
      emails: 'jo@home.test;JO@acme.test',
      phone: '+1 202 555 0100',
      mobile_phone: '+1 202 555 0101',
      work_phone: '+1 202 555 0100',
    });
    expect(person.emails).toEqual([
      { email: 'jo@acme.test', status: 'valid', verified_at: '2026-01-01T00:00:00Z', is_primary: true },
      { email: 'jo@home.test', status: null, verified_at: null, is_primary: false },
    ]);
    expect(person.phones).toEqual([
      { phone: '+12025550100', kind: 'work' },
      { phone: '+12025550101', kind: 'mobile' },
    ]);
  });

  it('have the kind of the column, else of their label', () => {
    const phones = { phone: '+1 202 555 0100 (mobile)', work_phone: 'Mobile: +1 202 555 0101' };
    expect(normalize(phones).person.phones).toEqual([
      { phone: '+12025550100', kind: 'mobile' },
      { phone: '+12025550101', kind: 'work' },
    ]);
  });

  it('are not primary if their label says personal', () => {
    const { emails } = normalize({ email: 'jo@own.test (personal)', emails: 'Work: jo@acme.test' }).person;
    expect(emails.map(({ email, is_primary }) => [email, is_primary])).toEqual([
      ['jo@own.test', false],
      ['jo@acme.test', false],
    ]);
    const both = normalize({ email: 'Private: jo@own.test, work: jo@acme.test', email_status: 'valid' }).person;
    expect(both.emails).toMatchObject([
      { email: 'jo@acme.test', status: 'valid', is_primary: true },
      { email: 'jo@own.test', status: null, is_primary: false },
    ]);
  });

  it('use a status and its date without `email` for the first of `emails`, and note them if there is none', () => {
    const state = { email_status: 'valid', email_verified_at: '2026-01-01' };
    expect(normalize({ ...state, emails: ['a@acme.test', 'b@acme.test'] })).toMatchObject({
      person: { emails: [{ status: 'valid', verified_at: '2026-01-01T00:00:00Z' }, { status: null }] },
      warnings: [],
    });
    const reason = 'dropped: the row has no e-mail address for it';
    const noted = [`email_status: ${reason}`, `email_verified_at: ${reason}`];
    expect(normalize(state).warnings).toEqual(noted);
    expect(normalize({ ...state, email: 'nobody', emails: ['a@acme.test'] })).toMatchObject({
      person: { emails: [{ status: null }] },
      warnings: ['email: not an e-mail address', ...noted],
    });
  });

  it('merge equal ones and note contradictions', () => {
    const [open, checked, bad] = [null, 'valid', 'invalid'].map((status) => ({ email: 'a@acme.test', status }));
    expect(normalize({ emails: [open, checked] }).person.emails).toMatchObject([{ status: 'valid' }]);
    expect(normalize({ emails: [checked, bad] })).toMatchObject({
      person: { emails: [{ status: 'valid' }] },
      warnings: ['emails.email: the same address has another status: the first status is kept'],
    });
    expect(normalize({ mobile_phone: '+1 202 555 0100', work_phone: '+1 202 555 0100' })).toMatchObject({
      person: { phones: [{ kind: 'mobile' }] },
      warnings: ['work_phone: the same number has another kind: the first kind is kept'],
    });
  });

  it('do not read words of the prototype as status', () => {
    expect(normalize({ emails: [{ email: 'a@b.test', status: 'constructor' }] }).person.emails[0]?.status).toBe(null);
  });

  it.each([
    ['work', 'work'],
    ['Office', 'work'],
    ['cell phone', 'mobile'],
    ['Direct dial', 'direct'],
    ['home', null],
  ])('have the kind that the word %s names', (kind, known) => {
    const { person, warnings } = normalize({ phones: [{ phone: '+1 202 555 0100', kind }] });
    expect(person.phones).toEqual([{ phone: '+12025550100', kind: known }]);
    expect(warnings.length).toBe(known === null ? 1 : 0);
  });

  it('are no fax numbers', () => {
    const phones = ['fax', 'Work_Fax', 'Telefax'].map((kind) => ({ phone: '+1 202 555 0100', kind }));
    const { person, warnings } = normalize({ phones });
    expect([person.phones, new Set(warnings)]).toEqual([[], new Set(['phones.phone: a fax number'])]);
  });

  it('may be JSON numbers, in a list or alone', () => {
    const found = [{ phone: '+447700900123' }, { phone: '+12025550100' }];
    const listed = normalize({ phones: [null, 447700900123, '+1 202 555 0100'], location: { country_code: 'GB' } });
    expect([listed.person.phones, listed.warnings]).toMatchObject([found, []]);
    expect(normalize({ phones: 447700900123, location: { country_code: 'GB' } }).person.phones).toMatchObject([
      { phone: '+447700900123' },
    ]);
  });

  it('read a national number as one of the person’s country', () => {
    const phones = [{ phone: '(202) 555-0100' }];
    expect(normalize({ phones, location: { country_code: 'US' } }).person.phones).toMatchObject([
      { phone: '+12025550100' },
    ]);
    expect(normalize({ phones }).person.phones).toEqual([]);
  });
});
