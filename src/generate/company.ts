// Generates one company record: its identity with size, age, texts and the defects of real sources (missing fields,
// buckets instead of counts).
import { countryOf, sizeLabel } from '../contract/vocabularies/vocabularies.ts';
import { dateText, timestampText } from './calendar.ts';
import type { Employer } from './employers.ts';
import type { GeneratedCompany } from './generated-records.ts';
import { type Random, STREAMS } from './random.ts';
import type { World } from './world.ts';

const CUSTOMERS = [
  'companies of every size',
  'people in the region',
  'clients at home and abroad',
  'households and small firms',
  'public bodies and enterprises',
];
/** The largest companies always have a count, so that the first results of every list are ordered. */
const ALWAYS_COUNTED = 5;

/** The company of this index; 0 is the largest. */
export function generateCompany(world: World, index: number): GeneratedCompany {
  const employer = world.employers.at(index);
  const random = world.random.seek(STREAMS.company, index);
  const employees = drawEmployees(random, world.seats.headcount(index));
  const size = drawSize(random, employees, index);
  const [domain = null] = employer.domains;
  const founded = Number(dateText(world.today).slice(0, 4)) - drawAge(random, employees);
  const specialties = random.chance(0.8) ? random.pickSome(employer.sector.specialties, random.between(2, 5)) : [];
  return {
    network_url: employer.network_url,
    name: employer.name.name,
    domain,
    ...(employer.domains.length > 1 ? { domains: employer.domains } : {}),
    email_domain: employer.email_domain,
    website: domain === null ? null : `https://www.${domain}${random.chance(0.15) ? '/en/home' : ''}`,
    industry: random.chance(0.98) ? random.pick(employer.sector.industries) : null,
    type: random.chance(0.97) ? random.pick(employer.sector.types) : null,
    ...size,
    followers: Math.floor(employees * (1 + 30 * random.fraction() ** 3)),
    founded_year: random.chance(0.92) ? founded : null,
    about: random.chance(0.85) ? aboutText(random, employer, founded) : null,
    specialties,
    hq: random.chance(0.98)
      ? { city: employer.hq.city, state: employer.hq.state, country_code: employer.hq.country_code }
      : null,
    updated_at: timestampText(world.today - 1 - random.below(200), random.below(1440)),
  };
}

/** Two to four times the headcount in the data, so that second current positions never exceed the count. */
function drawEmployees(random: Random, headcount: number): number {
  return headcount === 0 ? random.between(1, 10) : Math.ceil(headcount * (2 + 2 * random.fraction() ** 2));
}

/** Age in years: larger companies are older. */
function drawAge(random: Random, employees: number): number {
  return 1 + Math.floor(1.5 * Math.log2(employees) + 100 * random.fraction() ** 2.5);
}

function drawSize(random: Random, employees: number, index: number): Pick<GeneratedCompany, 'size' | 'employee_count'> {
  const known = index < ALWAYS_COUNTED ? 1 : random.fraction();
  if (known < 0.03) return { size: null, employee_count: null };
  const label = sizeLabel(employees);
  if (known < 0.1) return { size: label, employee_count: null };
  return { size: known < 0.5 ? label : null, employee_count: employees };
}

function aboutText(random: Random, employer: Employer, founded: number): string {
  const country = countryOf(employer.country.code)!.name;
  const [first, second] = random.pickSome(employer.sector.specialties, 2);
  const text = `${employer.name.brand} ${employer.sector.purpose} ${random.pick(CUSTOMERS)} in ${country}.`;
  switch (random.below(3)) {
    case 0:
      return `${text} Founded in ${founded} in ${employer.hq.city}, we are known for ${first} and ${second}.`;
    case 1:
      return `${text} Our focus: ${first}, ${second} and the people behind them.`;
    default:
      return `${text} From ${employer.hq.city} our teams combine ${first} with ${second}.`;
  }
}
