// The values of a facet, and the mapping from codes of a column to these values. Several codes can map to one value:
// the countries of a continent, or the labels of one industry.
import type { Facet } from '../../../contract/facets.ts';
import { industryKey, isOlderIndustry } from '../../../contract/vocabularies/values.ts';
import { countryOf, SIZE_LABELS, sizeRange } from '../../../contract/vocabularies/vocabularies.ts';
import type { EditionIndex } from '../edition-index.ts';
import type { EmployerOverrides } from '../hidden.ts';
import type { DocSet } from '../sets/doc-set.ts';
import { compareTexts } from '../terms/compare-texts.ts';

/** A code for each document of a space: 0 if it has none, else at most `codeCount`. */
export interface CodeColumn {
  readonly codeCount: number;
  codeAt(doc: number): number;
  /** The documents of each code from 1, if they are available. */
  readonly terms?: readonly DocSet[];
}

/** Codes grouped to the shown values. */
export interface CodeGroups {
  /** The shown value of group g is at index g - 1. */
  readonly labels: readonly string[];
  /** The group of each code; 0 if it is not shown. */
  readonly groupOf: Uint32Array;
}

/** The column that a facet counts. */
export function facetColumn({ reads }: Facet, index: EditionIndex): CodeColumn {
  if (reads !== 'employee_count') return index.values[reads];
  // Companies are sorted by descending employees, so that the companies of each size or more come first.
  const ends = SIZE_LABELS.map((label) => index.companies.employees.firstBelow(sizeRange(label).min + 1));
  const { docs, employees } = index.companies.moved;
  if (docs.length === 0) return { codeCount: ends.length, codeAt: (company) => sizeCode(company, ends) };
  const moved = new Map(Array.from({ length: docs.length }, (_, row) => [docs.at(row), employees.at(row)]));
  const codeAt = (company: number) => {
    const number = moved.get(company);
    return number === undefined
      ? sizeCode(company, ends)
      : SIZE_LABELS.findLastIndex((label) => number > sizeRange(label).min) + 1;
  };
  return { codeCount: ends.length, codeAt };
}

/** The values of a facet as shown, with the codes of each. */
export function facetGroups({ list, reads }: Facet, index: EditionIndex): CodeGroups {
  if (reads === 'employee_count') return groupsBy(SIZE_LABELS, (label) => label);
  const { values } = index.values[reads];
  if (list === 'continent') return groupsBy(values, (code) => countryOf(code)?.continent ?? null);
  if (list === 'sales_region') return groupsBy(values, (code) => countryOf(code)?.sales_region ?? null);
  return list === 'industry' ? industryGroups(values) : groupsBy(values, (value) => value);
}

/** A column of a facet with its groups. */
export interface GroupedColumn {
  readonly column: CodeColumn;
  readonly groups: CodeGroups;
}

/**
 * A column of employers in which overridden employers have their newer values. The codes of the newer layer follow the
 * codes of the edition.
 */
export function overriddenColumn(facet: Facet, own: GroupedColumn, overrides: EmployerOverrides): GroupedColumn {
  const { index } = overrides;
  const newer = { column: facetColumn(facet, index), groups: facetGroups(facet, index) };
  const { codeCount } = own.column;
  const shown = shownLabels(facet, [...own.groups.labels, ...newer.groups.labels]);
  const labels = [...new Set(shown.values())];
  const numbers = new Map(labels.map((label, code) => [label, code + 1]));
  const groupOf = new Uint32Array(codeCount + newer.column.codeCount + 1);
  const assign = ({ column, groups }: GroupedColumn, first: number) => {
    for (let code = 1; code <= column.codeCount; code++)
      groupOf[first + code] = numbers.get(shown.get(groups.labels[groups.groupOf[code]! - 1] ?? '') ?? '') ?? 0;
  };
  assign(own, 0);
  assign(newer, codeCount);
  const codeAt = (company: number) => {
    const doc = overrides.newerOf(company);
    if (doc < 0) return own.column.codeAt(company);
    const code = newer.column.codeAt(doc);
    return code === 0 ? 0 : codeCount + code;
  };
  return { column: { codeCount: codeCount + newer.column.codeCount, codeAt }, groups: { labels, groupOf } };
}

/** For each label of several layers, the label under which it is shown. */
function shownLabels({ list }: Facet, labels: readonly string[]): ReadonlyMap<string, string> {
  const byKey = list === 'industry' ? industryLabels([...new Set(labels)].sort(compareTexts)) : null;
  return new Map(labels.map((label) => [label, byKey?.get(industryKey(label)) ?? label]));
}

/**
 * The index of the size label plus 1; 0 if unknown. `ends`: for each size, the end of the companies of this size or
 * more.
 */
function sizeCode(company: number, ends: readonly number[]): number {
  let code = ends.length;
  while (code > 0 && company >= ends[code - 1]!) code--;
  return code;
}

function groupsBy(values: readonly string[], labelOf: (value: string) => string | null): CodeGroups {
  const groups = new Map<string, number>();
  const groupOf = new Uint32Array(values.length + 1);
  values.forEach((value, index) => {
    const label = labelOf(value);
    if (label === null) return;
    const group = groups.get(label) ?? groups.size + 1;
    groups.set(label, group);
    groupOf[index + 1] = group;
  });
  return { labels: [...groups.keys()], groupOf };
}

function industryGroups(values: readonly string[]): CodeGroups {
  const labels = industryLabels(values);
  return groupsBy(values, (value) => labels.get(industryKey(value)) ?? value);
}

/**
 * The shown label by its key. Industry labels with the same meaning are one value, shown with the newest label that
 * occurs. `values`: the labels that occur, in text order.
 */
export function industryLabels(values: readonly string[]): ReadonlyMap<string, string> {
  const labelByKey = new Map<string, string>();
  for (const value of values) {
    const key = industryKey(value);
    const known = labelByKey.get(key);
    if (known === undefined || (isOlderIndustry(known) && !isOlderIndustry(value))) labelByKey.set(key, value);
  }
  return labelByKey;
}
