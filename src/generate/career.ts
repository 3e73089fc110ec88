// The career of a generated person: current positions, then past ones in reverse order, each with an employer, a title
// and dates.
import type { JobLevel } from '../contract/vocabularies/vocabularies.ts';
import { dateText } from './calendar.ts';
import type { Employer } from './employers.ts';
import type { GeneratedExperience, GeneratedPlace } from './generated-records.ts';
import type { Language } from './places.ts';
import type { Random } from './random.ts';
import { levelAtRank, pickHeadTitle, pickTitle, textsOfFunction } from './titles.ts';
import { pickEmployer, pickUnknownEmployer, type World } from './world.ts';

/** The current job of a person. */
export interface CurrentJob {
  /** Null for about 3% of people. */
  readonly employer: Employer | null;
  /** Rank of the seat at the employer; null without an employer, or if no file contains the employer. */
  readonly rank: number | null;
  readonly level: JobLevel;
  readonly jobFunction: string;
}

interface CareerContext {
  readonly world: World;
  readonly person: number;
  readonly currentJob: CurrentJob;
  readonly home: GeneratedPlace;
  /** Language of the titles. */
  readonly language: Language;
}

const WITHOUT_EMPLOYER = 0.03;
const UNKNOWN_EMPLOYER = 0.01;
const SECOND_POSITION = 0.04;
/** Probability for a past position. */
const UNKNOWN_FORMER_EMPLOYER = 0.1;
const LEVELS_UPWARDS: readonly JobLevel[] = ['Other', 'Staff', 'Manager', 'Director', 'VP', 'C-Team'];
const POSITIONS_MAX = 6;
const PAST_POSITIONS = [0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5];

/**
 * Employer, level and function of a person, from the seat plan, except for people without an employer or with an
 * unknown one.
 */
export function drawCurrentJob(random: Random, world: World, person: number): CurrentJob {
  const { company, rank } = world.seats.seatOf(person);
  const draw = random.fraction();
  const seated = company >= 0 && draw >= WITHOUT_EMPLOYER + UNKNOWN_EMPLOYER;
  const employer = seated ? world.employers.at(company) : pickUnknownEmployer(random, world);
  const jobFunction = random.pick(employer.sector.functions);
  if (!seated) return { employer: draw < WITHOUT_EMPLOYER ? null : employer, rank: null, level: 'Staff', jobFunction };
  const level = levelAtRank(rank, world.seats.headcount(company));
  const isOther = level === 'Staff' && random.chance(0.03);
  return { employer, rank, level: isOther ? 'Other' : level, jobFunction };
}

/** The positions of a person, and the employer of the latest past one. */
interface Career {
  readonly experiences: readonly GeneratedExperience[];
  readonly formerEmployer: Employer | null;
}

/** One to six positions: the current ones with the main one first, then the past ones, the latest first. */
export function generateCareer(random: Random, context: CareerContext): Career {
  const { world, currentJob } = context;
  const { employer, level, jobFunction } = currentJob;
  if (employer === null) {
    const seeking = world.today - random.between(20, 200);
    return pastCareer(random, context, { count: 1 + random.pick(PAST_POSITIONS), level, jobFunction, end: seeking });
  }
  const start = world.today - 30 - Math.floor(3000 * random.fraction() ** 1.7);
  const current = [generatePosition(random, context, { ...currentJob, employer, start, end: null })];
  if (random.chance(SECOND_POSITION)) current.push(secondPosition(random, context, employer));
  const before = start - random.below(120);
  const count = Math.min(random.pick(PAST_POSITIONS), POSITIONS_MAX - current.length);
  const past = pastCareer(random, context, { count, level, jobFunction, end: before });
  return { ...past, experiences: [...current, ...past.experiences] };
}

interface Past {
  readonly count: number;
  /** The level that the person reached later. */
  readonly level: JobLevel;
  readonly jobFunction: string;
  /** Day on which the latest of the positions ended. */
  readonly end: number;
}

function pastCareer(random: Random, context: CareerContext, past: Past): Career {
  const experiences: GeneratedExperience[] = [];
  let former: Employer | null = null;
  let { level, end } = past;
  for (let nth = 0; nth < past.count; nth += 1) {
    const employer = pickEmployer(random, context.world, UNKNOWN_FORMER_EMPLOYER);
    const start = end - random.between(150, 1900);
    level = earlierLevel(random, level);
    experiences.push(
      generatePosition(random, context, { employer, rank: null, level, jobFunction: past.jobFunction, start, end }),
    );
    former ??= employer;
    end = start - random.below(120);
  }
  return { experiences, formerEmployer: former };
}

function secondPosition(random: Random, context: CareerContext, employer: Employer): GeneratedExperience {
  const { world, person, currentJob } = context;
  const { company } = world.seats.secondSeatOf(person);
  const second = company < 0 || random.chance(0.25) ? employer : world.employers.at(company);
  const start = world.today - random.between(30, 1500);
  const level = random.pick(LEVELS_UPWARDS.slice(0, 4));
  const { jobFunction } = currentJob;
  return {
    ...generatePosition(random, context, { employer: second, rank: null, level, jobFunction, start, end: null }),
    is_primary: false,
  };
}

function earlierLevel(random: Random, level: JobLevel): JobLevel {
  const step = random.chance(0.55) ? 1 : 0;
  const reached = LEVELS_UPWARDS.indexOf(level);
  return LEVELS_UPWARDS[Math.max(random.chance(0.05) ? 0 : 1, reached - step)]!;
}

interface Stint extends CurrentJob {
  readonly employer: Employer;
  /** Days counted from 1970-01-01; null while current. */
  readonly start: number;
  readonly end: number | null;
}

function generatePosition(random: Random, context: CareerContext, stint: Stint): GeneratedExperience {
  const { employer, level, jobFunction, end } = stint;
  const classified = random.chance(0.1);
  const isHead = stint.rank === 0;
  const bareName = employer.index >= context.world.companies && random.chance(0.4);
  return {
    job_title: isHead
      ? pickHeadTitle(random, context.language)
      : pickTitle(random, { level, jobFunction, language: context.language }),
    job_level: classified ? level : null,
    job_function: classified ? (isHead ? 'General Business & Management' : jobFunction) : null,
    company_name: employer.name.name,
    company_network_url: bareName ? null : employer.network_url,
    company_domain: bareName ? null : (employer.domains[0] ?? null),
    job_description: random.chance(0.35) ? random.pick(textsOfFunction(jobFunction).descriptions) : null,
    job_start_date: knownDate(random, stint.start),
    job_end_date: end === null ? null : knownDate(random, end),
    job_is_current: end === null,
    is_primary: end === null,
    job_location: random.chance(0.6) ? placeOf(employer, context) : null,
  };
}

function placeOf(employer: Employer, { home }: CareerContext): GeneratedPlace {
  const { city, state_code, country_code } = employer.hq;
  return country_code === home.country_code ? home : { city, state_code, country_code };
}

/** Dates of the precision that sources often have: the month only, sometimes the year only. */
function knownDate(random: Random, day: number): string {
  const text = dateText(day);
  const draw = random.fraction();
  if (draw < 0.6) return text;
  return draw < 0.95 ? text.slice(0, 7) : text.slice(0, 4);
}
