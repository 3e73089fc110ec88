// Reads the companies of a run once before the import, to find domains that several companies share, and names that
// many rows have without any other identity. Either would merge different companies.
import type { CompanyRecord } from '../contract/import-records.ts';
import { companyNameKey } from '../identity/company-names/company-name.ts';
import { siteOf } from '../identity/domain.ts';
import { cityKey } from '../identity/same-city.ts';
import { normalizeCompany } from './normalize/company.ts';
import { isReject } from './normalize/scope.ts';
import { type Input, readBatches } from './read-batches.ts';
import type { RecordBuilder } from './record-builder.ts';

export interface AmbiguousIdentities {
  /** Sites (siteOf) of companies with several names. */
  readonly sharedSites: readonly string[];
  /** Names (bareNameKey) that do not identify a company. */
  readonly commonNames: ReadonlySet<string>;
}

/** For other kinds of records, and for companies that can be read only once. */
export const NO_AMBIGUITIES: AmbiguousIdentities = { sharedSites: [], commonNames: new Set() };

/**
 * Maximum number of names of an unshared domain. A domain with two names may belong to one company that was renamed.
 */
const NAMES_OF_SITE_MAX = 2;
/**
 * Maximum number of rows with one bare name. On more rows, the name denotes several companies, or is not a company
 * name.
 */
const BARE_ROWS_MAX = 3;

/** The identity of a company that has neither profile URL nor domain: name and place. Null for any other company. */
export function bareNameKey({ network_url, domains, name, hq }: CompanyRecord): string | null {
  if (network_url !== null || domains.length > 0) return null;
  return [companyNameKey(name), hq?.country_code ?? '', hq?.city == null ? '' : cityKey(hq.city)].join('|');
}

/**
 * Reads all companies of the inputs, so these must be readable more than once. Throws ImportError if reading cannot
 * continue.
 */
export async function findAmbiguousIdentities(
  inputs: readonly Input[],
  context: Parameters<typeof normalizeCompany>[1],
): Promise<AmbiguousIdentities> {
  const namesOfSite = new Map<string, Set<string>>();
  const bareRows = new Map<string, number>();
  const note = (company: CompanyRecord) => {
    const key = companyNameKey(company.name);
    for (const site of new Set(company.domains.map(siteOf))) {
      const names = namesOfSite.get(site) ?? new Set();
      if (names.size <= NAMES_OF_SITE_MAX) namesOfSite.set(site, names.add(key));
    }
    const bare = bareNameKey(company);
    if (bare !== null) bareRows.set(bare, (bareRows.get(bare) ?? 0) + 1);
  };
  const builder: RecordBuilder<null> = {
    isCounting: false,
    add: (row) => {
      const company = normalizeCompany(row, context);
      if (isReject(company)) return company;
      note(company);
      return null;
    },
    pass: () => {},
    take: () => null,
    giveBack: () => {},
  };
  for (const input of inputs) {
    for await (const _ of readBatches(input, { kind: 'companies', builder, rowsDone: 0 })) {
      // Reading is sufficient: the builder notes every row.
    }
  }
  return {
    sharedSites: [...namesOfSite].flatMap(([site, names]) => (names.size > NAMES_OF_SITE_MAX ? [site] : [])),
    commonNames: new Set([...bareRows].flatMap(([name, rows]) => (rows > BARE_ROWS_MAX ? [name] : []))),
  };
}
