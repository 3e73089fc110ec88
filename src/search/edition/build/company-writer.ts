// Writes companies into an edition: sorts them and writes their columns and fields.
import type { CompanyDocument } from '../../../contract/documents.ts';
import { assert } from '../../../ops/assert.ts';
import { packDescending } from '../columns/descending-column.ts';
import { packColumn } from '../columns/packed-column.ts';
import type { EditionDraft } from './field-writer.ts';
import { GrowableNumbers, GrowableTexts } from './growable.ts';
import { SpaceFields } from './space-fields.ts';

/** Sorted companies, each identified by its rank. */
export interface CompanyOrder {
  readonly count: number;
  /** The rank of a company by its id; `count` if the id is null or unknown. */
  placeOf(companyId: number | null): number;
}

/** Writes all companies and returns their order: employees descending, unknown last, then slug. */
export function writeCompanies(companies: Iterable<CompanyDocument>, draft: EditionDraft): CompanyOrder {
  const rows = new CompanyRows();
  for (const company of companies) rows.push(company);
  const order = rows.inOrder();
  const ids = rows.ids.pick(order);
  draft.file.add('companies.ids', packColumn(ids));
  const employees = packDescending(rows.employees.pick(order));
  draft.file.add('companies.employees', employees.values);
  draft.file.add('companies.employees.starts', employees.starts);
  rows.fields.write(draft, order);
  const places = new Uint32Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1).fill(ids.length);
  ids.forEach((id, place) => {
    places[id] = place;
  });
  return { count: ids.length, placeOf: (companyId) => places[companyId ?? 0] ?? ids.length };
}

class CompanyRows {
  readonly ids = new GrowableNumbers();
  /** Employees + 1; 0 if unknown. */
  readonly employees = new GrowableNumbers();
  readonly fields = new SpaceFields('companies');
  readonly #slugs = new GrowableTexts();

  push(company: CompanyDocument): void {
    const { employee_count: employees } = company;
    assert(employees === null || employees >= 0, 'a company has 0 or more employees');
    this.ids.push(company.id);
    this.#slugs.push(company.slug);
    this.employees.push(employees === null ? 0 : employees + 1);
    this.fields.push(company);
  }

  inOrder(): Uint32Array {
    const rows = Uint32Array.from({ length: this.ids.length }, (_, row) => row);
    return rows.sort(
      (left, right) => this.employees.at(right) - this.employees.at(left) || this.#slugs.compare(left, right),
    );
  }
}
