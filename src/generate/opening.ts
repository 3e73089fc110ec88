// Generates one job opening: larger companies have more openings.
import type { JobLevel } from '../contract/vocabularies/vocabularies.ts';
import { dateText } from './calendar.ts';
import type { Employer } from './employers.ts';
import type { GeneratedJob } from './generated-records.ts';
import { pickCity } from './places.ts';
import profiles from './profiles.json' with { type: 'json' };
import { type Random, STREAMS, weighted, words } from './random.ts';
import { pickTitle } from './titles.ts';
import { pickEmployer, type World } from './world.ts';

const SOURCES = words(profiles.sources);
const LEVELS: readonly JobLevel[] = weighted([
  ['Staff', 76],
  ['Manager', 14],
  ['Director', 5],
  ['VP', 2],
  ['Other', 3],
]);
const UNKNOWN_EMPLOYER = 0.02;

/** The opening of this index. */
export function generateOpening(world: World, index: number): GeneratedJob {
  const random = world.random.seek(STREAMS.opening, index);
  const employer = pickEmployer(random, world, UNKNOWN_EMPLOYER);
  const language = random.chance(0.5) ? employer.country.language : 'en';
  const title = pickTitle(random, {
    level: random.pick(LEVELS),
    jobFunction: random.pick(employer.sector.functions),
    language,
  });
  const source = random.pick(SOURCES);
  const city = random.chance(0.6) ? employer.hq : pickCity(random, employer.country);
  return {
    ...employerReference(random, employer),
    title,
    source,
    open_positions: random.chance(0.88) ? 1 : random.between(2, 12),
    url: openingUrl(employer, source, index),
    posted_at: dateText(world.today - Math.floor(120 * random.fraction() ** 1.5)),
    location: random.chance(0.93) ? { city: city.city, country_code: city.country_code } : null,
    is_open: random.chance(0.95),
  };
}

/** By domain if only this company has it: a shared domain identifies the main company. */
function employerReference(
  random: Random,
  employer: Employer,
): Pick<GeneratedJob, 'company_network_url' | 'company_domain'> {
  const [domain] = employer.domains;
  if (domain !== undefined && !employer.sharesDomain && random.chance(0.15)) return { company_domain: domain };
  return { company_network_url: employer.network_url };
}

function openingUrl(employer: Employer, source: string, index: number): string {
  const [domain] = employer.domains;
  if (source === 'careers_page' && domain !== undefined) return `https://careers.${domain}/openings/${index + 1}`;
  return `https://${source.replaceAll('_', '-')}.example/postings/${index + 1}`;
}
