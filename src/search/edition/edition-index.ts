// The sections of an edition as structures for query evaluation. The cost of opening is almost independent of the
// number of documents and terms.

import {
  type FieldSpace,
  NUMBER_FIELDS,
  type NumberField,
  SEARCH_FIELDS,
  type TextField,
  VALUE_FIELDS,
  type ValueField,
} from '../../contract/fields.ts';
import { atOnce, type Work } from '../../ops/scheduling/work.ts';
import { DescendingColumn } from './columns/descending-column.ts';
import { FrequentColumn } from './columns/frequent-column.ts';
import { type IndexFinder, indexById } from './columns/index-by-id.ts';
import { IndirectColumn } from './columns/indirect-column.ts';
import { PackedColumn } from './columns/packed-column.ts';
import { PersonFinder } from './columns/person-finder.ts';
import { Repeats } from './columns/repeats.ts';
import { SlicedColumn } from './columns/sliced-column.ts';
import { TextColumn } from './columns/text-column.ts';
import { ValueColumn } from './columns/value-column.ts';
import { headlineTest, ownTextTest, sharedTextTest, type WholeTextTest } from './columns/whole-text.ts';
import type { EditionFile } from './edition-file.ts';
import { Blocks } from './sets/doc-set.ts';
import { Ownership } from './sets/ownership.ts';
import { Postings } from './sets/postings.ts';
import { TermDictionary } from './terms/term-dictionary.ts';
import { TextPool } from './terms/text-pool.ts';

/** Companies by rank. */
class CompanyColumns {
  readonly ids: PackedColumn;
  /** The number of employees by which companies are ordered, plus 1; descending; 0 if unknown. */
  readonly employees: DescendingColumn;
  /**
   * The companies, ascending, that are sorted by another number of employees than their own. `employees` contains the
   * own number of each company, plus 1.
   */
  readonly moved: { readonly docs: PackedColumn; readonly employees: PackedColumn };
  /** Built on first use, which takes a few milliseconds for a million companies. */
  #docs: IndexFinder | null = null;

  constructor(file: EditionFile) {
    this.ids = packed(file, 'companies.ids');
    this.employees = new DescendingColumn(
      packed(file, 'companies.employees'),
      packed(file, 'companies.employees.starts'),
    );
    this.moved = { docs: packed(file, 'companies.moved'), employees: packed(file, 'companies.moved_employees') };
  }

  /** The rank of a company; -1 if it is not in the edition. */
  docOf(companyId: number): number {
    this.#docs ??= atOnce(indexById(this.ids));
    return this.#docs(companyId);
  }
}

/** Documents of people. */
class PeopleColumns {
  readonly ids: PackedColumn;
  readonly ownership: Ownership;
  /** The catalog id of the employer name of each document without a company, in their order; 0 if it has none. */
  readonly unlinkedEmployers: PackedColumn;
  readonly repeats: Repeats;
  /**
   * For each repeat, 1 if it is the main position of its person, otherwise 0. If no repeat of a person is, the first
   * document is the main position.
   */
  readonly mainRepeats: PackedColumn;
  /** For a part: the documents of people who also have documents in other parts. Null in an edition of one part. */
  readonly shared: PackedColumn | null;
  /** The role number of each position; titles, levels and functions are stored by role. */
  readonly roles: PackedColumn;
  /** The title number of each role, as in `titles`. */
  readonly titleOfRole: PackedColumn;
  readonly titles: TextColumn;

  constructor(file: EditionFile) {
    this.ids = packed(file, 'people.ids');
    this.ownership = new Ownership(packed(file, 'people.company_starts'));
    this.unlinkedEmployers = packed(file, 'people.unlinked_employers');
    this.repeats = new Repeats(packed(file, 'people.repeats'), packed(file, 'people.previous'));
    this.mainRepeats = packed(file, 'people.main');
    this.shared = file.has('people.shared') ? packed(file, 'people.shared') : null;
    this.roles = packed(file, 'people.roles');
    this.titleOfRole = packed(file, 'job_title.texts');
    const titleOf = { at: (doc: number) => this.titleOfRole.at(this.roles.at(doc)) };
    this.titles = new TextColumn(titleOf, pool(file, 'job_title.display'));
  }
}

/** Documents of job rows. */
class JobColumns {
  readonly ids: PackedColumn;
  readonly openings: PackedColumn;
  readonly ownership: Ownership;
  readonly titles: TextColumn;
  readonly #sources: PackedColumn;
  readonly #sourceTexts: TextPool;
  #docs: IndexFinder | null = null;

  constructor(file: EditionFile) {
    this.ids = packed(file, 'jobs.ids');
    this.openings = packed(file, 'jobs.openings');
    this.ownership = new Ownership(packed(file, 'jobs.company_starts'));
    this.titles = new TextColumn(packed(file, 'opening_title.texts'), pool(file, 'opening_title.display'));
    this.#sources = packed(file, 'jobs.sources');
    this.#sourceTexts = pool(file, 'jobs.source_names');
  }

  /** The document of a job row; -1 if it is not in the edition. */
  docOf(jobId: number): number {
    this.#docs ??= atOnce(indexById(this.ids));
    return this.#docs(jobId);
  }

  title(doc: number): string {
    return this.titles.at(doc) ?? '';
  }

  source(doc: number): string {
    return this.#sourceTexts.at(this.#sources.at(doc) - 1);
  }
}

/** Openings of job rows; build/opening-rows.ts describes the columns. */
class OpeningColumns {
  /** The job row of each opening. */
  readonly ownership: Ownership;
  readonly positions: PackedColumn;
  readonly urlIds: PackedColumn;
  readonly cities: TextColumn;

  constructor(file: EditionFile) {
    this.ownership = new Ownership(packed(file, 'openings.row_starts'));
    this.positions = packed(file, 'openings.positions');
    this.urlIds = packed(file, 'openings.url_ids');
    this.cities = new TextColumn(packed(file, 'openings.cities'), pool(file, 'openings.city_names'));
  }
}

/** The numbers that have a separate column. Companies are sorted by employees, so employees need none. */
export type SlicedField = Exclude<NumberField, 'employee_count'>;

/**
 * The number of job rows that are evaluated between two yields. It is less than a block, because each row may have many
 * openings.
 */
const JOBS_AT_ONCE = 8192;

/**
 * A space of documents in which clauses are evaluated: the documents that have their fields, or the roles of people.
 */
export type DocSpace = FieldSpace | 'roles';

/** The whole content of an edition, by space and field. */
export class EditionIndex {
  readonly companies: CompanyColumns;
  readonly people: PeopleColumns;
  readonly jobs: JobColumns;
  readonly openings: OpeningColumns;
  readonly terms: TermDictionary;
  readonly blocks: Readonly<Record<DocSpace, Blocks>>;
  readonly values: Readonly<Record<ValueField, ValueColumn>>;
  /** The stored numbers are incremented by 1; 0 is unknown. */
  readonly numbers: Readonly<Record<SlicedField, SlicedColumn>>;
  /** Tests of whole texts. Fields without a test here have terms of whole texts. */
  readonly wholeTexts: Readonly<Partial<Record<TextField, WholeTextTest>>>;
  /** The same test for the title of a role. */
  readonly wholeTitleOfRole: WholeTextTest;
  #personFinder: PersonFinder | null = null;

  constructor(file: EditionFile) {
    const { blockBits } = file.head;
    this.companies = new CompanyColumns(file);
    this.people = new PeopleColumns(file);
    this.jobs = new JobColumns(file);
    this.openings = new OpeningColumns(file);
    this.terms = new TermDictionary(
      pool(file, 'terms'),
      packed(file, 'terms.places'),
      new Postings(file.words('postings')),
    );
    this.blocks = {
      companies: new Blocks(this.companies.ids.length, blockBits),
      people: new Blocks(this.people.ids.length, blockBits),
      jobs: new Blocks(this.jobs.ids.length, blockBits, JOBS_AT_ONCE),
      openings: new Blocks(this.openings.positions.length, blockBits),
      roles: new Blocks(this.people.titleOfRole.length, blockBits),
    };
    this.values = Object.fromEntries(
      VALUE_FIELDS.map((field) => [field, this.#valueColumn(field, packed(file, `${field}.codes`))]),
    ) as Record<ValueField, ValueColumn>;
    const sliced = NUMBER_FIELDS.filter((field) => field !== 'employee_count');
    this.numbers = Object.fromEntries(
      sliced.map((field) => [field, new SlicedColumn(file.words(`${field}.numbers`))]),
    ) as Record<SlicedField, SlicedColumn>;
    const own = (field: TextField) => ({
      orders: new FrequentColumn(file.words(`${field}.orders`)),
      hashesBefore: packed(file, `${field}.hashes_before`),
      hashes: file.words(`${field}.hashes`),
    });
    const shared = (field: 'job_title' | 'opening_title', texts: { codeAt(doc: number): number }) =>
      sharedTextTest(texts, { hashes: file.words(`${field}.hashes`), texts: pool(file, `${field}.display`) });
    this.wholeTexts = {
      name: ownTextTest(own('name')),
      about: ownTextTest(own('about')),
      full_name: ownTextTest(own('full_name')),
      headline: headlineTest(own('headline'), this.people.titles),
      job_title: shared('job_title', this.people.titles),
      opening_title: shared('opening_title', this.jobs.titles),
    };
    this.wholeTitleOfRole = shared('job_title', { codeAt: (role) => this.people.titleOfRole.at(role) });
  }

  #valueColumn(field: ValueField, codes: PackedColumn): ValueColumn {
    const values = this.terms.termsOf(field);
    const blocks = this.blocks[SEARCH_FIELDS[field].space];
    const isOfRole = field === 'job_level' || field === 'job_function';
    return new ValueColumn(values, isOfRole ? new IndirectColumn(this.people.roles, codes) : codes, () =>
      values.flatMap((value) => this.terms.find(field, value, blocks) ?? []),
    );
  }

  /** The finder is built on the first look-up of people by id. */
  *personFinder(): Work<PersonFinder> {
    this.#personFinder ??= yield* PersonFinder.make(this.people);
    return this.#personFinder;
  }

  /** The company of each document of a space. */
  ownership(space: 'people' | 'jobs'): Ownership {
    return space === 'people' ? this.people.ownership : this.jobs.ownership;
  }
}

function packed(file: EditionFile, name: string): PackedColumn {
  return new PackedColumn(file.words(name));
}

function pool(file: EditionFile, name: string): TextPool {
  return new TextPool(packed(file, `${name}.starts`), file.bytes(`${name}.bytes`));
}
