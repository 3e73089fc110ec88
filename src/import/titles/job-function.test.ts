import { describe, expect, it } from 'vitest';
import { smallVotes } from '../../../test/support/small-votes.ts';
import { type FunctionPhrase, phraseTableOf } from './function-phrases.ts';
import { functionChooser } from './job-function.ts';
import type { WordVotes } from './word-votes.ts';

const phrase = (text: string, rest: Partial<FunctionPhrase> = {}): FunctionPhrase => ({
  phrase: text,
  function: 'Legal',
  kind: 'role',
  language: 'en',
  descriptiveWords: text.split(' ').length,
  ...rest,
});
const votes = smallVotes({
  functions: ['Legal', 'Science', 'Sales & Business Development'],
  before: [-5, -5, -5],
  votes: {
    moon: [0, 9, 0],
    star: [0, 6, 0],
    haze: [0, 1, 0],
    marine: [0, 9, 0],
    dusk: [5, 5, 0],
    mist: [0, 0, 0],
    sale: [0, -9, 0],
    technician: [0, 9, 0],
    ...{ lawyer: [0, 9, 0], counsel: [0, 9, 0], law: [0, 9, 0], '*zzle': [0, 9, 0] },
  },
});
const phrases = [
  phrase('lawyer'),
  phrase('anwalt', { language: 'de' }),
  phrase('marin', { language: 'fr' }),
  phrase('law', { kind: 'broad' }),
  phrase('mist', { kind: 'broad' }),
  phrase('sale', { function: 'Sales & Business Development', kind: 'field' }),
];
const chooserOf = (own: WordVotes) =>
  functionChooser({
    phrases: phraseTableOf(phrases),
    votes: own,
    phraseVotes: { role: [6, 8, 1], field: [8, 9, 1], broad: [2, 3, 0], hint: [1, 1, 0] },
    confidence: [
      [0, 0],
      [0.5, 0.6],
      [1, 1],
    ],
  });
const choose = chooserOf(votes);
const functionOf = (title: string) => choose(title.split(' ')).function;

describe('the function of a title', () => {
  it('is that of a role or field that covers all words about the work, whatever their votes', () => {
    expect(functionOf('senior lawyer')).toBe('Legal');
    expect(functionOf('vp of sales')).toBe('Sales & Business Development');
  });

  it('is that of a phrase of another language: votes are English', () => {
    expect(functionOf('moon anwalt')).toBe('Legal');
  });

  it('is decided by votes if words remain, or if the phrase is of a broad kind', () => {
    expect(functionOf('moon lawyer')).toBe('Science');
    expect(functionOf('law')).toBe('Science');
    expect(functionOf('star sales')).toBe('Sales & Business Development');
  });

  it('is that of the best phrase if several share it: the others have fewer votes', () => {
    expect(functionOf('star sales lawyer')).toBe('Legal');
  });

  it('is that of the votes if no phrase is found, and Other if there are few', () => {
    expect(functionOf('moon')).toBe('Science');
    expect(functionOf('haze')).toBe('Other');
  });

  it('is that of a role or field if the votes are undecided', () => {
    expect(functionOf('dusk haze sales')).toBe('Sales & Business Development');
  });

  it('is that of a trade or material if the votes are undecided and no other word is about the work', () => {
    expect(choose(['senior', 'mist'])).toEqual({ function: 'Legal', confidence: 60 });
    expect(functionOf('mist haze')).toBe('Other');
  });

  it('is Other if no word is about the work, or one is of another language', () => {
    expect(functionOf('senior manager')).toBe('Other');
    expect(functionOf('moon geschaftsfuhrer')).toBe('Other');
    expect(choose([]).function).toBe('Other');
  });

  it('is Other if fewer than half of the words that could name the work are known', () => {
    expect(functionOf('jo doe')).toBe('Other');
    expect(functionOf('drizzle')).toBe('Other');
    expect(functionOf('jo moon')).toBe('Science');
    expect(functionOf('jo doe moon')).toBe('Other');
  });

  it('is Other if only a word of all kinds of work is known', () => {
    expect(functionOf('technician')).toBe('Other');
    expect(functionOf('jo technician')).toBe('Other');
    expect(functionOf('moon technician')).toBe('Science');
  });
});

describe('a phrase of another language', () => {
  it('does not count if the word is English as it is and only a form of it is foreign', () => {
    expect(functionOf('marin')).toBe('Legal');
    expect(functionOf('marine moon')).toBe('Science');
    expect(functionOf('marines')).toBe('Science');
  });
});

describe('the confidence', () => {
  it('is that of the phrase if it decides, and 0 for Other', () => {
    expect(choose(['senior', 'lawyer'])).toEqual({ function: 'Legal', confidence: 97 });
    expect(choose(['jo', 'doe'])).toEqual({ function: 'Other', confidence: 0 });
  });

  it('increases with the lead of the votes, as measured', () => {
    const [sure, unsure] = [choose(['moon', 'moon']), choose(['star'])].map(({ confidence }) => confidence);
    expect(sure).toBeGreaterThan(90);
    expect(unsure).toBeGreaterThan(50);
    expect(unsure).toBeLessThan(sure as number);
  });

  it('is low, in the same order, if at most half of the words are known as such', () => {
    const [sure, unsure] = [choose(['jo', 'moon']), choose(['jo', 'star'])].map(({ confidence }) => confidence);
    expect(sure).toBeLessThanOrEqual(70);
    expect(sure).toBeGreaterThan(unsure as number);
    expect(unsure).toBeGreaterThan(60);
  });
});
