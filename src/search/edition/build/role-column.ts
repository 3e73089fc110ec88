// Dictionary encoding of the title, level and function of positions. A distinct combination is a role, which many
// positions share. Most levels and functions are derived from the title, so there are only slightly more roles than
// titles.
import type { PositionDocument } from '../../../contract/documents.ts';
import { asValue, titleWords } from '../terms/field-terms.ts';
import { levelRank } from './edition-input.ts';
import { FieldSources, type FieldTexts } from './field-sources.ts';
import { GrowableNumbers } from './growable.ts';

const FIELDS = ['job_title', 'job_level', 'job_function'] as const;

type RoleField = (typeof FIELDS)[number];
type Role = Pick<PositionDocument, RoleField>;

/** The role of each row, and the values of each role. */
export class RoleColumn {
  readonly #rows = new GrowableNumbers();
  readonly #roles: Role[] = [];
  /** The role numbers of each title. */
  readonly #rolesOfTitle = new Map<string | null, number[]>();
  readonly #ranks = new GrowableNumbers();
  readonly #fields = {
    job_title: { sources: new FieldSources(titleWords), sourceOfRole: new GrowableNumbers() },
    job_level: { sources: new FieldSources(asValue), sourceOfRole: new GrowableNumbers() },
    job_function: { sources: new FieldSources(asValue), sourceOfRole: new GrowableNumbers() },
  };

  /** Appends a row. */
  push(position: Role): void {
    this.#rows.push(this.#numberOf(position));
  }

  /** The `levelRank` of a row. */
  rankAt(row: number): number {
    return this.#ranks.at(this.#rows.at(row));
  }

  /** The roles of documents: document i is row `order[i]`. */
  inOrder(order: Uint32Array): Uint32Array {
    return this.#rows.pick(order);
  }

  /** A field of these documents. Its column contains the value of each role. */
  field(name: RoleField, roleOfDoc: Uint32Array): FieldTexts<FieldSources> {
    const { sources, sourceOfRole } = this.#fields[name];
    return { sources, sourceOfDoc: sourceOfRole.pick(roleOfDoc), column: sourceOfRole.view() };
  }

  /** A field in which each role is a document. */
  ofRoles(name: RoleField): FieldTexts<FieldSources> {
    const { sources, sourceOfRole } = this.#fields[name];
    return { sources, sourceOfDoc: sourceOfRole.view(), column: sourceOfRole.view() };
  }

  /** The distinct titles; the title at index i is source i + 1 of its field. */
  titles(): string[] {
    return this.#fields.job_title.sources.sharedTexts();
  }

  #numberOf({ job_title, job_level, job_function }: Role): number {
    const known = this.#rolesOfTitle.get(job_title) ?? [];
    for (const number of known) {
      const role = this.#roles[number]!;
      if (role.job_level === job_level && role.job_function === job_function) return number;
    }
    if (known.length === 0) this.#rolesOfTitle.set(job_title, known);
    known.push(this.#roles.length);
    this.#add({ job_title, job_level, job_function });
    return this.#roles.length - 1;
  }

  #add(role: Role): void {
    this.#roles.push(role);
    this.#ranks.push(levelRank(role.job_level));
    for (const name of FIELDS) {
      const { sources, sourceOfRole } = this.#fields[name];
      sourceOfRole.push(sources.addShared(role[name]));
    }
  }
}
