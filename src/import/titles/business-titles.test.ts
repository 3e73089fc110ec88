// Words for work of any field yield to the name of a field, abbreviations of business titles have their function, and
// words of other languages are not read as English words.
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
    ['L&D Manager', 'Human Resources'],
    ['Head of TA', 'Human Resources'],
    ['Comp & Ben Manager', 'Human Resources'],
    ['AP Clerk', 'Finance & Accounting'],
    ['DPO', 'Legal'],
    ['BizOps Lead', 'Operations'],
    ['Head of CS', 'Customer/Client Service'],
  ])('is known for abbreviations and business terms: %s', (title, name) => {
    expect(functionOf(title)).toBe(name);
  });

  it.each(['Head of People', 'VP People', 'Director, People', 'People Manager', 'People Partner'])(
    'next to a rank, people are human resources: %s',
    (title) => expect(functionOf(title)).toBe('Human Resources'),
  );

  it('of people who are cared for is not human resources, and people without a rank name no work', () => {
    expect(functionOf('Support Worker for Older People')).toBe('Healthcare & Human Services');
    expect(functionOf("Young People's Worker")).toBe('Healthcare & Human Services');
    expect(functionOf('People')).toBe('Other');
  });

  it.each([
    ['Vorstand Vertrieb', 'Sales & Business Development'],
    ['Geschäftsführerin Personal', 'Human Resources'],
    ['Kaufmännischer Geschäftsführer', 'Finance & Accounting'],
    ['Directeur général finances', 'Finance & Accounting'],
    ['Geschäftsführer', 'General Business & Management'],
  ])('of a managing director with an area is that of the area: %s', (title, name) => {
    expect(classify(title)).toMatchObject({ level: 'C-Team', function: name });
  });

  it.each(['Founder & CTO', 'CTO & Founder', 'Co-Founder & CTO', 'CTO, Co-Founder'])(
    'of a founder with an office is the function of the office, with its confidence: %s',
    (title) => expect(classify(title)).toMatchObject({ function: 'Information Technology', confidence: 97 }),
  );

  it('of a word of another language does not come from a word that looks English', () => {
    expect(functionOf('Vendeuse en prêt-à-porter')).toBe('Sales & Business Development');
    expect(functionOf('HR-Chef')).toBe('Human Resources');
  });

  it.each(['Plugh Operator', 'Thneed Maker', 'Zorblax Worker', 'Wug Handler'])(
    'is Other if no known word names a kind of work: %s',
    (title) => expect(functionOf(title)).toBe('Other'),
  );

  it('of a rank before a product is the function of the product, and a bare Principal leads a school', () => {
    expect(functionOf('Principal Product Manager')).toBe('General Business & Management');
    expect(functionOf('Principal')).toBe('Education');
  });
});
