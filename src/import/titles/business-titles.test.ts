// Words for work of all fields give way to the name of a field, abbreviations of business titles have their function,
// and words of other languages are not taken for English ones.
import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';

const functionOf = (title: string) => classify(title).function;

describe('the function', () => {
  it.each([
    ['Projektmanager IT', 'Information Technology'],
    ['Chef de projet marketing', 'Advertising & Marketing'],
    ['Projectleider HR', 'Human Resources'],
    ['Projektleiter', 'General Business & Management'],
  ])('of a project is that of its field: %s', (title, name) => {
    expect(functionOf(title)).toBe(name);
  });

  it.each([
    ['HRBP', 'Human Resources'],
    ['RevOps Manager', 'Sales & Business Development'],
    ['Head of CX', 'Customer/Client Service'],
    ['KYC Analyst', 'Finance & Accounting'],
    ['Head of GRC', 'Legal'],
    ['DevRel Lead', 'Advertising & Marketing'],
    ['Member of Technical Staff', 'Engineering'],
    ['Power BI Consultant', 'Information Technology'],
  ])('of an abbreviation or name of business is known: %s', (title, name) => {
    expect(functionOf(title)).toBe(name);
  });

  it('of a word of another language does not come from a word that looks English', () => {
    expect(functionOf('Vendeuse en prêt-à-porter')).toBe('Sales & Business Development');
    expect(functionOf('HR-Chef')).toBe('Human Resources');
  });

  it.each(['Plugh Operator', 'Thneed Maker', 'Zorblax Worker', 'Wug Handler'])(
    'is Other if no known word names a kind of work: %s',
    (title) => expect(functionOf(title)).toBe('Other'),
  );

  it('of a rank before a product is that of the product, and a bare Principal leads a school', () => {
    expect(functionOf('Principal Product Manager')).toBe('General Business & Management');
    expect(functionOf('Principal')).toBe('Education');
  });
});
