import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';
import { headOf, tailOf, titlesOf, withoutGenderMarks, withRetirement } from './title-parts.ts';

describe('the parts of a title', () => {
  it.each([
    ['Leiter Vertrieb (m/w/d)', 'Leiter Vertrieb'],
    ['Entwickler (all genders) Java', 'Entwickler   Java'],
    ['Comptable H/F', 'Comptable'],
    ['Monteur m/w/d', 'Monteur'],
    ['Manager (EMEA)', 'Manager (EMEA)'],
    ['Firefighter/EMT', 'Firefighter/EMT'],
  ])('lose marks of gender: %s', (title, text) => {
    expect(withoutGenderMarks(title).trim()).toBe(text);
  });

  it('are titles side by side if a bar, a dot or a semicolon stands between them', () => {
    expect(titlesOf('CEO | Board Member')).toEqual(['CEO', 'Board Member']);
    expect(titlesOf('Founder • Investor; Author')).toEqual(['Founder', 'Investor', 'Author']);
    expect(titlesOf('Ingénieur·e')).toEqual(['Ingénieur·e']);
    expect(titlesOf('VP, Sales & Marketing')).toEqual(['VP, Sales & Marketing']);
  });

  it('are a tail behind a comma, a bracket or a dash', () => {
    expect(tailOf('Colonel (ret.)')).toBe('ret.');
    expect(tailOf('CFO, Acme - former ')).toBe('former');
    expect(tailOf('Full-Stack Developer')).toBeNull();
    expect(tailOf('Chair (EMEA) of the Board')).toBeNull();
    expect(tailOf('Chair, ')).toBeNull();
    // With a regular expression that tries each way to split the blanks, this would take minutes.
    expect(tailOf(`Chair,${' '.repeat(2000)}(`)).toBeNull();
  });

  it('spell out the short forms of a former office', () => {
    expect(withRetirement('Bürgermeister a. D.')).toBe('Bürgermeister außer Dienst');
    expect(withRetirement('Oberst i.R.')).toBe('Oberst im Ruhestand');
    expect(withRetirement('1st A.D.')).toBe('1st A.D.');
  });

  it('are a head and its area', () => {
    expect(headOf('Data Scientist, Growth')).toBe('Data Scientist');
    expect(headOf('Nurse - ICU')).toBe('Nurse');
    expect(headOf('Nurse (')).toBeNull();
    expect(headOf('Full-Stack Developer')).toBeNull();
    expect(headOf('')).toBeNull();
  });
});

describe('the level of several titles', () => {
  it.each([
    ['VP Sales | Former CFO', 'VP'],
    ['Retired | Former CFO', 'Other'],
    ['Student | Founder', 'C-Team'],
    ['Intern | Brightwater', 'Other'],
    ['Software Engineer | Speaker', 'Staff'],
    ['|', 'Other'],
    ['General Counsel & Corporate Secretary', 'C-Team'],
    ['Assistant to the General Counsel & Corporate Secretary', 'Staff'],
  ])('of %s is %s', (title, level) => {
    expect(classify(title).level).toBe(level);
  });
});

describe('the function of a title with an area', () => {
  it('is that of a role before the area', () => {
    expect(classify('Data Scientist, Growth').function).toBe('Information Technology');
    expect(classify('Attorney - Real Estate').function).toBe('Legal');
  });

  it('is that of the area if the words before it are of any field', () => {
    expect(classify('Director, Procurement').function).toBe('Purchasing');
    expect(classify('VP, Engineering Productivity').function).toBe('Engineering');
  });

  it('does not depend on words for a place', () => {
    expect(classify('Account Manager, EMEA')).toEqual(classify('Account Manager'));
    expect(classify('Nurse (Remote)')).toEqual(classify('Nurse'));
  });
});
