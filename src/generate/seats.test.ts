import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeatPlan } from './seats.ts';

const sizes = fc.record({
  people: fc.integer({ min: 1, max: 3_000 }),
  companies: fc.integer({ min: 1, max: 300 }),
  seed: fc.nat(0xffff_ffff),
});

function seatNames(plan: SeatPlan, seat: (person: number) => { company: number; rank: number }): Set<string> {
  return new Set(Array.from({ length: plan.people }, (_, person) => Object.values(seat(person)).join(':')));
}

describe('SeatPlan', () => {
  it('gives every person a unique first and second seat, within the headcount of the company', () => {
    fc.assert(
      fc.property(sizes, ({ people, companies, seed }) => {
        const plan = new SeatPlan(people, companies, seed);
        expect(seatNames(plan, (person) => plan.seatOf(person)).size).toBe(people);
        expect(seatNames(plan, (person) => plan.secondSeatOf(person)).size).toBe(people);
        for (let person = 0; person < people; person += 1) {
          const { company, rank } = plan.seatOf(person);
          expect(rank).toBeGreaterThanOrEqual(0);
          expect(rank).toBeLessThan(plan.headcount(company));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('has headcounts that fall with the rank, within rounding, and add up to all people', () => {
    fc.assert(
      fc.property(sizes, ({ people, companies, seed }) => {
        const plan = new SeatPlan(people, companies, seed);
        const headcounts = Array.from({ length: companies }, (_, company) => plan.headcount(company));
        expect(headcounts.reduce((sum, headcount) => sum + headcount, 0)).toBe(people);
        for (const [before, headcount] of headcounts.slice(1).entries()) {
          expect(headcount).toBeLessThanOrEqual(headcounts[before]! + 1);
        }
      }),
    );
  });

  it.each([50_000, 100_000, 1_000_000, 25_000_000])('has one employer above 5%% of %i people', (people) => {
    const plan = new SeatPlan(people, people / 25, 1);
    expect(plan.headcount(0) / people).toBeGreaterThan(0.055);
    expect(plan.headcount(1) / people).toBeLessThan(plan.headcount(0) / people);
  });

  it('gives no seats if there are no companies', () => {
    expect(new SeatPlan(10, 0, 1).seatOf(3).company).toBe(-1);
    expect(new SeatPlan(10, 0, 1).companyAt(0.5)).toBe(-1);
  });

  it('distributes draws over the companies even if there are no people', () => {
    const plan = new SeatPlan(0, 100, 1);
    const drawn = [0, 0.25, 0.5, 0.75, 0.999].map((fraction) => plan.companyAt(fraction));
    expect(drawn).toEqual([0, 25, 50, 75, 99]);
  });
});
