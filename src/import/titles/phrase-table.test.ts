import { describe, expect, it } from 'vitest';
import { PhraseTable } from './phrase-table.ts';

const table = new PhraseTable([
  { phrase: 'president', meaning: 'top' },
  { phrase: 'vice president', meaning: 'second' },
  { phrase: 'chief … officer', meaning: 'chief' },
  { phrase: '*leiter', meaning: 'leads' },
  { phrase: '=head', meaning: 'head' },
]);
const meanings = (text: string) => table.find(text.split(' ')).map(({ meaning }) => meaning);

describe('phrases in a list of words', () => {
  it('the longest phrase takes its words from the shorter ones in it', () => {
    expect(meanings('vice president')).toEqual(['second']);
    expect(meanings('president and vice president')).toEqual(['top', 'second']);
  });

  it('a gap holds up to four words', () => {
    expect(meanings('chief officer')).toEqual(['chief']);
    expect(meanings('chief a b c d officer')).toEqual(['chief']);
    expect(meanings('chief a b c d e officer')).toEqual([]);
  });

  it('an ending needs a word before it', () => {
    expect(meanings('teamleiter')).toEqual(['leads']);
    expect(meanings('leiter')).toEqual([]);
  });

  it('a whole title is nothing inside of another', () => {
    expect(meanings('head')).toEqual(['head']);
    expect(meanings('head waiter')).toEqual([]);
  });
});
