import { describe, expect, test } from 'vitest';
import type { TextField } from '../../../contract/fields.ts';
import { atOnce } from '../../../ops/scheduling/work.ts';
import { parseWordValue } from '../../../words/words.ts';
import { withoutContradicted } from './contradicted.ts';

const valuesOf = (texts: readonly string[]) =>
  texts.flatMap((text) => parseWordValue(text, { abbreviations: true }) ?? []);
const words = (texts: readonly string[], negated: boolean, fields: readonly TextField[] = ['job_title']) =>
  ({ kind: 'words', fields, anyOf: valuesOf(texts), negated }) as const;

/** The included values that remain in a query with excluded ones. */
function left(included: readonly string[], excluded: readonly string[], fields?: readonly TextField[]): string[] {
  const [clause] = atOnce(withoutContradicted([words(included, false), words(excluded, true, fields)]));
  const kept = clause?.kind === 'words' ? clause.anyOf : [];
  return included.filter((text) => kept.some((value) => JSON.stringify(valuesOf([text])) === JSON.stringify([value])));
}

describe('contradicted included values', () => {
  test('are those that contain all words of an excluded value', () => {
    expect(left(['sales manager', 'sales', '[manager]', 'nurse'], ['manager'])).toEqual(['sales', 'nurse']);
    expect(left(['sales manager', 'sales'], ['manager sales', 'data'])).toEqual(['sales']);
  });

  test('do not include values whose excluded value is another whole text, a narrower word, or of fewer fields', () => {
    expect(left(['sales manager', '[sales]'], ['[sales manager]'])).toEqual(['sales manager', '[sales]']);
    expect(left(['[sales manager]'], ['[Sales, Manager]'])).toEqual([]);
    expect(left(['vp', 'president'], ['vice president'])).toEqual(['vp', 'president']);
    expect(left(['sales'], ['sales'], ['headline'])).toEqual(['sales']);
    expect(left(['sales'], ['sales'], ['job_title', 'headline'])).toEqual([]);
  });
});
