// What other records need to know of a company: name, URL, domains, seat, sector. A pure function of seed and index, remembered for the
// larger companies. The rest of the company's record is made in company.ts.
import { countryOf } from '../contract/vocabularies.ts';
import { type CompanyName, nameCompany, nameSubsidiary } from './company-name.ts';
import { type City, COUNTRIES_BY_WEIGHT, type Country, pickCity } from './places.ts';
import { Random, STREAMS } from './random.ts';
import { SECTORS_BY_WEIGHT, type Sector } from './sectors.ts';

export interface Employer {
  readonly index: number;
  readonly name: CompanyName;
  readonly networkUrl: string;
  /** The main one first; empty for a company without. */
  readonly domains: readonly string[];
  /** Null where the company has no domain. */
  readonly emailDomain: string | null;
  /** Whether another company has the same domains. */
  readonly sharesDomain: boolean;
  readonly country: Country;
  readonly hq: City;
  readonly sector: Sector;
}

/** Enough for all employers of 3 million people; beyond, memory matters more than the time to make the small ones again. */
const REMEMBERED = 120_000;

const WITHOUT_DOMAIN = 0.05;
const WITH_TWO_DOMAINS = 0.07;
const SUBSIDIARY = 0.03;
/** The companies before this rank stand for themselves, so that a chain of subsidiaries ends. */
const FIRST_SUBSIDIARY = 40;

/** The companies of one seed, made when asked for. An index beyond the generated companies gives an employer that is in no file. */
export class Employers {
  readonly #seed: number;
  readonly #random: Random;
  readonly #remembered: Employer[] = [];

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new Random(seed);
  }

  at(index: number): Employer {
    const known = this.#remembered[index];
    if (known) return known;
    const employer = this.#make(index);
    if (index < REMEMBERED) this.#remembered[index] = employer;
    return employer;
  }

  #make(index: number): Employer {
    const random = this.#random.seek(STREAMS.employer, index);
    const country = random.pick(COUNTRIES_BY_WEIGHT);
    const hq = pickCity(random, country);
    const sector = random.pick(SECTORS_BY_WEIGHT);
    const isSubsidiary = random.chance(SUBSIDIARY) && index >= FIRST_SUBSIDIARY;
    // Drawn before the parent is made: the parent takes the same stream object to its own place.
    const parentIndex = isSubsidiary ? random.below(Math.floor(index / 10)) : -1;
    if (isSubsidiary) return this.#subsidiary({ index, country, hq, sector }, this.at(parentIndex));
    const name = nameCompany(random, { index, seed: this.#seed, country, sector });
    const domains = ownDomains(random, name.label);
    const emailDomain = domains[random.chance(0.5) ? 0 : domains.length - 1] ?? null;
    return {
      index,
      name,
      networkUrl: networkUrl(name.slug),
      domains,
      emailDomain,
      sharesDomain: false,
      country,
      hq,
      sector,
    };
  }

  #subsidiary(own: Pick<Employer, 'index' | 'country' | 'hq' | 'sector'>, parent: Employer): Employer {
    const countryName = countryOf(own.country.code)!.name;
    const name = nameSubsidiary(parent.name, countryName, own.index);
    const { domains, emailDomain } = parent;
    return {
      ...own,
      name,
      networkUrl: networkUrl(name.slug),
      sector: parent.sector,
      domains,
      emailDomain,
      sharesDomain: true,
    };
  }
}

function networkUrl(slug: string): string {
  return `https://www.network.example/company/${encodeURIComponent(slug)}`;
}

function ownDomains(random: Random, label: string): string[] {
  const draw = random.fraction();
  if (draw < WITHOUT_DOMAIN) return [];
  const main = `${label}.example`;
  return draw < WITHOUT_DOMAIN + WITH_TWO_DOMAINS ? [main, `${label}-group.example`] : [main];
}
