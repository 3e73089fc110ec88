// Labelled rows as flat, normalized columns for other engines: the same values that Cardfile's matching reads.
import type { CompanyRecord, PersonRecord } from '../../src/contract/import-records.ts';
import { companyNameKey } from '../../src/identity/company-names/company-name.ts';
import { siteOf } from '../../src/identity/domain.ts';
import { fold } from '../../src/words/words.ts';
import type { TruthKind } from './import-truth.ts';
import { normalizedRows } from './normalized-rows.ts';
import type { TruthRow } from './truth.ts';

type FlatRow = Readonly<Record<string, string | null>>;

export async function flatRows(kind: TruthKind, rows: readonly TruthRow[]): Promise<FlatRow[]> {
  return [...(await normalizedRows(kind, rows))].map(([unique_id, record]) => ({
    unique_id,
    ...('experiences' in record ? personColumns(record) : companyColumns(record)),
  }));
}

const lower = (text: string | null | undefined) => (text == null || text === '' ? null : fold(text));

function companyColumns({ name, domains, hq, network_url }: CompanyRecord): FlatRow {
  return {
    name: lower(name),
    core_name: companyNameKey(name) || null,
    site: domains[0] === undefined ? null : siteOf(domains[0]),
    city: lower(hq?.city),
    country: hq?.country_code ?? null,
    profile: network_url?.slug ?? null,
  };
}

function personColumns(person: PersonRecord): FlatRow {
  const [main] = person.experiences;
  const words = fold(person.full_name).split(/\s+/);
  const isMade = /-[0-9a-f]{12}$/.test(person.network_url.slug);
  return {
    full_name: lower(person.full_name),
    first_name: words[0] ?? null,
    surname: words.at(-1) ?? null,
    email: person.emails[0]?.email ?? null,
    phone: person.phones[0]?.phone ?? null,
    employer: main?.company_name == null ? null : companyNameKey(main.company_name) || null,
    title: lower(main?.job_title),
    city: lower(person.location?.city),
    country: person.location?.country_code ?? null,
    profile: isMade ? null : person.network_url.slug,
  };
}
