import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JOB_FUNCTIONS } from '../../contract/vocabularies.ts';
import { featuresOf } from './word-features.ts';
import { votesOf } from './word-votes.ts';
import table from './word-weights.json' with { type: 'json' };

const KNOWN = () => true;
const UNKNOWN = () => false;

describe('what is looked at in a title', () => {
  it('are its words in the singular, pairs, the first and the last', () => {
    expect(featuresOf(['school', 'nurses'], KNOWN)).toEqual(['school', '^ school', 'school nurse', 'nurse', 'nurse $']);
  });

  it('words of rank count only beside others', () => {
    expect(featuresOf(['senior', 'product', 'manager'], KNOWN)).toEqual([]);
    expect(featuresOf(['nurse', 'manager'], KNOWN)).toEqual(['nurse', '^ nurse', 'nurse manager']);
  });

  it('of unknown words of some length also beginning and end', () => {
    expect(featuresOf(['pheno', 'tegrator'], UNKNOWN)).toEqual([
      'pheno',
      '^ pheno',
      'pheno tegrator',
      'tegrator',
      'tegrator $',
      'tegra*',
      '*ator',
    ]);
  });
});

describe('votes', () => {
  it('of words that the table knows are summed by function; others have none', () => {
    const [best] = [...votesOf(['loom', 'weaver'], false)].sort(([, a], [, b]) => b - a);
    expect(best?.[0]).toBe('Manufacturing & Production');
    expect(votesOf(['xyzzy'], false)).toEqual(new Map());
    expect(votesOf([], true)).toEqual(new Map());
    expect(votesOf(['constructor', '__proto__'], true).size).toBeGreaterThanOrEqual(0);
  });

  it('the table has a version, stays small, and votes for listed functions only', () => {
    const size = readFileSync(new URL('word-weights.json', import.meta.url)).length;
    expect(table.version).toBeGreaterThan(0);
    expect(size).toBeLessThan(150_000);
    for (const [name, lines] of Object.entries(table.functions)) {
      expect(JOB_FUNCTIONS).toContain(name);
      for (const weight of Object.keys(lines)) expect(Number.isInteger(Number(weight))).toBe(true);
    }
  });
});
