// Companies into an edition: puts them in order and writes their columns and fields.
import type { CompanyDocument } from '../../../contract/documents.ts';
import { assert } from '../../../ops/assert.ts';
import { packDescending } from '../columns/descending-column.ts';
import { packColumn } from '../columns/packed-column.ts';
import { asValue, wordsAndWhole } from '../terms/field-terms.ts';
import { FieldColumn, OwnTextColumn } from './field-column.ts';
import { type EditionDraft, writeOwnTexts, writeTerms, writeValues } from './field-writer.ts';
import { GrowableNumbers, GrowableTexts } from './growable.ts';

/** Companies by their place in the order. */
export interface CompanyOrder {
  readonly count: number;
  /** The place of a company by its id; `count` where it is null or unknown. */
  placeOf(companyId: number | null): number;
}

/** Writes all companies and answers their order: employees descending, unknown last, then slug. */
export function writeCompanies(companies: Iterable<CompanyDocument>, draft: EditionDraft): CompanyOrder {
  const rows = new CompanyRows();
  for (const company of companies) rows.push(company);
  const order = rows.inOrder();
  const ids = rows.ids.pick(order);
  draft.file.add('companies.ids', packColumn(ids));
  const employees = packDescending(rows.employees.pick(order));
  draft.file.add('companies.employees', employees.values);
  draft.file.add('companies.employees.starts', employees.starts);
  rows.writeFields(draft, order);
  const places = new Uint32Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1).fill(ids.length);
  ids.forEach((id, place) => {
    places[id] = place;
  });
  return { count: ids.length, placeOf: (companyId) => places[companyId ?? 0] ?? ids.length };
}

class CompanyRows {
  readonly ids = new GrowableNumbers();
  /** Employees + 1; 0 where unknown. */
  readonly employees = new GrowableNumbers();
  private readonly slugs = new GrowableTexts();
  private readonly industry = new FieldColumn(asValue);
  private readonly type = new FieldColumn(asValue);
  private readonly country = new FieldColumn(asValue);
  private readonly name = new OwnTextColumn();
  private readonly about = new OwnTextColumn();
  private readonly specialties = new FieldColumn(wordsAndWhole);
  private readonly industryName = new FieldColumn(wordsAndWhole);
  private readonly city = new FieldColumn(wordsAndWhole);

  push(company: CompanyDocument): void {
    assert(company.employeeCount === null || company.employeeCount >= 0, 'a company has 0 or more employees');
    this.ids.push(company.id);
    this.slugs.push(company.slug);
    this.employees.push(company.employeeCount === null ? 0 : company.employeeCount + 1);
    this.industry.pushShared(company.industry);
    this.type.pushShared(company.type);
    this.country.pushShared(company.countryCode);
    this.name.push(company.name);
    this.about.push(company.about);
    this.specialties.push(company.specialties);
    this.industryName.pushShared(company.industry);
    this.city.pushShared(company.city);
  }

  inOrder(): Uint32Array {
    const rows = Uint32Array.from({ length: this.ids.length }, (_, row) => row);
    return rows.sort(
      (left, right) => this.employees.at(right) - this.employees.at(left) || this.slugs.compare(left, right),
    );
  }

  writeFields(draft: EditionDraft, order: Uint32Array): void {
    writeValues(draft, 'industry', this.industry.inOrder(order));
    writeValues(draft, 'type', this.type.inOrder(order));
    writeValues(draft, 'hq_country', this.country.inOrder(order));
    writeOwnTexts(draft, 'name', this.name.inOrder(order));
    writeOwnTexts(draft, 'about', this.about.inOrder(order));
    writeTerms(draft, 'specialties', this.specialties.inOrder(order));
    writeTerms(draft, 'industry_name', this.industryName.inOrder(order));
    writeTerms(draft, 'hq_city', this.city.inOrder(order));
  }
}
