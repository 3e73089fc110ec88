// Look-ups by identifiers as of now: from the serving edition while it is of the catalog's generation, else from the
// catalog. Both give the same answers. An edition has no record that is hidden in its generation, so it needs no masks.
import type { Catalog, CompanyView, EmailContact, LookUps, PersonView, PhoneContact } from '../catalog/port.ts';
import { networkUrlOf, urlRewriter } from '../catalog/views/profile-urls.ts';
import type { FoundPerson, IdentifierLookUps } from '../search/edition/bodies/look-ups.ts';
import type { Records } from '../search/edition/bodies/record-pack.ts';
import type { CompanyUnit } from '../search/edition/bodies/record-units.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import { positionMembers } from './row-bytes.ts';
import type { ServingEdition } from './serving-edition.ts';

interface CurrentLookUpsOptions {
  readonly catalog: Catalog;
  readonly serving: Pick<ServingEdition, 'records'>;
  /** The host of all answered profile URLs; null keeps that of each record. */
  readonly networkHost: string | null;
}

/** An edition that can answer. */
interface Source {
  readonly lookUps: IdentifierLookUps;
  readonly records: Records;
  readonly edition: SearchableEdition;
}

export class CurrentLookUps implements LookUps {
  readonly #options: CurrentLookUpsOptions;
  readonly #rewrite: (json: string) => string;

  constructor(options: CurrentLookUpsOptions) {
    this.#options = options;
    this.#rewrite = urlRewriter(options.networkHost);
  }

  personBySlug(slug: string): Promise<PersonView | null> {
    return this.#answer(
      (source) => this.#person(source.lookUps.person(slug), source),
      (catalog) => catalog.personBySlug(slug),
    );
  }

  personByEmail(email: string): Promise<PersonView | null> {
    return this.#answer(
      (source) => this.#person(source.lookUps.personOfEmail(email), source),
      (catalog) => catalog.personByEmail(email),
    );
  }

  personByPhones(phones: readonly string[]): Promise<PersonView | null> {
    return this.#answer(
      (source) => {
        for (const phone of phones) {
          const found = source.lookUps.personOfPhone(phone);
          if (found) return this.#person(found, source);
        }
        return null;
      },
      (catalog) => catalog.personByPhones(phones),
    );
  }

  emailsOf(slug: string): Promise<readonly EmailContact[] | null> {
    return this.#answer(
      ({ lookUps }) => lookUps.person(slug)?.contacts.emails ?? null,
      (catalog) => catalog.emailsOf(slug),
    );
  }

  phonesOf(slug: string): Promise<readonly PhoneContact[] | null> {
    return this.#answer(
      ({ lookUps }) => lookUps.person(slug)?.contacts.phones ?? null,
      (catalog) => catalog.phonesOf(slug),
    );
  }

  companyBySlug(slug: string): Promise<CompanyView | null> {
    return this.#answer(
      ({ lookUps, edition }) => lookUps.company(slug, (doc, unit) => this.#company(unit, edition.companyIdOf(doc))),
      (catalog) => catalog.companyBySlug(slug),
    );
  }

  companiesByDomain(domain: string): Promise<CompanyView[]> {
    return this.#answer(
      ({ lookUps, edition }) =>
        lookUps.companiesOnDomain(domain, (doc, unit) => this.#company(unit, edition.companyIdOf(doc))),
      (catalog) => catalog.companiesByDomain(domain),
    );
  }

  async #answer<Result>(
    fromEdition: (source: Source) => Result,
    fromCatalog: (catalog: Catalog) => Promise<Result>,
  ): Promise<Result> {
    const { catalog, serving } = this.#options;
    // In an object, as a result may be null.
    const answer = await serving.records?.read(catalog, ({ pack }, edition) => {
      const { lookUps } = edition;
      return lookUps && { result: fromEdition({ lookUps, records: pack, edition }) };
    });
    return answer ? answer.result : fromCatalog(catalog);
  }

  #person(found: FoundPerson | null, { records, edition }: Source): PersonView | null {
    if (found === null) return null;
    const position = edition.position(found.doc);
    let json = '';
    records.people([edition.firstOf(found.doc)], (_, person) => {
      json = this.#rewrite(person.json.toString());
    });
    const { slug } = found.contacts;
    return { id: position.personId, slug, json, mainPosition: positionMembers(position) };
  }

  #company(unit: CompanyUnit, id: number): CompanyView {
    const employerJson = `{${this.#rewrite(unit.employer.toString())}}`;
    const { name, domain } = JSON.parse(`{${unit.hiring.toString()}}`) as Pick<CompanyView, 'name' | 'domain'>;
    const { slug, email_domain } = unit;
    const json = `${employerJson.slice(0, -1)},${unit.rest.toString()}}`;
    return { id, slug, network_url: networkUrlOf(employerJson), name, domain, email_domain, json, employerJson };
  }
}
