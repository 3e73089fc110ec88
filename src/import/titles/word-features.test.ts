import { describe, expect, it } from 'vitest';
import { featuresOfLastWord, featuresOfWord, isTelling } from './word-features.ts';

describe('the features of a word', () => {
  it('are the word in the singular, its beginning and its end', () => {
    expect(featuresOfWord('nurses')).toEqual(['nurse', 'nurs*', '*rses']);
    expect(featuresOfWord('glass')).toEqual(['glass', 'glas*', '*lass']);
  });

  it('are the whole word if it is short', () => {
    expect(featuresOfWord('chef')).toEqual(['chef']);
    expect(featuresOfLastWord('spy')).toEqual(['spy$']);
  });

  it('include, for the last word, that it is the last, and its ending', () => {
    expect(featuresOfLastWord('nurses')).toEqual(['nurse$', '*se$']);
  });

  it('do not exist for words of rank, of grammar, and for letters', () => {
    for (const word of ['manager', 'managers', 'of', 'vp', 'i', 'x', '']) {
      expect(isTelling(word)).toBe(false);
      expect([...featuresOfWord(word), ...featuresOfLastWord(word)]).toEqual([]);
    }
  });
});
