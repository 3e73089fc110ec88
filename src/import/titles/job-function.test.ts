import { describe, expect, it } from 'vitest';
import { type FunctionPhrase, phraseTableOf } from './function-phrases.ts';
import { functionChooser } from './job-function.ts';
import { WordVotes } from './word-votes.ts';

const phrase = (text: string, rest: Partial<FunctionPhrase> = {}): FunctionPhrase => ({
  phrase: text,
  function: 'Legal',
  kind: 'role',
  language: 'en',
  telling: text.split(' ').length,
  ...rest,
});
const votes = new WordVotes({
  version: 1,
  functions: { A: 'Legal', B: 'Science', C: 'Sales & Business Development' },
  before: [-5, -5, -5],
  phrases: {},
  words: ['moon:B9', 'star:B2', 'haze:b1', 'sale:b9', 'lawyer:B9 counsel:B9 anwalt:B9 law:B9'],
});
const choose = functionChooser({
  phrases: phraseTableOf([
    phrase('lawyer'),
    phrase('anwalt', { language: 'de' }),
    phrase('law', { kind: 'broad' }),
    phrase('sale', { function: 'Sales & Business Development', kind: 'field' }),
  ]),
  votes,
  phraseVotes: { role: [6, 8, 1], field: [8, 9, 1], broad: [2, 3, 0], hint: [1, 1, 0] },
});
const functionOf = (title: string) => choose(title.split(' '));

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
    expect(functionOf('star')).toBe('Science');
    expect(functionOf('haze')).toBe('Other');
  });

  it('is Other if no word is about the work, or one is of another language', () => {
    expect(functionOf('senior manager')).toBe('Other');
    expect(functionOf('moon geschaftsfuhrer')).toBe('Other');
    expect(choose([])).toBe('Other');
  });

  it('is Other if no word is known, however common a function is', () => {
    const common = new WordVotes({
      version: 1,
      functions: { A: 'Legal' },
      before: [5],
      phrases: {},
      words: ['law:A1'],
    });
    const chosen = functionChooser({ phrases: phraseTableOf([]), votes: common, phraseVotes: {} });
    expect(chosen(['jo', 'doe'])).toBe('Other');
    expect(chosen(['jo', 'law'])).toBe('Legal');
  });

  it('is guessed from the end of an unknown word', () => {
    const ends = new WordVotes({
      version: 1,
      functions: { A: 'Legal', B: 'Science' },
      before: [-5, -5],
      phrases: {},
      words: ['*er$:A7'],
    });
    const chosen = functionChooser({ phrases: phraseTableOf([]), votes: ends, phraseVotes: {} });
    expect(chosen(['xyzzyer'])).toBe('Legal');
  });
});
