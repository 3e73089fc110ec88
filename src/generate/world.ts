// The shared state of the three kinds of generated records: sizes, seed, calendar, seats and employers.
import { assert } from '../ops/assert.ts';
import { todayOf } from './calendar.ts';
import { type Employer, Employers } from './employers.ts';
import { hash32, Random } from './random.ts';
import { SeatPlan } from './seats.ts';

export interface GenerateOptions {
  /** 0 to 2^27. */
  readonly people: number;
  /** One for 25 people by default, at least 1. */
  readonly companies?: number | undefined;
  /** One opening for 20 people by default. */
  readonly jobs?: number | undefined;
  /** Equal seeds and sizes give equal bytes; 1 by default. */
  readonly seed?: number | string | undefined;
  /**
   * The day (YYYY-MM-DD, from 2000 on) on which the data was seen: all its dates are earlier. Derived from the seed by
   * default.
   */
  readonly asOf?: string | undefined;
}

export interface World {
  readonly people: number;
  readonly companies: number;
  readonly jobs: number;
  /** The hash of the seed. */
  readonly seed: number;
  /** The day on which the data was seen, counted from 1970-01-01. */
  readonly today: number;
  readonly seats: SeatPlan;
  readonly employers: Employers;
  /** The stream object shared by a run; each record first seeks it to its own start. */
  readonly random: Random;
}

/** Maximum number of people, of companies and of openings. */
export const COUNT_MAX = 2 ** 27;

/** The world of these options. Each run creates its own, as its stream object must not be shared. */
export function createWorld(options: GenerateOptions): World {
  const { people } = options;
  const companies = options.companies ?? Math.max(1, Math.round(people / 25));
  const jobs = options.jobs ?? Math.round(people / 20);
  for (const count of [people, companies, jobs])
    assert(Number.isSafeInteger(count) && count >= 0 && count <= COUNT_MAX, `sizes are counts up to ${COUNT_MAX}`);
  const seed = hash32(options.seed ?? 1);
  return {
    people,
    companies,
    jobs,
    seed,
    today: todayOf(seed, options.asOf),
    seats: new SeatPlan(people, companies, seed),
    employers: new Employers(seed),
    random: new Random(seed),
  };
}

/** Employers that no file contains have indexes above those of the generated companies. */
const UNKNOWN_EMPLOYERS = 5_000;

/** An employer outside the generated companies. */
export function pickUnknownEmployer(random: Random, world: World): Employer {
  return world.employers.at(world.companies + random.below(UNKNOWN_EMPLOYERS));
}

/** An employer drawn by its share of the seats, or an unknown one with the given probability. */
export function pickEmployer(random: Random, world: World, unknownShare: number): Employer {
  const company = world.seats.companyAt(random.fraction());
  return company < 0 || random.chance(unknownShare) ? pickUnknownEmployer(random, world) : world.employers.at(company);
}
