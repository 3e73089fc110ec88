// Makes rows of an answer from the records of the edition. They equal the rows that catalog-rows.ts makes from the
// catalog.
import { urlRewriterOfBytes } from '../catalog/views/profile-urls.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import type { Employer, ReadableRecords } from './edition-records.ts';
import { joined, opened, positionMembers, type RowKind } from './row-bytes.ts';

interface Source {
  readonly records: ReadableRecords;
  readonly edition: SearchableEdition;
  /** The host of all profile URLs in answers; null keeps that of each record. */
  readonly networkHost: string | null;
}

/** The rows of documents, in their order. Throws PackError or CodecError if the records are damaged. */
export function packedRows(kind: RowKind, docs: readonly number[], source: Source): Buffer[] {
  switch (kind) {
    case 'person':
      return personRows(docs, source, () => ['}']);
    case 'person_with_employer': {
      const { edition } = source;
      const companies = docs.map((doc) => edition.companyOf('people', doc));
      const employers = employersOf(companies, source.records);
      const rewrite = urlRewriterOfBytes(source.networkHost);
      return personRows(docs, source, (index) => {
        const employer = employers.get(companies[index] ?? -1);
        return employer ? [',"company":{', rewrite(employer.members), '}}'] : [',"company":null}'];
      });
    }
    case 'company':
      return companyRows(docs, source);
    case 'job':
      return jobRows(docs, source);
  }
}

/** `rest`: the part of the row after the members of the position. */
function personRows(
  docs: readonly number[],
  { records, edition, networkHost }: Source,
  rest: (index: number) => (string | Buffer)[],
): Buffer[] {
  const rewrite = urlRewriterOfBytes(networkHost);
  const rows: Buffer[] = [];
  const firsts = docs.map((doc) => edition.firstOf(doc));
  records.pack.people(firsts, (index, json) => {
    const position = edition.position(docs[index] as number);
    rows[index] = joined(opened(rewrite(json)), `,${positionMembers(position)}`, ...rest(index));
  });
  return rows;
}

/** The employers of companies, by their documents. */
function employersOf(companies: readonly (number | null)[], records: ReadableRecords): ReadonlyMap<number, Employer> {
  const employers = new Map<number, Employer>();
  const missing = new Set<number>();
  for (const doc of companies) {
    if (doc === null) continue;
    const known = records.employers.get(doc);
    if (known) employers.set(doc, known);
    else missing.add(doc);
  }
  const docs = [...missing];
  records.pack.companies(docs, (index, company) => {
    // Allocated outside the buffer pool, because employers are cached.
    const employer = { slug: company.slug, members: Buffer.from(Uint8Array.from(company.employer).buffer) };
    employers.set(docs[index] as number, employer);
    records.employers.set(docs[index] as number, employer);
  });
  return employers;
}

function companyRows(docs: readonly number[], { records, networkHost }: Source): Buffer[] {
  const rewrite = urlRewriterOfBytes(networkHost);
  const rows: Buffer[] = [];
  records.pack.companies(docs, (index, company) => {
    const employer = Buffer.from(rewrite(company.employer));
    rows[index] = joined('{', employer, ',', company.rest, '}');
  });
  return rows;
}

function jobRows(docs: readonly number[], { records, edition, networkHost }: Source): Buffer[] {
  const rewrite = urlRewriterOfBytes(networkHost);
  const companies = docs.map((doc) => edition.companyOf('jobs', doc));
  const distinct = [...new Set(companies)].filter((doc) => doc !== null);
  const hiring = new Map<number, Buffer>();
  records.pack.companies(distinct, (index, company) => {
    hiring.set(distinct[index] as number, Buffer.from(company.hiring));
  });
  const rows: Buffer[] = [];
  records.pack.jobs(docs, (index, { before, after }) => {
    const company = hiring.get(companies[index] ?? -1);
    if (company) rows[index] = rewrite(joined('{', before, ',"company":{', company, '},', after, '}'));
  });
  return rows.filter((row) => row !== undefined);
}

/** The slug of a company, by its document. */
export function packedSlug(doc: number, records: ReadableRecords): string {
  let slug = records.employers.get(doc)?.slug ?? '';
  if (slug === '') {
    records.pack.companies([doc], (_, company) => {
      slug = company.slug;
    });
  }
  return slug;
}
