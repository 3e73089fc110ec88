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

  it('is read in order if a title in brackets follows', () => {
    expect(personName('Rau, Kai-Uwe (Dr.)')).toMatchObject({ name: 'Kai-Uwe Rau', parts: ['Kai-Uwe', 'Rau'] });
  });

  it.each([
    ['JANE SMITH', 'Jane Smith'],
    ['ANNA O’NEILL-MCKAY', 'Anna O’Neill-McKay'],
    ['ÉLODIE MARTIN née LEBLANC', 'Élodie Martin née Leblanc'],
    ['JAN VAN DER BERG', 'Jan van der Berg'],
    ['MARTIN LUTHER KING JR.', 'Martin Luther King Jr.'],
    ['BERG, JAN VAN DER', 'Jan van der Berg'],
    ['VAN DER BERG, JAN', 'Jan van der Berg'],
    ['LINH DO', 'Linh Do'],
    ['JP MORGAN', 'JP Morgan'],
    ['ŁUKASZ ŻÓŁĆ', 'Łukasz Żółć'],
    ["D'ANGELO RUSSELL", "D'Angelo Russell"],
    ['İBRAHİM ÇELİK', 'İbrahim Çelik'],
    ['İSMAİL ÇIĞLIOĞLU', 'İsmail Çığlıoğlu'],
  ])('corrects %j, all in capitals, to %j', (text, name) => expect(personName(text).name).toBe(name));

  it.each([
    ['Dr. Jane Smith, PhD', 'Jane Smith'],
    ['Prof. Dr. med. Hans Müller', 'Hans Müller'],
    ['Dipl.-Ing. Karl Braun', 'Karl Braun'],
    ['Frau Dipl.-Kffr. Ute Wolf', 'Ute Wolf'],
    ['Prof. em. Dr. Dr. h.c. mult. Karl Braun', 'Karl Braun'],
    ['Dipl.-Betriebsw. (FH) Max Roe', 'Max Roe'],
    ['Herrn Dr. Max Roe', 'Max Roe'],
    ["M. le Prof. Jean d'Ormesson", "Jean d'Ormesson"],
    ['M. le Goff', 'le Goff'],
    ['z. Hd. Max Roe', 'Max Roe'],
    ['Attn: Jane Roe', 'Jane Roe'],
    ['c/o Jane Roe', 'Jane Roe'],
    ['Ansprechpartner: Tim Roe', 'Tim Roe'],
    ['Herr und Frau Schmidt', 'Herr und Frau Schmidt'],
    ['Mr. and Mrs. Smith', 'Mr. and Mrs. Smith'],
    ['Jane Roe, John Doe', 'Jane Roe, John Doe'],
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
    ['NGUYEN THI MAI', 'Nguyen Thi Mai'],
    ['Dr. Tran Thi Mai', 'Tran Thi Mai'],
    ['Jane Roe, MAI', 'Jane Roe'],
    ['Jane Roe, Ph. D.', 'Jane Roe'],
    ['Jane Roe, M. A.', 'Jane Roe'],
    ['M. J. Dupont', 'M. J. Dupont'],
    ['Mr. & Mrs. Smith', 'Mr. & Mrs. Smith'],
    ['Mag. (FH) Hans Meyer', 'Hans Meyer'],
    ['MUDr. Jan Novák, CSc.', 'Jan Novák'],
    ['Dra. Ana Soto', 'Ana Soto'],
  ])('removes titles, degrees and decorations from %j: %j', (text, name) =>
    expect(personName(text)).toMatchObject({ name, parts: null }),
  );

  it.each([
    ['Smith, Jane', 'Jane', 'Smith'],
    ['SMITH, John (Jack)', 'John', 'Smith'],
    ['Smith, John "Jack"', 'John', 'Smith'],
    ['Roe, Jane Dr.', 'Jane', 'Roe'],
    ['Martin Soto, Juan Carlos', 'Juan Carlos', 'Martin Soto'],
    ['SMITH, JANE', 'Jane', 'Smith'],
    ["o'neill, SEAN", 'Sean', "O'Neill"],
    ['van der berg, JAN', 'Jan', 'van der Berg'],
    ['SMITH, jane', 'Jane', 'Smith'],
    ['smith, jane', 'jane', 'smith'],
    ['Soto Ruiz, Ana María', 'Ana María', 'Soto Ruiz'],
    ['de la Cruz, Juan', 'Juan', 'de la Cruz'],
    ['Smith, Dr. Jane, PhD', 'Jane', 'Smith'],
    ['SMITH, JOHN, JR', 'John', 'Smith Jr.'],
    ['Smith, Jane PhD', 'Jane', 'Smith'],
    ['Smith, Jane, Dr.', 'Jane', 'Smith'],
    // Initials and short given names, not degrees.
    ['Smith, J.D.', 'J.D.', 'Smith'],
    ['Smith, JD', 'JD', 'Smith'],
    ['Smith, M. A.', 'M. A.', 'Smith'],
    ['Rahman, Md', 'Md', 'Rahman'],
    ['Nguyen Thi, Mai', 'Mai', 'Nguyen Thi'],
    ['St. John, Ian', 'Ian', 'St. John'],
    ["'t Hart, Maarten", 'Maarten', "'t Hart"],
    ["VAN 'T HOFF, PIET", 'Piet', "van 't Hoff"],
    ['Van Buren, Hunter', 'Hunter', 'Van Buren'],
    ['García López, Mason', 'Mason', 'García López'],
  ])('swaps the parts of %j', (text, first, last) =>
    expect(personName(text)).toMatchObject({ name: `${first} ${last}`, parts: [first, last] }),
  );
});

it.each([
  ['Jane Roe, CEO at Acme', 'Jane Roe', 'CEO at Acme'],
  ['Ilka Brandvold, Head of Sales', 'Ilka Brandvold', 'Head of Sales'],
  ['Jane Roe, CEO, Acme', 'Jane Roe', 'CEO, Acme'],
  ['JANE ROE, CONSULTANT', 'Jane Roe', 'CONSULTANT'],
  ['★ Jane Roe ★', 'Jane Roe', null],
  ['• Jane Roe', 'Jane Roe', null],
  ['Hr. Dipl.-Ing. (FH) Max Rau, Einkaufsleiter', 'Max Rau', 'Einkaufsleiter'],
])('reads %j as %j and the remark %j', (text, name, remark) =>
  expect(personName(text)).toEqual({ name, parts: null, remark }),
);

describe('a part of a name', () => {
  it.each([
    ['VAN DER BERG', 'van der Berg'],
    ['MARTIN épouse DURAND', 'Martin épouse Durand'],
    ["L'HÉRITIER (née LEBLANC)", "L'Héritier (née Leblanc)"],
    ['Van der Berg', 'Van der Berg'],
    ['KING JR.', 'King Jr.'],
    ['Roe PhD', 'Roe'],
    ['ROE MBA', 'Roe'],
    ['Thi Mai', 'Thi Mai'],
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
