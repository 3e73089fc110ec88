// Writes people into an edition: one document per current position, in the order of the contract, with their columns
// and fields.
import type { PersonDocument, PositionDocument } from '../../../contract/documents.ts';
import { packColumn } from '../columns/packed-column.ts';
import { sliceColumn } from '../columns/sliced-column.ts';
import { addTexts } from '../terms/term-writer.ts';
import type { CompanyOrder } from './company-writer.ts';
import { OwnTextColumn } from './field-column.ts';
import { type EditionDraft, writeOwnTexts, writeSharedTexts, writeValues } from './field-writer.ts';
import { groupRows } from './group-rows.ts';
import { GrowableNumbers, GrowableTexts } from './growable.ts';
import { RoleColumn } from './role-column.ts';
import { SpaceFields } from './space-fields.ts';

/**
 * Writes all people and returns the number of people and of current positions. Documents are ordered by company (no
 * employer last), level, descending connections (unknown last), slug, and index among the positions of the person.
 */
export function writePeople(
  people: Iterable<PersonDocument>,
  { companies, isShared }: { readonly companies: CompanyOrder; readonly isShared?: IsShared | undefined },
  draft: EditionDraft,
): { readonly people: number; readonly positions: number } {
  const rows = new PositionRows(companies);
  let positions = 0;
  for (const person of people) {
    rows.push(person);
    positions += person.positions.length;
  }
  const { order, starts } = rows.inOrder();
  draft.file.add('people.company_starts', packColumn(starts));
  rows.writeColumns(draft, order);
  rows.writeEmployers(draft, order.subarray(starts.at(-1)));
  if (isShared) rows.writeShared(draft, { order, isShared });
  rows.writeFields(draft, order);
  return { people: rows.personCount, positions };
}

type IsShared = (personId: number) => boolean;

const NO_POSITION: PositionDocument = {
  companyId: null,
  job_title: null,
  job_level: null,
  job_function: null,
  title_confidence: null,
};

/** Columns by person and columns by row. There is one row for each position, or one for a person without positions. */
class PositionRows {
  readonly #companies: CompanyOrder;
  readonly #ids = new GrowableNumbers();
  readonly #slugs = new GrowableTexts();
  readonly #fields = new SpaceFields('people');

  readonly #personOfRow = new GrowableNumbers();
  readonly #companyOfRow = new GrowableNumbers();
  /** The employer name by its id; 0 if it is unknown or the person has no position. */
  readonly #employerOfRow = new GrowableNumbers();
  readonly #role = new RoleColumn();
  /** The confidence plus 1; 0 if unknown. */
  readonly #confidence = new GrowableNumbers();
  /** If a headline begins with the title, only the rest is stored. */
  readonly #headline = new OwnTextColumn();

  constructor(companies: CompanyOrder) {
    this.#companies = companies;
  }

  get personCount(): number {
    return this.#ids.length;
  }

  push(person: PersonDocument): void {
    const number = this.#ids.length;
    this.#ids.push(person.id);
    this.#slugs.push(person.slug);
    this.#fields.push(person);
    for (const position of person.positions.length > 0 ? person.positions : [NO_POSITION]) {
      this.#personOfRow.push(number);
      this.#companyOfRow.push(this.#companies.docOf(position.companyId));
      this.#employerOfRow.push(position.employerId ?? 0);
      this.#role.push(position);
      this.#confidence.push(position.title_confidence === null ? 0 : position.title_confidence + 1);
      this.#headline.push(person.headline, position.job_title);
    }
  }

  /**
   * The rows in document order, and the first document of each company, followed by the first document without a
   * company.
   */
  inOrder(): { order: Uint32Array; starts: Uint32Array } {
    const personOfRow = this.#personOfRow;
    const connections = this.#fields.numbers('connections_count');
    const slugs = this.#slugs;
    const most = connections.view().reduce((max, count) => Math.max(max, count), 0);
    const keyOf = (person: number, row: number) => this.#role.rankAt(row) * (most + 1) + most - connections.at(person);
    const inOrder = groupRows({
      companyOfRow: this.#companyOfRow.view(),
      companyCount: this.#companies.count,
      keyOfRow: personOfRow.view().map(keyOf),
      compareEqual: (left, right) => slugs.compare(personOfRow.at(left), personOfRow.at(right)) || left - right,
    });
    // Freed early, because slugs take a fifth of the memory in use at this point and only this order needs them.
    slugs.release();
    return inOrder;
  }

  writeColumns(draft: EditionDraft, order: Uint32Array): void {
    const people = this.#personOfRow.pick(order);
    draft.file.add('people.ids', packColumn(this.#ids.pick(people)));
    const { repeats, previous } = repeatsOf(people, this.personCount);
    draft.file.add('people.repeats', packColumn(repeats.view()));
    draft.file.add('people.previous', packColumn(previous.view()));
    draft.file.add('people.main', packColumn(repeats.view().map((doc) => (this.#isMain(order[doc]!) ? 1 : 0))));
    addTexts(draft.file, 'job_title.display', new GrowableTexts(this.#role.titles()));
  }

  /** Writes the employer names of documents without a company: a name may be assigned to a company later. */
  writeEmployers(draft: EditionDraft, unlinked: Uint32Array): void {
    draft.file.add('people.unlinked_employers', packColumn(this.#employerOfRow.pick(unlinked)));
  }

  /** Writes the documents of people who also have documents in other parts; ascending. */
  writeShared(draft: EditionDraft, { order, isShared }: { readonly order: Uint32Array; readonly isShared: IsShared }) {
    const shared = new GrowableNumbers();
    for (let doc = 0; doc < order.length; doc++)
      if (isShared(this.#ids.at(this.#personOfRow.at(order[doc]!)))) shared.push(doc);
    draft.file.add('people.shared', packColumn(shared.view()));
  }

  /** Whether a row is the main position of its person, which is the first row of the person. */
  #isMain(row: number): boolean {
    return row === 0 || this.#personOfRow.at(row - 1) !== this.#personOfRow.at(row);
  }

  writeFields(draft: EditionDraft, order: Uint32Array): void {
    const people = this.#personOfRow.pick(order);
    const roles = this.#role.inOrder(order);
    draft.file.add('people.roles', packColumn(roles));
    this.#fields.write(draft, people);
    writeOwnTexts(draft, 'headline', this.#headline.inOrder(order));
    writeSharedTexts(draft, { field: 'job_title', texts: this.#role.field('job_title', roles) });
    writeValues(draft, 'job_level', this.#role.field('job_level', roles));
    writeValues(draft, 'job_function', this.#role.field('job_function', roles));
    draft.file.add('title_confidence.numbers', sliceColumn(this.#confidence.pick(order)));
    draft.terms.write('role_level', this.#role.ofRoles('job_level'));
    draft.terms.write('role_function', this.#role.ofRoles('job_function'));
    draft.terms.write('role_title', this.#role.ofRoles('job_title'));
  }
}

/** `repeats`: the documents that are not the first of their person, ascending. `previous`: the document before each. */
function repeatsOf(people: Uint32Array, personCount: number): { repeats: GrowableNumbers; previous: GrowableNumbers } {
  const NONE = 0xffffffff;
  const last = new Uint32Array(personCount).fill(NONE);
  const repeats = new GrowableNumbers();
  const previous = new GrowableNumbers();
  people.forEach((person, doc) => {
    if (last[person] !== NONE) {
      repeats.push(doc);
      previous.push(last[person]!);
    }
    last[person] = doc;
  });
  return { repeats, previous };
}
