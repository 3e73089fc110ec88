// Look-ups by identifier in one edition. The answers equal those of the catalog from which it was built.
import type { CompanyView, ComparedCompany, EmailContact, PersonView, PhoneContact } from '../catalog/port.ts';
import { networkUrlOf, urlRewriter } from '../catalog/views/profile-urls.ts';
import { formerSlugKey, withoutFormerSlugs } from '../identity/former-slug.ts';
import type { Work } from '../ops/scheduling/work.ts';
import type { CompanyVisitor, FoundPerson, IdentifierLookups } from '../search/edition/bodies/lookups.ts';
import type { Records } from '../search/edition/bodies/record-pack.ts';
import type { CompanyUnit } from '../search/edition/bodies/record-units.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import { positionMembers } from './row-bytes.ts';

interface Source {
  readonly lookups: IdentifierLookups;
  readonly records: Records;
  readonly edition: SearchableEdition;
  /** The host of all profile URLs in answers; null keeps that of each record. */
  readonly networkHost: string | null;
}

/** The methods of `Lookups`, synchronous or as work. They throw PackError or CodecError if the records are damaged. */
export class EditionLookups {
  readonly #source: Source;
  readonly #rewrite: (json: string) => string;

  constructor(source: Source) {
    this.#source = source;
    this.#rewrite = urlRewriter(source.networkHost);
  }

  personBySlug(slug: string): PersonView | null {
    const found = this.#personWith(slug);
    return found && this.#personView(found);
  }

  peopleByEmail(email: string, max: number): PersonView[] {
    return this.#source.lookups.peopleOfEmail(email, max).map((found) => this.#personView(found));
  }

  peopleByPhones(phones: readonly string[], max: number): PersonView[] {
    for (const phone of phones) {
      const found = this.#source.lookups.peopleOfPhone(phone, max);
      if (found.length > 0) return found.map((each) => this.#personView(each));
    }
    return [];
  }

  emailsOf(slug: string): readonly EmailContact[] | null {
    return this.#personWith(slug)?.contacts.emails ?? null;
  }

  phonesOf(slug: string): readonly PhoneContact[] | null {
    return this.#personWith(slug)?.contacts.phones ?? null;
  }

  peopleByExternalId(key: string): PersonView[] {
    return this.#source.lookups.peopleWithId(key).map((found) => this.#personView(found));
  }

  externalIdsOfPerson(slug: string): readonly string[] | null {
    const found = this.#personWith(slug);
    return found && withoutFormerSlugs(found.contacts.ids);
  }

  companyBySlug(slug: string): CompanyView | null {
    return this.#companyWith(slug, (doc, unit) => this.#company(doc, unit));
  }

  comparedCompanyBySlug(slug: string): ComparedCompany | null {
    const { edition } = this.#source;
    return this.#companyWith(slug, (doc, { hiring }) => {
      const company = JSON.parse(`{${this.#rewrite(hiring.toString())}}`) as Omit<ComparedCompany, 'id'>;
      return { id: edition.companyIdOf(doc), ...company };
    });
  }

  companiesByDomain(domain: string, max: number): CompanyView[] {
    return this.#source.lookups.companiesOnDomain(domain, max, (doc, unit) => this.#company(doc, unit));
  }

  *companyIdsByDomain(domain: string): Work<number[]> {
    const docs = yield* this.#source.lookups.companyDocsOnDomain(domain);
    return docs.map((doc) => this.#source.edition.companyIdOf(doc));
  }

  companiesByExternalId(key: string): CompanyView[] {
    return this.#source.lookups.companiesWithId(key, (doc, unit) => this.#company(doc, unit));
  }

  externalIdsOfCompany(slug: string): readonly string[] | null {
    return this.#companyWith(slug, (_, { names }) => withoutFormerSlugs(names.ids));
  }

  /** The person with a slug, or else the person into whom that person was merged. */
  #personWith(slug: string): FoundPerson | null {
    const { lookups } = this.#source;
    return lookups.person(slug) ?? lookups.peopleWithId(formerSlugKey(slug))[0] ?? null;
  }

  #companyWith<Result>(slug: string, take: CompanyVisitor<Result>): Result | null {
    const { lookups } = this.#source;
    return lookups.company(slug, take) ?? lookups.companiesWithId(formerSlugKey(slug), take)[0] ?? null;
  }

  #personView(found: FoundPerson): PersonView {
    const { records, edition } = this.#source;
    const position = edition.position(found.doc);
    let json = '';
    records.people([edition.firstOf(found.doc)], (_, bytes) => {
      json = this.#rewrite(bytes.toString());
    });
    const { slug } = found.contacts;
    return { id: position.personId, slug, json, mainPosition: positionMembers(position) };
  }

  #company(doc: number, unit: CompanyUnit): CompanyView {
    return companyView(this.#source.edition.companyIdOf(doc), unit, this.#rewrite);
  }
}

/** A company of a pack in the form of the catalog. */
export function companyView(id: number, unit: CompanyUnit, rewrite: (json: string) => string): CompanyView {
  const employerJson = `{${rewrite(unit.employer.toString())}}`;
  const { name, domain } = JSON.parse(`{${unit.hiring.toString()}}`) as Pick<CompanyView, 'name' | 'domain'>;
  const { slug, email_domain } = unit.names;
  const json = `${employerJson.slice(0, -1)},${unit.rest.toString()}}`;
  return { id, slug, network_url: networkUrlOf(employerJson), name, domain, email_domain, json, employerJson };
}
