// Documents directly from the generator, without a catalog: the input of the editions of kernel benches.
import { dayOf } from '../../src/contract/days.ts';
import type { CompanyDocument, JobDocument, PersonDocument, PositionDocument } from '../../src/contract/documents.ts';
import { sizeRange } from '../../src/contract/vocabularies/vocabularies.ts';
import { generateCompanies, generateJobs, generatePeople } from '../../src/generate/generate.ts';
import type { GeneratedCompany, GeneratedPerson } from '../../src/generate/generated-records.ts';
import { classify } from '../../src/import/titles/classify.ts';
import { assert } from '../../src/ops/assert.ts';
import type { EditionInput } from '../../src/search/edition/build/edition-input.ts';

/** The size of the generated data. */
export interface Sizes {
  readonly people: number;
  /**
   * One document per person: current positions other than the main one are omitted, because the other engines do not
   * have them.
   */
  readonly mainPositionsOnly: boolean;
  /** Number of generated people; more than these are copies of them, at copies of their companies. Default: all. */
  readonly invented?: number | undefined;
}

/**
 * All searchable records of `people` people, with one company per 10 of them (10 million people have 1 million
 * companies) and one opening per 20.
 */
export function generatedDocuments({ people, mainPositionsOnly, invented = people }: Sizes): EditionInput {
  const made = Math.min(people, invented);
  const options = { people: made, companies: Math.ceil(made / 10), jobs: Math.ceil(made / 20), seed: 1 };
  const companyIds = new Map<string, number>();
  const input = {
    state: { generation: 1, hiddenGeneration: 1 },
    companies: companies(generateCompanies(options), companyIds),
    people: peopleOf(generatePeople(options), companyIds, mainPositionsOnly),
    jobs: jobs(options, companyIds),
  };
  return made === people ? input : copies(input, people / made, options);
}

/**
 * This many copies of the generated companies and people, each with its own ids, and with the names and employments
 * of the first.
 */
function copies(input: EditionInput, count: number, { people, companies, jobs }: Record<Kind, number>): EditionInput {
  assert(Number.isInteger(count), 'the number of people must be a multiple of --invented');
  return {
    state: input.state,
    companies: copied(input.companies, count, (company, copy) => ({
      ...company,
      id: company.id + copy * companies,
      slug: `${company.slug}-${copy}`,
    })),
    people: copied(input.people, count, (person, copy) => ({
      ...person,
      id: person.id + copy * people,
      slug: `${person.slug}-${copy}`,
      positions: person.positions.map(({ companyId, ...position }) => ({
        ...position,
        companyId: companyId === null ? null : companyId + copy * companies,
      })),
    })),
    jobs: copied(input.jobs, count, (job, copy) => ({
      ...job,
      id: job.id + copy * jobs,
      companyId: job.companyId + copy * companies,
    })),
  };
}

type Kind = 'people' | 'companies' | 'jobs';

function* copied<T>(documents: Iterable<T>, count: number, copyOf: (document: T, copy: number) => T): Generator<T> {
  const kept = [...documents];
  for (let copy = 0; copy < count; copy++) for (const document of kept) yield copyOf(document, copy);
}

function* companies(made: Iterable<GeneratedCompany>, ids: Map<string, number>): Generator<CompanyDocument> {
  let id = 0;
  for (const company of made) {
    id++;
    ids.set(company.network_url, id);
    yield {
      id,
      slug: slugOf(company.network_url),
      employee_count: company.employee_count ?? (company.size === null ? null : sizeRange(company.size).min),
      name: company.name,
      industry: company.industry,
      type: company.type,
      hq_country: company.hq?.country_code ?? null,
      hq_city: company.hq?.city ?? null,
      hq_state: company.hq?.state ?? null,
      founded_year: company.founded_year,
      followers: company.followers,
      about: company.about,
      specialties: company.specialties,
    };
  }
}

function* peopleOf(
  made: Iterable<GeneratedPerson>,
  companyIds: ReadonlyMap<string, number>,
  mainOnly: boolean,
): Generator<PersonDocument> {
  let id = 0;
  for (const person of made) {
    id++;
    const positions = person.experiences
      .filter((position) => position.job_is_current && (position.is_primary || !mainOnly))
      .map((position): PositionDocument => {
        const classified = classify(position.job_title);
        return {
          companyId: companyIds.get(position.company_network_url ?? '') ?? null,
          job_title: position.job_title,
          job_level: position.job_level ?? classified.level,
          job_function: position.job_function ?? classified.function,
          title_confidence: position.job_function === null ? classified.confidence : 100,
        };
      });
    yield {
      id,
      slug: slugOf(person.network_url),
      country: person.location?.country_code ?? null,
      city: person.location?.city ?? null,
      connections_count: person.connections_count,
      full_name: person.full_name,
      schools: person.education.flatMap(({ school_name }) => school_name ?? []),
      skills: person.skills,
      updated_day: person.updated_at === null ? null : dayOf(person.updated_at),
      headline: person.headline,
      positions,
    };
  }
}

function* jobs(
  options: Parameters<typeof generateJobs>[0],
  companyIds: ReadonlyMap<string, number>,
): Generator<JobDocument> {
  let id = 0;
  for (const job of generateJobs(options)) {
    id++;
    const companyId = companyIds.get(job.company_network_url ?? '');
    if (companyId === undefined) continue;
    const { title, source, open_positions, location, posted_at } = job;
    const opening = {
      ...{ id, open_positions, hasUrl: job.url !== null, posted_day: dayOf(posted_at) },
      opening_country: location?.country_code ?? null,
      opening_city: location?.city ?? null,
    };
    yield { id, companyId, opening_title: title, source, open_positions, openings: [opening] };
  }
}

function slugOf(network_url: string): string {
  return decodeURIComponent(network_url.slice(network_url.lastIndexOf('/') + 1));
}
