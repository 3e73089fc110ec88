import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JOB_FUNCTIONS, JOB_LEVELS } from '../../contract/vocabularies.ts';
import { classify } from './classify.ts';
import functionRules from './function-rules.json' with { type: 'json' };
import { LABELLED_TITLES } from './labelled-titles.ts';
import levelRules from './level-rules.json' with { type: 'json' };

describe('the level and function of a title', () => {
  it.each(LABELLED_TITLES)('%s is %s in %s', (title, level, jobFunction) => {
    const found = classify(title);
    expect(found.level).toBe(level);
    if (jobFunction !== null) expect(found.function).toBe(jobFunction);
  });

  it('does not depend on letter case, marks or punctuation', () => {
    for (const [title] of LABELLED_TITLES) {
      expect(classify(`  ${title.toUpperCase()} `)).toEqual(classify(title));
      expect(classify(title.normalize('NFD'))).toEqual(classify(title));
    }
  });

  it('is one of the listed values for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (title) => {
        const { level, function: jobFunction } = classify(title);
        return JOB_LEVELS.includes(level) && JOB_FUNCTIONS.includes(jobFunction);
      }),
    );
  });
});

describe('the tables', () => {
  it('name every function of the closed list but Other', () => {
    expect(Object.keys(functionRules).toSorted()).toEqual(JOB_FUNCTIONS.filter((name) => name !== 'Other').toSorted());
  });

  it('name every level', () => {
    const { otherUnlessLeader: _, ...levels } = levelRules;
    expect(Object.keys(levels).toSorted()).toEqual([...JOB_LEVELS].toSorted());
  });

  it('hold folded words only: others could never match', () => {
    const phrases = [
      ...Object.values(levelRules).flat(),
      ...Object.values(functionRules).flatMap((rules) => Object.values(rules).flat()),
    ];
    for (const phrase of phrases) expect(phrase).toMatch(/^[=*]?[a-z0-9.+#]+(?: (?:…|[a-z0-9.+#]+))*$/);
  });

  it('give no phrase two functions', () => {
    const phrases = Object.values(functionRules).flatMap((rules) => Object.values(rules).flat());
    const repeated = phrases.filter((phrase, index) => phrases.indexOf(phrase) !== index);
    expect(repeated).toEqual([]);
  });
});
