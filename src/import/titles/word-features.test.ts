import { describe, expect, it } from 'vitest';
import { featureOfPair, featuresOfLastWord, featuresOfWord, isDescriptive, isSpecific } from './word-features.ts';

describe('the features of a word', () => {
  it('are the word in the singular, its beginning, its end and its parts', () => {
    const parts = ['~<nur', '~nurs', '~urse', '~rse>', '~<nurs', '~nurse', '~urse>'];
    expect(featuresOfWord('nurses')).toEqual(['nurse', 'nurs*', '*rses', ...parts]);
    expect(featuresOfWord('glass').slice(0, 3)).toEqual(['glass', 'glas*', '*lass']);
  });

  it('are the whole word if it is short', () => {
    expect(featuresOfWord('chef')).toEqual(['chef']);
    expect(featuresOfLastWord('spy')).toEqual(['spy$']);
  });

  it('include, for the last word, that it is the last, and its ending', () => {
    expect(featuresOfLastWord('nurses')).toEqual(['nurse$', '*se$']);
  });

  it('include two words in sequence, also words of rank', () => {
    expect(featureOfPair('office', 'managers')).toBe('office_manager');
  });

  it('do not exist for words of rank, of grammar, and for letters', () => {
    for (const word of ['manager', 'managers', 'of', 'vp', 'i', 'x', '']) {
      expect(isDescriptive(word)).toBe(false);
      expect([...featuresOfWord(word), ...featuresOfLastWord(word)]).toEqual([]);
    }
  });
});

describe('a word that names work', () => {
  it('is not one of all kinds of work', () => {
    for (const word of ['worker', 'technicians', 'employee', 'chair']) expect(isSpecific(word)).toBe(false);
    for (const word of ['nurse', 'weavers', 'zorblax']) expect(isSpecific(word)).toBe(true);
  });
});
