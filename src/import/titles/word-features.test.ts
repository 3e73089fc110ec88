import { describe, expect, it } from 'vitest';
import { featuresOfLastWord, featuresOfWord, isTelling } from './word-features.ts';

describe('what is looked at in a word', () => {
  it('is the word in the singular, its beginning and its end', () => {
    expect(featuresOfWord('nurses')).toEqual(['nurse', 'nurs*', '*rses']);
    expect(featuresOfWord('glass')).toEqual(['glass', 'glas*', '*lass']);
  });

  it('is a short word as a whole', () => {
    expect(featuresOfWord('chef')).toEqual(['chef']);
    expect(featuresOfLastWord('spy')).toEqual(['spy$']);
  });

  it('is of the last word also that it is the last, and how it ends', () => {
    expect(featuresOfLastWord('nurses')).toEqual(['nurse$', '*se$']);
  });

  it('is nothing of words of rank, of grammar, and of letters', () => {
    for (const word of ['manager', 'managers', 'of', 'vp', 'i', 'x', '']) {
      expect(isTelling(word)).toBe(false);
      expect([...featuresOfWord(word), ...featuresOfLastWord(word)]).toEqual([]);
    }
  });
});
