// Generates one person record: a name and a place that fit the employer's country, the career, and a profile of varying
// completeness.
import { timestampText } from './calendar.ts';
import { type CurrentJob, drawCurrentJob, generateCareer } from './career.ts';
import { generateEmails, generatePhones } from './contacts.ts';
import type {
  GeneratedCertification,
  GeneratedEducation,
  GeneratedExperience,
  GeneratedPerson,
  GeneratedPlace,
} from './generated-records.ts';
import { type PersonName, pickName } from './person-name.ts';
import { type City, COUNTRIES_BY_WEIGHT, type Country, type Language, pickCity } from './places.ts';
import profiles from './profiles.json' with { type: 'json' };
import { type Random, STREAMS, scramble32, words } from './random.ts';
import { type FunctionTexts, textsOfFunction } from './titles.ts';
import type { World } from './world.ts';

const LIVES_AT_HEADQUARTERS_COUNTRY = 0.68;
const NAMED_AS_ELSEWHERE = 0.04;
const LOCAL_TITLES = 0.55;
const NATIVE_SLUG = 0.3;

const CLOSERS = words(profiles.closers);
const SCHOOLS = listsByLanguage(profiles.schools);
const DEGREES = listsByLanguage(profiles.degrees);
const CERTIFICATIONS: ReadonlyMap<string, readonly GeneratedCertification[]> = new Map(
  Object.entries(profiles.certifications).map(([jobFunction, list]) => [jobFunction, words(list).map(certification)]),
);

function listsByLanguage(lists: Record<Language, string>): Readonly<Record<Language, readonly string[]>> {
  return { en: words(lists.en), de: words(lists.de), fr: words(lists.fr), es: words(lists.es) };
}

function certification(text: string): GeneratedCertification {
  const [authority = '', name = ''] = text.split('/');
  return { authority, name, url: `https://certificates.example/${encodeURIComponent(name)}` };
}

/** The person of this index. */
export function generatePerson(world: World, index: number): GeneratedPerson {
  const random = world.random.seek(STREAMS.person, index);
  const currentJob = drawCurrentJob(random, world, index);
  const country = drawCountry(random, currentJob);
  const name = pickName(
    random,
    random.pick((random.chance(NAMED_AS_ELSEWHERE) ? random.pick(COUNTRIES_BY_WEIGHT) : country).cultures),
  );
  const home = placeOf(pickCity(random, country));
  const language = random.chance(LOCAL_TITLES) ? country.language : 'en';
  const { experiences, formerEmployer } = generateCareer(random, { world, person: index, currentJob, home, language });
  const texts = textsOfFunction(currentJob.jobFunction);
  const contact = {
    person: index,
    name,
    employer: currentJob.employer,
    rank: currentJob.rank,
    formerEmployer,
    country_code: country.code,
    today: world.today,
  };
  return {
    network_url: profileUrl(random, name, scramble32(index ^ world.seed)),
    full_name: name.full,
    first_name: name.first,
    last_name: name.last,
    headline: headline(random, texts, experiences[0]),
    about_me: random.chance(0.45) ? aboutMe(random, texts, home) : null,
    location: random.chance(0.98) ? home : null,
    connections_count: connectionsCount(random),
    experiences,
    education: generateEducation(random, country.language, experiences),
    skills: random.chance(0.65) ? random.pickSome(texts.skills, random.between(3, 7)) : [],
    certifications: generateCertifications(random, currentJob.jobFunction),
    emails: generateEmails(random, contact),
    phones: generatePhones(random, contact),
    updated_at: timestampText(world.today - 1 - random.below(300), random.below(1440)),
  };
}

function drawCountry(random: Random, { employer }: CurrentJob): Country {
  return employer && random.chance(LIVES_AT_HEADQUARTERS_COUNTRY) ? employer.country : random.pick(COUNTRIES_BY_WEIGHT);
}

function placeOf({ city, state_code, country_code }: City): GeneratedPlace {
  return { city, state_code, country_code };
}

/** `number` is unique to this person, so the slug is unique. */
function profileUrl(random: Random, name: PersonName, number: number): string {
  const readable =
    name.native && random.chance(NATIVE_SLUG)
      ? encodeURIComponent(`${name.first}-${name.last}`.toLowerCase().replaceAll(' ', '-'))
      : `${name.asciiFirst}-${name.asciiLast}`;
  return `https://www.network.example/in/${readable}-${number.toString(36)}`;
}

function headline(random: Random, texts: FunctionTexts, main: GeneratedExperience | undefined): string | null {
  const draw = random.fraction();
  if (draw < 0.15 || !main) return null;
  if (draw < 0.55 && main.job_is_current) return `${main.job_title} at ${main.company_name}`;
  return draw < 0.75 ? `${main.job_title} | ${random.pick(texts.taglines)}` : main.job_title;
}

function aboutMe(random: Random, texts: FunctionTexts, home: GeneratedPlace): string {
  return `${random.pick(texts.openers)} ${random.pick(CLOSERS).replace('{city}', home.city)}`;
}

function connectionsCount(random: Random): number | null {
  const draw = random.fraction();
  if (draw < 0.05) return null;
  return draw < 0.4 ? 500 : Math.floor(501 * random.fraction() ** 1.4);
}

/** At most two schools, ended before the first position of the career began. */
function generateEducation(
  random: Random,
  language: Language,
  experiences: readonly GeneratedExperience[],
): GeneratedEducation[] {
  const count = random.pick([0, 1, 1, 1, 2]);
  let end = Number(experiences.at(-1)!.job_start_date.slice(0, 4));
  const schools: GeneratedEducation[] = [];
  while (schools.length < count) {
    const start = end - random.between(2, 4);
    const schoolLanguage = random.chance(0.8) ? language : 'en';
    schools.push({
      school_name: random.pick(SCHOOLS[schoolLanguage]),
      degree: random.chance(0.9) ? random.pick(DEGREES[schoolLanguage]) : null,
      start_date: String(start),
      end_date: String(end),
    });
    end = start;
  }
  return schools;
}

function generateCertifications(random: Random, jobFunction: string): readonly GeneratedCertification[] {
  const known = CERTIFICATIONS.get(jobFunction);
  return known && random.chance(0.12) ? [random.pick(known)] : [];
}
