// The properties of a company that other records need: name, URL, domains, seat, sector. A pure function of seed and
// index, memoized for the larger companies. company.ts generates the rest of the record.
import { countryOf } from '../contract/vocabularies/vocabularies.ts';
import { type CompanyName, nameCompany, nameSubsidiary } from './company-name.ts';
import { type City, COUNTRIES_BY_WEIGHT, type Country, pickCity } from './places.ts';
import { Random, STREAMS } from './random.ts';
import { SECTORS_BY_WEIGHT, type Sector } from './sectors.ts';

export interface Employer {
  readonly index: number;
  readonly name: CompanyName;
  readonly network_url: string;
  /** The main one first; empty for a company without domains. */
  readonly domains: readonly string[];
  /** Null if the company has no domain. */
  readonly email_domain: string | null;
  /** True if another company has the same domains. */
  readonly sharesDomain: boolean;
  readonly country: Country;
  readonly hq: City;
  readonly sector: Sector;
}

/**
 * Enough for all employers of 3 million people. Beyond that, memory costs more than generating the small companies
 * again.
 */
const REMEMBERED = 120_000;

const WITHOUT_DOMAIN = 0.05;
const WITH_TWO_DOMAINS = 0.07;
const SUBSIDIARY = 0.03;
/** Companies before this rank are independent, which bounds the chain of subsidiaries. */
const FIRST_SUBSIDIARY = 40;

/**
 * The companies of one seed, generated on demand. An index beyond the generated companies yields an employer that no
 * file contains.
 */
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
    // Drawn before the parent is generated: the parent seeks the same stream object to its own start.
    const parentIndex = isSubsidiary ? random.below(Math.floor(index / 10)) : -1;
    if (isSubsidiary) return this.#subsidiary({ index, country, hq, sector }, this.at(parentIndex));
    const name = nameCompany(random, { index, seed: this.#seed, country, sector });
    const domains = ownDomains(random, name.label);
    const email_domain = domains[random.chance(0.5) ? 0 : domains.length - 1] ?? null;
    return {
      index,
      name,
      network_url: profileUrl(name.slug),
      domains,
      email_domain,
      sharesDomain: false,
      country,
      hq,
      sector,
    };
  }

  #subsidiary(own: Pick<Employer, 'index' | 'country' | 'hq' | 'sector'>, parent: Employer): Employer {
    const countryName = countryOf(own.country.code)!.name;
    const name = nameSubsidiary(parent.name, countryName, own.index);
    const { domains, email_domain } = parent;
    return {
      ...own,
      name,
      network_url: profileUrl(name.slug),
      sector: parent.sector,
      domains,
      email_domain,
      sharesDomain: true,
    };
  }
}

function profileUrl(slug: string): string {
  return `https://www.network.example/company/${encodeURIComponent(slug)}`;
}

function ownDomains(random: Random, label: string): string[] {
  const draw = random.fraction();
  if (draw < WITHOUT_DOMAIN) return [];
  const main = `${label}.example`;
  return draw < WITHOUT_DOMAIN + WITH_TWO_DOMAINS ? [main, `${label}-group.example`] : [main];
}
