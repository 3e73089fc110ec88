import { describe, expect, it } from 'vitest';
import { isFormedOf } from './word-formation.ts';

const known = new Set(['pulverize', 'table', 'man', 'run', 'carry', 'cryptology', 'graph', 'wood', 'program']);
const isFormed = (word: string) => isFormedOf(word, known);

describe('a word formed of known words', () => {
  it.each(['pulverizer', 'tableman', 'woodman', 'woodwork', 'runner', 'carrier', 'cryptological', 'photograph'])(
    'has an English ending or beginning, or is two words: %s',
    (word) => expect(isFormed(word)).toBe(true),
  );

  it.each(['snarfler', 'zorblax', 'programista', 'manager', 'er', '', 'mante', 'lakimies'])(
    'is no other word: %s',
    (word) => expect(isFormed(word)).toBe(false),
  );
});
