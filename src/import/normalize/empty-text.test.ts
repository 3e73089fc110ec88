import { expect, it } from 'vitest';
import { normalizeCompany } from './company.ts';
import { isEmptyText } from './empty-text.ts';
import { normalizePerson } from './person.ts';

const TODAY = '2026-03-15';

function scopeOf(values: Record<string, unknown>) {
  const warnings: string[] = [];
  const notes = { warn: (field: string, reason: string) => void warnings.push(`${field}: ${reason}`) };
  return { scope: { values, path: '', notes }, warnings };
}

it('holds for placeholders and rules, not for names and words', () => {
  const empty = ['', 'N/A', 'null', '-', '#REF!', '#NUM!', '(blank)', '[object Object]', 'k.A.'];
  const rules = ['--', '-'.repeat(40), ':-----:', '____', '...', '----+----'];
  for (const text of [...empty, ...rules]) expect(isEmptyText(text), text).toBe(true);
  for (const text of ['NA', 'Nan', 'Null & Sons', '0', 'X', '-1', '--a', '+', 'C++'])
    expect(isEmptyText(text), text).toBe(false);
});

it('makes the texts of a JSON row missing, without a warning', () => {
  const { scope, warnings } = scopeOf({
    full_name: 'Jane Roe',
    headline: 'N/A',
    location: { city: 'n/a', country_code: 'NA' },
    job_title: '-',
    company_name: 'null',
    skills: ['N/A', 'Chess'],
    education: [{ school_name: 'None' }],
    email: 'jane@acme.test',
  });
  expect(normalizePerson(scope, { today: TODAY })).toMatchObject({
    headline: null,
    location: { city: null, country_code: 'NA' },
    experiences: [],
    skills: ['Chess'],
    education: [],
  });
  expect(warnings).toEqual([]);
});

it('rejects a company that is named by a placeholder only', () => {
  const { scope } = scopeOf({ name: 'NULL', domain: 'acme.test' });
  expect(normalizeCompany(scope, { today: TODAY })).toMatchObject({ field: 'name', reason: 'a company needs a name' });
});

it.each(['Unknown', 'NOT AVAILABLE', 'not-specified', 'TBD', 'TRUE', 'Keine Angabe'])(
  'treats %s as missing in titles, headlines and places, but keeps it in other texts',
  (word) => {
    const { scope, warnings } = scopeOf({
      ...{ full_name: 'Jane Roe', headline: word, about_me: word, email: 'jane@acme.test' },
      ...{ job_title: word, company_name: 'Acme', location: { city: word, country_code: 'GB' } },
      skills: [word, 'Chess'],
    });
    expect(normalizePerson(scope, { today: TODAY })).toMatchObject({
      ...{ headline: null, about_me: word, skills: ['Chess'] },
      location: { city: null, country_code: 'GB' },
      experiences: [{ job_title: null, company_name: 'Acme' }],
    });
    expect(warnings).toEqual([]);
  },
);

it.each(['Unknown', 'Not specified', 'TBD', 'TRUE'])('rejects %s as an employer, with a warning', (word) => {
  const { scope, warnings } = scopeOf({
    full_name: 'Jane Roe',
    job_title: 'Cook',
    company_name: word,
    email: 'j@a.test',
  });
  expect(normalizePerson(scope, { today: TODAY })).toMatchObject({ experiences: [{ company_name: null }] });
  expect(warnings).toEqual(['company_name: not an employer']);
});

it('keeps names that only begin like a word for a missing value, and a status that is unknown', () => {
  const { scope } = scopeOf({
    ...{ full_name: 'Jane Roe', job_title: 'Unknown Risks Analyst', company_name: 'True North' },
    emails: [{ email: 'jane@acme.test', status: 'unknown' }],
  });
  expect(normalizePerson(scope, { today: TODAY })).toMatchObject({
    experiences: [{ job_title: 'Unknown Risks Analyst', company_name: 'True North' }],
    emails: [{ status: 'unknown' }],
  });
});
