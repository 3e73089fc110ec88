import { describe, expect, it } from 'vitest';
import { isPlaceholder } from './placeholders.ts';

const isOne = (title: string) => isPlaceholder(title.split(' '));

describe('a placeholder', () => {
  it('consists of words for a title and for its absence alone', () => {
    expect(
      ['unknown position', 'sin puesto definido', 'geen functie bekend', 'intitule non precise'].filter(isOne),
    ).toHaveLength(4);
  });

  it('names no work: a title with any other word is not a placeholder', () => {
    expect(isOne('title officer')).toBe(false);
    expect(isOne('position of engineer')).toBe(false);
    expect(isPlaceholder([])).toBe(false);
  });
});
