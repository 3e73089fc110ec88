import { describe, expect, it } from 'vitest';
import functionRules from './function-rules.json' with { type: 'json' };
import levelRules from './level-rules.json' with { type: 'json' };
import { titleWords } from './title-words.ts';

describe('the words of a title', () => {
  it('are folded, and end before another person or thing is named', () => {
    expect(titleWords('Ingénieur, Réseaux')).toEqual(['ingenieur', 'reseaux']);
    expect(titleWords('Assistant to the CEO')).toEqual(['assistant']);
    expect(titleWords('CEO @ Brightwater')).toEqual(['ceo']);
    expect(titleWords('Go to Market Lead at X')).toEqual(['go', 'to', 'market', 'lead']);
    expect(titleWords('To be announced')).toEqual(['to', 'be', 'announced']);
  });

  it.each([
    ['Sr. Mgr, Acctg', 'senior manager accounting'],
    ["Ass't Dir.", 'assistant director'],
    ['C.F.O. & V.P.', 'cfo vp'],
    ["Int'l Bus Dev Mgr", 'international business development manager'],
    ['S.V.P., Mktg', 'svp marketing'],
    ['Vice Pres - Finance', 'vice president finance'],
  ])('have short forms spelled out: %s', (title, words) => {
    expect(titleWords(title).join(' ')).toBe(words);
  });

  it('keep letters and words whole that are not a short form', () => {
    expect(titleWords('Bus Driver, Route C')).toEqual(['bus', 'driver', 'route', 'c']);
    expect(titleWords('R&D Engineer II')).toEqual(['r', 'd', 'engineer', 'ii']);
    expect(titleWords('')).toEqual([]);
  });

  it('allow every phrase of the tables to match', () => {
    const linesOf = (phrases: Readonly<Record<string, readonly string[]>>) => Object.values(phrases).flat();
    const lines = [
      ...levelRules.groups.flatMap(({ phrases }) => linesOf(phrases)),
      ...Object.values(functionRules.functions).flatMap((kinds) =>
        Object.values(kinds).flatMap((some) => linesOf(some)),
      ),
    ];
    const plain = lines.flatMap((line) => line.split(', ')).filter((phrase) => /^[^*^$…]+$/.test(phrase));
    expect(plain.filter((phrase) => titleWords(`x ${phrase}`).join(' ') !== `x ${phrase}`)).toEqual([]);
  });
});
