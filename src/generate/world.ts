// What the three kinds of generated records have in common: sizes, seed, calendar, seats and employers.
import { assert } from '../ops/assert.ts';
import { todayOf } from './calendar.ts';
import { type Employer, Employers } from './employers.ts';
import { hash32, Random } from './random.ts';
import { SeatPlan } from './seats.ts';

export interface GenerateOptions {
  /** 0 to 2^27. */
  readonly people: number;
  /** One for 25 people when absent, at least 1. */
  readonly companies?: number | undefined;
  /** One opening for 20 people when absent. */
  readonly jobs?: number | undefined;
  /** Equal seeds and sizes give equal bytes; 1 when absent. */
  readonly seed?: number | string | undefined;
  /** The day (YYYY-MM-DD, from 2000 on) on which the data was seen: all its dates are before it. One of the seed when absent. */
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
  /** The one stream object of a run; a record seeks it to its own place first. */
  readonly random: Random;
}

const PEOPLE_MAX = 2 ** 27;

/** The world of these options; a run makes its own, as the stream object in it is not shared. */
export function createWorld(options: GenerateOptions): World {
  const { people } = options;
  const companies = options.companies ?? Math.max(1, Math.round(people / 25));
  const jobs = options.jobs ?? Math.round(people / 20);
  for (const count of [people, companies, jobs]) assert(Number.isSafeInteger(count) && count >= 0, 'sizes are counts');
  assert(people <= PEOPLE_MAX, `at most ${PEOPLE_MAX} people`);
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

/** Employers that are in no file have the indexes behind the generated companies. */
const UNKNOWN_EMPLOYERS = 5_000;

/** An employer that is not among the generated companies. */
export function pickUnknownEmployer(random: Random, world: World): Employer {
  return world.employers.at(world.companies + random.below(UNKNOWN_EMPLOYERS));
}

/** An employer by its share of the seats, or an unknown one with the given probability. */
export function pickEmployer(random: Random, world: World, unknownShare: number): Employer {
  const company = world.seats.companyAt(random.fraction());
  return company < 0 || random.chance(unknownShare) ? pickUnknownEmployer(random, world) : world.employers.at(company);
}
