// The identities of stored records for the suppression list. They are the identities of all rows of the record.
import type { CompanyRecord, PersonRecord } from '../../contract/import-records.ts';
import { hasGeneratedSlug } from '../../identity/generated-slug.ts';
import type { RecordKind } from '../admin-port.ts';
import type { CompanyKind } from '../matching/company-rules.ts';
import type { KindTypes } from '../matching/decide-row.ts';
import type { PersonKind } from '../matching/person-rules.ts';
import { identitiesOfCompany, identitiesOfPerson } from '../matching/suppressed-identities.ts';
import type { StoredIdentities } from '../tables/suppression-list.ts';
import type { RecordRepository } from './record-repository.ts';

interface Identified<Stored> {
  /** The slug of the profile URL; null if there is none. */
  profileOf(stored: Stored): string | null;
  /** `isGenerated`: whether the record of the row has a generated slug. */
  identitiesOf(stored: Stored, isGenerated: boolean): readonly string[];
}

const COMPANY: Identified<CompanyRecord> = {
  profileOf: ({ network_url }) => network_url?.slug ?? null,
  identitiesOf: identitiesOfCompany,
};
const PERSON: Identified<PersonRecord> = {
  profileOf: (stored) => (hasGeneratedSlug(stored) ? null : stored.network_url.slug),
  identitiesOf: identitiesOfPerson,
};

interface RecordRepositories {
  readonly companies: RecordRepository<CompanyKind>;
  readonly people: RecordRepository<PersonKind>;
}

export class RecordIdentities implements StoredIdentities {
  readonly #repositories: RecordRepositories;

  constructor(repositories: RecordRepositories) {
    this.#repositories = repositories;
  }

  of(kind: RecordKind, id: number): string[] {
    const { companies, people } = this.#repositories;
    return kind === 'company' ? identitiesOf(companies, id, COMPANY) : identitiesOf(people, id, PERSON);
  }

  behindSlug(kind: RecordKind, id: number, slug: string): string[] {
    const { companies, people } = this.#repositories;
    const isGenerated =
      kind === 'company'
        ? isGeneratedFor(companies, { id, slug }, COMPANY)
        : isGeneratedFor(people, { id, slug }, PERSON);
    return isGenerated ? this.of(kind, id) : [];
  }
}

function identitiesOf<Kind extends KindTypes>(
  repository: RecordRepository<Kind>,
  id: number,
  { identitiesOf: ofRow }: Identified<Kind['stored']>,
): string[] {
  const isGenerated = repository.hasGeneratedSlug(id);
  return [...new Set(repository.rowsOf(id).flatMap(({ record }) => ofRow(record, isGenerated)))];
}

/** Whether a slug of a record does not come from a profile URL. */
function isGeneratedFor<Kind extends KindTypes>(
  repository: RecordRepository<Kind>,
  { id, slug }: { readonly id: number; readonly slug: string },
  { profileOf }: Identified<Kind['stored']>,
): boolean {
  if (repository.hasGeneratedSlug(id) && repository.slugOf(id) === slug) return true;
  return repository.rowsOf(id).every(({ record }) => profileOf(record) !== slug);
}
