// Look-ups by identifier in the current state: in the serving edition if it is as new as the catalog, else in the
// catalog. Both give the same answers. An edition contains no record that was hidden in its generation, so nothing has
// to be masked.
import type {
  Catalog,
  CompanyView,
  ComparedCompany,
  EmailContact,
  Lookups,
  PersonView,
  PhoneContact,
} from '../catalog/port.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import { EditionLookups } from './edition-lookups.ts';
import type { ServingEdition } from './serving-edition.ts';

interface CurrentLookupsOptions {
  readonly catalog: Catalog;
  readonly serving: Pick<ServingEdition, 'records'>;
  /** The host of all profile URLs in answers; null keeps that of each record. */
  readonly networkHost: string | null;
}

export class CurrentLookups implements Lookups {
  readonly #options: CurrentLookupsOptions;

  constructor(options: CurrentLookupsOptions) {
    this.#options = options;
  }

  personBySlug(slug: string): Promise<PersonView | null> {
    return this.#answer(
      (edition) => edition.personBySlug(slug),
      (catalog) => catalog.personBySlug(slug),
    );
  }

  peopleByEmail(email: string, max: number): Promise<PersonView[]> {
    return this.#answer(
      (edition) => edition.peopleByEmail(email, max),
      (catalog) => catalog.peopleByEmail(email, max),
    );
  }

  peopleByPhones(phones: readonly string[], max: number): Promise<PersonView[]> {
    return this.#answer(
      (edition) => edition.peopleByPhones(phones, max),
      (catalog) => catalog.peopleByPhones(phones, max),
    );
  }

  emailsOf(slug: string): Promise<readonly EmailContact[] | null> {
    return this.#answer(
      (edition) => edition.emailsOf(slug),
      (catalog) => catalog.emailsOf(slug),
    );
  }

  phonesOf(slug: string): Promise<readonly PhoneContact[] | null> {
    return this.#answer(
      (edition) => edition.phonesOf(slug),
      (catalog) => catalog.phonesOf(slug),
    );
  }

  peopleByExternalId(key: string): Promise<PersonView[]> {
    return this.#answer(
      (edition) => edition.peopleByExternalId(key),
      (catalog) => catalog.peopleByExternalId(key),
    );
  }

  externalIdsOfPerson(slug: string): Promise<readonly string[] | null> {
    return this.#answer(
      (edition) => edition.externalIdsOfPerson(slug),
      (catalog) => catalog.externalIdsOfPerson(slug),
    );
  }

  companyBySlug(slug: string): Promise<CompanyView | null> {
    return this.#answer(
      (edition) => edition.companyBySlug(slug),
      (catalog) => catalog.companyBySlug(slug),
    );
  }

  comparedCompanyBySlug(slug: string): Promise<ComparedCompany | null> {
    return this.#answer(
      (edition) => edition.comparedCompanyBySlug(slug),
      (catalog) => catalog.comparedCompanyBySlug(slug),
    );
  }

  companiesByDomain(domain: string, max: number): Promise<CompanyView[]> {
    return this.#answer(
      (edition) => edition.companiesByDomain(domain, max),
      (catalog) => catalog.companiesByDomain(domain, max),
    );
  }

  companyIdsByDomain(domain: string, turn: Turn): Promise<number[]> {
    return this.#answer(
      (edition) => turn.run(edition.companyIdsByDomain(domain)),
      (catalog) => catalog.companyIdsByDomain(domain, turn),
    );
  }

  companiesByExternalId(key: string): Promise<CompanyView[]> {
    return this.#answer(
      (edition) => edition.companiesByExternalId(key),
      (catalog) => catalog.companiesByExternalId(key),
    );
  }

  externalIdsOfCompany(slug: string): Promise<readonly string[] | null> {
    return this.#answer(
      (edition) => edition.externalIdsOfCompany(slug),
      (catalog) => catalog.externalIdsOfCompany(slug),
    );
  }

  async #answer<Result>(
    fromEdition: (lookups: EditionLookups) => Result | Promise<Result>,
    fromCatalog: (catalog: Catalog) => Promise<Result>,
  ): Promise<Result> {
    const { catalog, serving, networkHost } = this.#options;
    // Wrapped in an object, because the result may be null.
    const answer = await serving.records?.read(catalog, async ({ pack }, edition) => {
      const { lookups } = edition;
      if (lookups === null) return null;
      return { result: await fromEdition(new EditionLookups({ lookups, records: pack, edition, networkHost })) };
    });
    return answer ? answer.result : fromCatalog(catalog);
  }
}
