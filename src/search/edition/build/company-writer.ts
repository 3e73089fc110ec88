// Writes companies into an edition: sorts them and writes their columns and fields.
import type { CompanyDocument } from '../../../contract/documents.ts';
import { assert } from '../../../ops/assert.ts';
import { packDescending } from '../columns/descending-column.ts';
import { packColumn } from '../columns/packed-column.ts';
import type { CompanyOrderKey } from './edition-input.ts';
import type { EditionDraft } from './field-writer.ts';
import { GrowableNumbers, GrowableTexts } from './growable.ts';
import { SpaceFields } from './space-fields.ts';

/** Sorted companies, each identified by its rank. */
export interface CompanyOrder {
  readonly count: number;
  /** The rank of a company by its id; `count` if the id is null or unknown. */
  docOf(companyId: number | null): number;
}

/**
 * Writes all companies and returns their order: employees descending (unknown last), then slug, then input order.
 * `orderKeyOf`: the values by which a company is ordered, which may differ from its own.
 */
export function writeCompanies(
  companies: Iterable<CompanyDocument>,
  orderKeyOf: (company: CompanyDocument) => CompanyOrderKey,
  draft: EditionDraft,
): CompanyOrder {
  const rows = new CompanyRows(orderKeyOf);
  for (const company of companies) rows.push(company);
  const order = rows.inOrder();
  const ids = rows.ids.pick(order);
  draft.file.add('companies.ids', packColumn(ids));
  const employees = packDescending(rows.employees.pick(order));
  draft.file.add('companies.employees', employees.values);
  draft.file.add('companies.employees.starts', employees.starts);
  const moved = Uint32Array.from(order.keys()).filter((doc) => rows.isMoved(order[doc]!));
  draft.file.add('companies.moved', packColumn(moved));
  draft.file.add('companies.moved_employees', packColumn(moved.map((doc) => rows.ownEmployees.at(order[doc]!))));
  rows.fields.write(draft, order);
  const docs = new Uint32Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1).fill(ids.length);
  ids.forEach((id, index) => {
    docs[id] = index;
  });
  return { count: ids.length, docOf: (companyId) => docs[companyId ?? 0] ?? ids.length };
}

class CompanyRows {
  readonly ids = new GrowableNumbers();
  /** For each company, the number of employees by which it is ordered, plus 1; 0 if unknown. */
  readonly employees = new GrowableNumbers();
  /** For each company, its own number of employees, plus 1; 0 if unknown. */
  readonly ownEmployees = new GrowableNumbers();
  readonly fields = new SpaceFields('companies');
  readonly #slugs = new GrowableTexts();
  readonly #orderKeyOf: (company: CompanyDocument) => CompanyOrderKey;

  constructor(orderKeyOf: (company: CompanyDocument) => CompanyOrderKey) {
    this.#orderKeyOf = orderKeyOf;
  }

  push(company: CompanyDocument): void {
    const key = this.#orderKeyOf(company);
    this.ids.push(company.id);
    this.#slugs.push(key.slug);
    this.employees.push(oneMore(key.employee_count));
    this.ownEmployees.push(oneMore(company.employee_count));
    this.fields.push(company);
  }

  isMoved(row: number): boolean {
    return this.employees.at(row) !== this.ownEmployees.at(row);
  }

  inOrder(): Uint32Array {
    const rows = Uint32Array.from({ length: this.ids.length }, (_, row) => row);
    return rows.sort(
      (left, right) => this.employees.at(right) - this.employees.at(left) || this.#slugs.compare(left, right),
    );
  }
}

/** The number plus 1; 0 if unknown. */
function oneMore(employees: number | null): number {
  assert(employees === null || employees >= 0, 'a company has 0 or more employees');
  return employees === null ? 0 : employees + 1;
}
