// Builds the parts of a base one after the other, in memory that is bounded by one part. The documents are read once
// and put into a temporary file for each part; so are the units of records and the contacts, once all indexes are
// built.
import type {
  CompanyDocument,
  CompanyKeysDocument,
  ContactsDocument,
  JobDocument,
  PersonDocument,
} from '../../../contract/documents.ts';
import type { RecordBodies } from '../../../contract/record-bodies.ts';
import { assert } from '../../../ops/assert.ts';
import { ContactsWriter, readContacts } from '../bodies/contacts-form.ts';
import type { PackWriter } from '../bodies/pack-writer.ts';
import type { Dictionaries, RecordSection } from '../bodies/record-units.ts';
import { type PartContacts, writeLookUps } from '../bodies/write-look-ups.ts';
import {
  dictionaryFor,
  type FormerRecords,
  IdSample,
  type MadeUnits,
  UnitMaker,
  writeMadeRecords,
} from '../bodies/write-records.ts';
import { type BuildOptions, buildEdition } from '../build/build-edition.ts';
import type { EditionInput } from '../build/edition-input.ts';
import type { EditionHead } from '../edition-file.ts';
import { NumbersById } from './numbers-by-id.ts';
import { PartPlaces, type PartPlan } from './part-plan.ts';
import { PersonParts } from './person-parts.ts';
import { UnitFile } from './unit-file.ts';

/** One consistent state of the catalog; each iterable is read once. */
export interface PartsInput extends Omit<EditionInput, 'state'> {
  readonly bodies: RecordBodies;
  readonly contacts: Iterable<ContactsDocument>;
  readonly companyKeys: Iterable<CompanyKeysDocument>;
}

export interface PartsOptions extends Pick<BuildOptions, 'blockBits' | 'roleOf'> {
  readonly plan: PartPlan;
  /** The name of temporary files. */
  readonly spillPath: string;
  /** Bodies that have not changed are copied from it, with its dictionaries. */
  readonly former?: FormerRecords | null;
  /** Parts that are not built; the input then has the records of the others. */
  readonly kept?: KeptParts | null;
}

/** Parts that stay as they are. */
export interface KeptParts {
  has(part: number): boolean;
  /** By part the ids of its companies. */
  readonly companies: Iterable<readonly [part: number, id: number]>;
}

/** Where parts are written to. */
export interface PartsOutput {
  /** The index of a part; they come in order. */
  index(part: number, buffer: SharedArrayBuffer): Promise<void>;
  /** The pack of a part whose index has been written, which `fill` gets again. */
  pack(part: number, fill: (buffer: ArrayBufferLike, to: PackDestination) => void): Promise<void>;
}

interface PackDestination {
  readonly pack: PackWriter;
  readonly spillPath: string;
}

/**
 * Parts have no generation: the same records give the same bytes. Deterministic like `buildEdition`. People must come
 * in the order of their ids, and so must bodies and contacts. Returns the counts of the parts that are built.
 */
export async function buildParts(
  input: PartsInput,
  options: PartsOptions,
  output: PartsOutput,
): Promise<EditionHead['counts']> {
  const router = new Router(options);
  try {
    router.documents(input);
    for (const part of router.built) await output.index(part, router.index(part));
    router.records(input);
    for (const part of router.built) await output.pack(part, (buffer, to) => router.fillPack(part, buffer, to));
    return router.counts;
  } finally {
    router.close();
  }
}

const NO_GENERATION = { generation: 0, hiddenGeneration: 0 };

type Stream = 'companies' | 'people' | 'jobs' | 'contacts' | 'keys';

/** Puts records into the files of their parts. */
class Router {
  /** The parts to build. */
  readonly built: readonly number[];
  readonly counts = { companies: 0, people: 0, positions: 0, jobs: 0 };
  readonly #options: PartsOptions;
  readonly #places: PartPlaces;
  readonly #files: ReadonlyMap<number, Readonly<Record<Stream, UnitFile>>>;
  readonly #people = new PersonParts();
  /** By id the part of a company + 1; 0 for one that is not in the edition. */
  readonly #companies = new NumbersById();
  readonly #jobs = new NumbersById();
  readonly #samples = { companies: new IdSample(), people: new IdSample(), jobs: new IdSample() };
  #dictionaries: Dictionaries | null = null;

  constructor(options: PartsOptions) {
    this.#options = options;
    this.#places = new PartPlaces(options.plan);
    const { spillPath, kept } = options;
    this.built = Array.from({ length: this.#places.count }, (_, part) => part).filter((part) => !kept?.has(part));
    const file = () => new UnitFile(spillPath);
    this.#files = new Map(
      this.built.map((part) => [
        part,
        { companies: file(), people: file(), jobs: file(), contacts: file(), keys: file() },
      ]),
    );
    for (const [part, id] of kept?.companies ?? []) this.#companies.set(id, part + 1);
  }

  documents({ companies, people, jobs }: Pick<EditionInput, 'companies' | 'people' | 'jobs'>): void {
    for (const company of companies) {
      const part = this.#places.ofCompany(company);
      this.#companies.set(company.id, part + 1);
      this.counts.companies += 1;
      this.#samples.companies.add(company.id);
      const file = this.#file(part, 'companies');
      assert(file, 'a company is in a part that is built');
      file.addJson(company);
    }
    for (const person of people) this.#person(person);
    for (const job of jobs) {
      const part = this.#partOf(job.companyId) ?? this.#places.count - 1;
      this.#jobs.set(job.id, part + 1);
      this.counts.jobs += 1;
      this.#samples.jobs.add(job.id);
      this.#file(part, 'jobs')?.addJson(job);
    }
  }

  /** Call it once for each part. */
  index(part: number): SharedArrayBuffer {
    const files = this.#filesOf(part);
    const { blockBits = 16, roleOf } = this.#options;
    const content = {
      state: NO_GENERATION,
      companies: files.companies.json<CompanyDocument>(),
      people: files.people.json<PersonDocument>(),
      jobs: files.jobs.json<JobDocument>(),
    };
    const isShared = (id: number) => this.#people.isShared(id);
    return buildEdition(content, { blockBits, isShared, ...(roleOf ? { roleOf } : {}) });
  }

  /** After the indexes of all parts, whose files are used again. */
  records({ bodies, contacts, companyKeys }: PartsInput): void {
    const { former } = this.#options;
    const dictionaries = former?.dictionaries ?? this.#sampled(bodies);
    this.#dictionaries = dictionaries;
    const maker = new UnitMaker(dictionaries);
    for (const body of bodies.companies.all) {
      const part = this.#companies.at(body.id) - 1;
      if (part >= 0) this.#file(part, 'companies')?.add(body.id, maker.company(body));
    }
    const addPerson = (id: number, unit: Uint8Array) => {
      for (const part of this.#people.of(id)) this.#file(part, 'people')?.add(id, unit);
    };
    former?.eachUnchanged((id, { bytes, span }) => addPerson(id, bytes.subarray(span.start, span.end)));
    for (const body of (former?.changed ?? bodies.people).all)
      if (this.#people.of(body.id).length > 0) addPerson(body.id, maker.person(body));
    for (const body of bodies.jobs.all) {
      const part = this.#jobs.at(body.id) - 1;
      if (part >= 0) this.#file(part, 'jobs')?.add(body.id, maker.job(body));
    }
    const writer = new ContactsWriter();
    for (const person of contacts) {
      const unit = writer.write(person);
      for (const part of this.#people.of(person.id)) this.#file(part, 'contacts')?.add(person.id, unit);
    }
    for (const keys of companyKeys) {
      const part = this.#companies.at(keys.id) - 1;
      if (part >= 0) this.#file(part, 'keys')?.addJson(keys);
    }
  }

  fillPack(part: number, buffer: ArrayBufferLike, to: PackDestination): void {
    assert(this.#dictionaries, 'records are routed before packs are filled');
    const files = this.#filesOf(part);
    const units = (name: RecordSection): MadeUnits[RecordSection] => {
      return (take) => {
        for (const { id, bytes } of files[name].each()) take(id, { bytes, span: { start: 0, end: bytes.length } });
      };
    };
    const made = { companies: units('companies'), people: units('people'), jobs: units('jobs') };
    writeMadeRecords(buffer, made, { ...to, dictionaries: this.#dictionaries });
    const keys = files.keys.json<CompanyKeysDocument>();
    writeLookUps(buffer, { contacts: this.#contactsOf(part), companyKeys: keys }, to);
  }

  close(): void {
    for (const files of this.#files.values()) for (const file of Object.values(files)) file.close();
  }

  *#contactsOf(part: number): Generator<PartContacts> {
    for (const { id, bytes } of this.#filesOf(part).contacts.each())
      yield { id, ...readContacts(bytes), isElsewhere: this.#people.of(id)[0] !== part };
  }

  /** The person in each part with its positions there. */
  #person(person: PersonDocument): void {
    const { positions } = person;
    const parts =
      positions.length === 0
        ? [this.#places.ofUnlinked(person, null)]
        : positions.map((each) => this.#partOf(each.companyId) ?? this.#places.ofUnlinked(person, each));
    const distinct = parts.length === 1 ? parts : [...new Set(parts)];
    this.#people.add(person.id, distinct);
    this.counts.people += 1;
    this.#samples.people.add(person.id);
    for (const part of distinct) {
      const file = this.#file(part, 'people');
      if (!file) continue;
      const own = distinct.length === 1 ? positions : positions.filter((_, place) => parts[place] === part);
      this.counts.positions += own.length;
      file.addJson(own === positions ? person : { ...person, positions: own });
    }
  }

  #partOf(companyId: number | null): number | null {
    const part = companyId === null ? 0 : this.#companies.at(companyId);
    return part === 0 ? null : part - 1;
  }

  /** Undefined for a part that is kept. */
  #file(part: number, stream: Stream): UnitFile | undefined {
    return this.#files.get(part)?.[stream];
  }

  #filesOf(part: number): Readonly<Record<Stream, UnitFile>> {
    const files = this.#files.get(part);
    assert(files, 'the part is built');
    return files;
  }

  #sampled(bodies: RecordBodies): Dictionaries {
    const { companies, people, jobs } = this.#samples;
    return {
      companies: dictionaryFor('companies', companies, bodies.companies),
      people: dictionaryFor('people', people, bodies.people),
      jobs: dictionaryFor('jobs', jobs, bodies.jobs),
    };
  }
}
