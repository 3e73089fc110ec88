// Generates deterministic invented data in the import form: the companies, people and openings of a seed.
// write-generated.ts writes them as files. Every record depends on seed, sizes and its own index only, so any range of
// a kind can be generated separately.
import { generateCompany } from './company.ts';
import type { GeneratedCompany, GeneratedJob, GeneratedPerson } from './generated-records.ts';
import { generateOpening } from './opening.ts';
import { generatePerson } from './person.ts';
import { createWorld, type GenerateOptions, type World } from './world.ts';

/** Indexes from `start` (0 when absent) up to but not including `end` (the number of records when absent). */
export interface IndexRange {
  readonly start?: number;
  readonly end?: number;
}

const GENERATE = { companies: generateCompany, people: generatePerson, jobs: generateOpening };

export type GeneratedKind = keyof typeof GENERATE;

/** Companies, the largest first. */
export function generateCompanies(options: GenerateOptions, range: IndexRange = {}): Generator<GeneratedCompany> {
  return recordsOf(createWorld(options), 'companies', range);
}

/** People; `generateCompanies` with the same options contains their employers, except about 1%. */
export function generatePeople(options: GenerateOptions, range: IndexRange = {}): Generator<GeneratedPerson> {
  return recordsOf(createWorld(options), 'people', range);
}

/** Openings; `generateCompanies` with the same options contains their companies, except about 2%. */
export function generateJobs(options: GenerateOptions, range: IndexRange = {}): Generator<GeneratedJob> {
  return recordsOf(createWorld(options), 'jobs', range);
}

/** The records of one kind. A caller that needs several ranges creates their world once. */
export function* recordsOf<Kind extends GeneratedKind>(
  world: World,
  kind: Kind,
  { start = 0, end = world[kind] }: IndexRange,
): Generator<ReturnType<(typeof GENERATE)[Kind]>> {
  const make: (world: World, index: number) => GeneratedCompany | GeneratedPerson | GeneratedJob = GENERATE[kind];
  for (let index = start; index < Math.min(end, world[kind]); index += 1)
    yield make(world, index) as ReturnType<(typeof GENERATE)[Kind]>;
}
