// The employers in a match: those that the keys name and those of positions, with name, domain and profile as far as
// the catalog knows them. Memoized for one call.
import type { ComparedCompany, Lookups } from '../../catalog/port.ts';
import { OWNERS_MAX } from '../../contract/documents.ts';
import type { EmployerReference, NetworkUrl } from '../../contract/import-records.ts';
import { wordsWithoutLegalForm } from '../../identity/company-names/company-name.ts';
import { parseNetworkUrl } from '../../identity/network-url.ts';
import { companiesOfDomain } from '../company-of-domain.ts';
import { type SpelledWords, spelledWords } from './candidate-documents.ts';

/** An employer as named by the keys of a match. */
export interface NamedEmployer {
  readonly name: string | null;
  readonly domain: string | null;
  readonly url: NetworkUrl | null;
}

/**
 * The same employer as references that can be compared with the employers of positions; a list is empty if its key is
 * not given.
 */
export interface EmployerReferences {
  readonly byName: readonly EmployerReference[];
  readonly byDomain: readonly EmployerReference[];
  readonly byUrl: readonly EmployerReference[];
  readonly any: readonly EmployerReference[];
  /** Ids of the companies with this domain or profile URL. */
  readonly ids: readonly number[];
  /** The words of the name without legal form. */
  readonly words: SpelledWords;
}

export class KnownEmployers {
  readonly #lookups: Lookups;
  readonly #known = new Map<string, Promise<ComparedCompany | null>>();

  constructor(lookups: Lookups) {
    this.#lookups = lookups;
  }

  async referencesOf({ name, domain, url }: NamedEmployer): Promise<EmployerReferences> {
    const onDomain = domain === null ? [] : await companiesOfDomain(domain, OWNERS_MAX, this.#lookups);
    const ofUrl = url === null ? null : await this.#company(url.slug);
    const byName = name === null ? [] : [{ ...NOTHING, company_name: name }];
    const byDomain = domain === null ? [] : [{ ...NOTHING, company_domain: domain }, ...onDomain.map(referenceTo)];
    const byUrl =
      url === null ? [] : [{ ...NOTHING, company_network_url: url }, ...(ofUrl === null ? [] : [referenceTo(ofUrl)])];
    const ids = [...onDomain, ...(ofUrl === null ? [] : [ofUrl])].map(({ id }) => id);
    return {
      byName,
      byDomain,
      byUrl,
      any: [...byName, ...byDomain, ...byUrl],
      ids: [...new Set(ids)].sort((a, b) => a - b),
      words: name === null ? [] : spelledWords(name, wordsWithoutLegalForm),
    };
  }

  /** The employer of a position in the catalog: by its profile URL, else the main company of its domain. */
  async knownEmployer({ company_network_url: url, company_domain: domain }: EmployerReference) {
    const company = url === null ? await this.#companyOn(domain) : await this.#company(url.slug);
    return company && referenceTo(company);
  }

  #companyOn(domain: string | null): Promise<ComparedCompany | null> {
    if (domain === null) return Promise.resolve(null);
    const key = `on ${domain}`;
    const known = this.#known.get(key) ?? companiesOfDomain(domain, 1, this.#lookups).then(([main = null]) => main);
    this.#known.set(key, known);
    return known;
  }

  #company(slug: string): Promise<ComparedCompany | null> {
    const known = this.#known.get(slug) ?? this.#lookups.comparedCompanyBySlug(slug);
    this.#known.set(slug, known);
    return known;
  }
}

const NOTHING: EmployerReference = { company_name: null, company_domain: null, company_network_url: null };

function referenceTo({ name, domain, network_url }: ComparedCompany): EmployerReference {
  return { company_name: name, company_domain: domain, company_network_url: parseNetworkUrl(network_url, 'company') };
}
