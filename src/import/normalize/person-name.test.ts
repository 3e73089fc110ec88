import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namePart, personName } from './person-name.ts';

describe('a whole name', () => {
  it.each([
    ['Jane Smith', 'Jane Smith'],
    ['Mary  Ann   Lee', 'Mary Ann Lee'],
    ['अनिल शाह', 'अनिल शाह'],
    ['J.R. Ewing', 'J.R. Ewing'],
    ['Jean DUPONT', 'Jean DUPONT'],
    ['jane smith', 'jane smith'],
    ['Md Rahman', 'Md Rahman'],
    ['Jack MA', 'Jack MA'],
    ['Jane (Janie) Smith', 'Jane (Janie) Smith'],
    ['!!!', '!!!'],
    ['=HYPERLINK("http://x.example", "JANE")', '=HYPERLINK("http://x.example", "JANE")'],
  ])('keeps %j', (text, name) => expect(personName(text)).toMatchObject({ name, parts: null }));

  it.each([
    ['JANE SMITH', 'Jane Smith'],
    ['ANNA O’NEILL-MCKAY', 'Anna O’Neill-McKay'],
    ['JAN VAN DER BERG', 'Jan van der Berg'],
    ['MARTIN LUTHER KING JR.', 'Martin Luther King Jr.'],
    ['BERG, JAN VAN DER', 'Jan van der Berg'],
    ['VAN DER BERG, JAN', 'Jan van der Berg'],
    ['LINH DO', 'Linh Do'],
    ['JP MORGAN', 'JP Morgan'],
    ['ŁUKASZ ŻÓŁĆ', 'Łukasz Żółć'],
    ["D'ANGELO RUSSELL", "D'Angelo Russell"],
    ['İBRAHİM ÇELİK', 'Ibrahim Çelik'],
  ])('corrects %j, all in capitals, to %j', (text, name) => expect(personName(text).name).toBe(name));

  it.each([
    ['Dr. Jane Smith, PhD', 'Jane Smith'],
    ['Prof. Dr. med. Hans Müller', 'Hans Müller'],
    ['Dipl.-Ing. Karl Braun', 'Karl Braun'],
    ['Jane Smith PhD', 'Jane Smith'],
    ['Jane Smith, MBA, PMP®', 'Jane Smith'],
    ['Jane Smith, CPA, CGMA', 'Jane Smith'],
    ['Lee Chang, MA', 'Lee Chang'],
    ['Mr John Smith', 'John Smith'],
    ['Sr. Juan Soto', 'Juan Soto'],
    ['Miss Jones', 'Miss Jones'],
    ['Dr. No', 'Dr. No'],
    ['John Smith, Jr.', 'John Smith Jr.'],
    ['John Smith III', 'John Smith III'],
    ['Jane Smith 🚀', 'Jane Smith'],
    ['🚀 Jane ★ Smith | Hiring!', 'Jane Smith'],
    ['Jane Smith - Recruiter', 'Jane Smith'],
    ['Jane Smith (She/Her)', 'Jane Smith'],
    ['“Jane Smith”', 'Jane Smith'],
    ['Jane Doe, Acme Inc', 'Jane Doe, Acme Inc'],
  ])('removes titles, degrees and decorations from %j: %j', (text, name) =>
    expect(personName(text)).toMatchObject({ name, parts: null }),
  );

  it.each([
    ['Smith, Jane', 'Jane', 'Smith'],
    ['SMITH, JANE', 'Jane', 'Smith'],
    ["o'neill, SEAN", 'Sean', "O'Neill"],
    ['van der berg, JAN', 'Jan', 'van der Berg'],
    ['SMITH, jane', 'Jane', 'Smith'],
    ['smith, jane', 'jane', 'smith'],
    ['Soto Ruiz, Ana María', 'Ana María', 'Soto Ruiz'],
    ['de la Cruz, Juan', 'Juan', 'de la Cruz'],
    ['Smith, Dr. Jane, PhD', 'Jane', 'Smith'],
    ['SMITH, JOHN, JR', 'John', 'Smith Jr.'],
  ])('swaps the parts of %j', (text, first, last) =>
    expect(personName(text)).toMatchObject({ name: `${first} ${last}`, parts: [first, last] }),
  );
});

describe('a part of a name', () => {
  it.each([
    ['VAN DER BERG', 'van der Berg'],
    ['Van der Berg', 'Van der Berg'],
    ['KING JR.', 'King Jr.'],
  ])('reads the last name %j as %j', (text, part) => expect(namePart(text, 'last')).toBe(part));

  it.each([
    ['Jane', 'Jane'],
    ['Dr. Jane', 'Jane'],
    ['Smith, PhD', 'Smith'],
    ['DUPONT', 'Dupont'],
    ['JP', 'JP'],
    ['NG', 'NG'],
    ['Jane 🌟', 'Jane'],
  ])('reads %j as %j', (text, part) => expect(namePart(text, 'first')).toBe(part));
});

it('removes no name completely, and does not change a clean name', () => {
  const piece = fc.constantFrom(
    'Dr.',
    'Jane',
    'SMITH',
    ',',
    'PhD',
    'van',
    '🚀',
    '|',
    '(she/her)',
    'Jr.',
    '"',
    'Ö',
    'x',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1 }), (pieces) => {
      const text = pieces.join(' ').trim();
      fc.pre(/\p{L}/u.test(text));
      expect(personName(text).name).toMatch(/\p{L}/u);
      expect(namePart(text, 'last')).toMatch(/\p{L}/u);
    }),
  );
});
