import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateCompanies, generateJobs, generatePeople } from './generate.ts';

const KINDS = [
  ['companies', generateCompanies],
  ['people', generatePeople],
  ['jobs', generateJobs],
] as const;
const options = { people: 2_000, companies: 300, jobs: 200, seed: 'a seed' };

describe.each(KINDS)('generated %s', (kind, generate) => {
  const whole = [...generate(options)];

  it('are as many as requested, and the same in every run', () => {
    expect(whole).toHaveLength(options[kind]);
    expect(JSON.stringify([...generate(options)])).toBe(JSON.stringify(whole));
  });

  it('differ for another seed', () => {
    const others = new Set([...generate({ ...options, seed: 2 })].map((record) => JSON.stringify(record)));
    expect(whole.filter((record) => others.has(JSON.stringify(record)))).toEqual([]);
  });

  it('are the same records when generated in ranges, in any order', () => {
    fc.assert(
      fc.property(fc.nat(options[kind]), (cut) => {
        const second = [...generate(options, { start: cut })];
        const first = [...generate(options, { end: cut })];
        expect([...first, ...second]).toEqual(whole);
      }),
      { numRuns: 5 },
    );
  });
});

describe('the sizes', () => {
  it('default to one company for 25 people and one opening for 20 when only people are requested', () => {
    expect([...generateCompanies({ people: 1_000 })]).toHaveLength(40);
    expect([...generateJobs({ people: 1_000 })]).toHaveLength(50);
  });

  it('can be zero, or people without companies', () => {
    expect([...generatePeople({ people: 0 })]).toEqual([]);
    expect([...generatePeople({ people: 20, companies: 0 })]).toHaveLength(20);
    expect([...generateJobs({ people: 0, companies: 0, jobs: 5 })]).toHaveLength(5);
  });

  it('must be whole numbers', () => {
    expect(() => [...generatePeople({ people: -1 })]).toThrow('sizes are counts');
    expect(() => [...generatePeople({ people: 1.5 })]).toThrow('sizes are counts');
  });
});

describe('the day on which the data was seen', () => {
  const asOf = '2026-11-01';
  const of = (day: string) => ({ ...options, asOf: day });
  const textOf = (day: string) => KINDS.map(([, generate]) => JSON.stringify([...generate(of(day))])).join('\n');

  it('can be set, and gives the same records in every run', () => {
    expect(textOf(asOf)).toBe(textOf(asOf));
    expect(textOf(asOf)).not.toBe(textOf('2026-11-02'));
  });

  it('is later than every date of the data', () => {
    const dates = [...textOf(asOf).matchAll(/"(?:updated_at|verified_at|posted_at|job_start_date)":"([\d-]+)/g)];
    expect(dates.length).toBeGreaterThan(5000);
    for (const [, date = ''] of dates) expect(date <= asOf.slice(0, date.length), date).toBe(true);
  });

  it('is less than sixty days after most checks of addresses, and more than ninety after some', () => {
    const ages = [...generatePeople(of(asOf))]
      .flatMap(({ emails }) => emails.filter(({ status }) => status !== 'invalid'))
      .flatMap(({ verified_at }) => (verified_at === null ? [] : Date.parse(asOf) - Date.parse(verified_at)))
      .map((age) => age / 86_400_000);
    const share = (test: (age: number) => boolean) => ages.filter(test).length / ages.length;
    expect(share((age) => age < 61)).toBeGreaterThan(0.7);
    expect(share((age) => age > 90)).toBeGreaterThan(0.1);
  });

  it.each(['yesterday', '2026-02-30', '1999-01-01'])('cannot be %s', (day) =>
    expect(() => [...generatePeople(of(day))]).toThrow('a day is YYYY-MM-DD, and not before 2000'),
  );
});
