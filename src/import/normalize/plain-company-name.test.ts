import { describe, expect, it } from 'vitest';
import { normalizeCompany } from './company.ts';
import { normalizePerson } from './person.ts';

function read(name: string) {
  const warnings: string[] = [];
  const notes = { warn: (field: string, reason: string) => void warnings.push(`${field}: ${reason}`) };
  const context = { today: '2026-03-15' };
  const company = normalizeCompany({ values: { name }, path: '', notes }, context);
  const values = { full_name: 'Ann Kirk', company_name: name };
  const person = normalizePerson({ values, path: '', notes }, context);
  return { company, person, warnings };
}

const REASON = 'a code in brackets was dropped: it is not part of the name';

describe('the name of a company', () => {
  it.each(['Acme Ltd (1000)', 'Acme Ltd [C-1000]', 'Acme Ltd (DE 00012345)', 'Acme Ltd(K100200)'])(
    'has no code in brackets behind the legal form: %s',
    (name) => {
      const { company, person, warnings } = read(name);
      expect(company).toMatchObject({ name: 'Acme Ltd' });
      expect(person).toMatchObject({ experiences: [{ company_name: 'Acme Ltd' }] });
      expect(warnings).toEqual([`name: ${REASON}`, `company_name: ${REASON}`]);
    },
  );

  it('has no remark', () => {
    const { company, person, warnings } = read('Acme Ltd - DO NOT USE');
    expect(company).toMatchObject({ name: 'Acme Ltd' });
    expect(person).toMatchObject({ experiences: [{ company_name: 'Acme Ltd' }] });
    expect(warnings).toHaveLength(2);
  });

  it.each([
    'Acme (UK) Ltd',
    'Studio (2019) Ltd',
    'Acme Ltd (2019)',
    'Acme Ltd (UK)',
    'Acme Ltd (24)',
    'Route (1000)',
    'Acme Ltd (formerly Bolt 500)',
  ])('keeps %s', (name) => {
    const { company, person, warnings } = read(name);
    expect(company).toMatchObject({ name });
    expect(person).toMatchObject({ experiences: [{ company_name: name }] });
    expect(warnings).toEqual([]);
  });
});
