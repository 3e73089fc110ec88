// Writes job rows into an edition: sorts them and writes their columns, the titles of openings, and the openings.
import type { JobDocument, TitleRole } from '../../../contract/documents.ts';
import { packColumn } from '../columns/packed-column.ts';
import { compareTexts } from '../terms/compare-texts.ts';
import { asValue, titleWords } from '../terms/field-terms.ts';
import { addTexts } from '../terms/term-writer.ts';
import type { CompanyOrder } from './company-writer.ts';
import { FieldColumn } from './field-column.ts';
import { type EditionDraft, writeSharedTexts } from './field-writer.ts';
import { groupRows } from './group-rows.ts';
import { GrowableNumbers, GrowableTexts } from './growable.ts';
import { OpeningRows } from './opening-rows.ts';
import { SpaceFields } from './space-fields.ts';

/** Classifies a title into a role by its words. */
export type RoleOfTitle = (title: string) => TitleRole;

/** The largest number of a column. Rows with more open positions are ordered as if they had this many. */
const POSITIONS_MAX = 2 ** 32 - 1;

/**
 * Writes all job rows and returns their number. They are ordered by company, then by descending open positions, then by
 * title, source and id.
 */
export function writeJobs(
  jobs: Iterable<JobDocument>,
  { companies, roleOf }: { readonly companies: CompanyOrder; readonly roleOf: RoleOfTitle },
  draft: EditionDraft,
): number {
  const ids = new GrowableNumbers();
  const openings = new GrowableNumbers();
  const companyOfRow = new GrowableNumbers();
  const title = new FieldColumn(titleWords);
  /** The words of all titles of a row: openings of one row may have the short and the long form of a title. */
  const titlesOfRow = new FieldColumn(titleWords);
  const source = new FieldColumn(asValue);
  const fields = new SpaceFields('jobs');
  const openingRows = new OpeningRows();
  for (const job of jobs) {
    ids.push(job.id);
    openings.push(Math.min(job.open_positions, POSITIONS_MAX));
    openingRows.push(job.openings);
    companyOfRow.push(companies.docOf(job.companyId));
    title.pushShared(job.opening_title);
    if (job.other_titles === undefined) titlesOfRow.pushShared(job.opening_title);
    else titlesOfRow.push([job.opening_title, ...job.other_titles]);
    const { level, function: jobFunction } = roleOf(job.opening_title);
    fields.push({ opening_level: level, opening_function: jobFunction });
    source.pushShared(job.source);
  }
  const titleRanks = ranksOf(title.sources.sharedTexts());
  const sourceRanks = ranksOf(source.sources.sharedTexts());
  const openingsMax = openings.view().reduce((most, count) => Math.max(most, count), 0);
  const { order, starts } = groupRows({
    companyOfRow: companyOfRow.view(),
    companyCount: companies.count,
    keyOfRow: openings.view().map((count) => openingsMax - count),
    compareEqual: (left, right) =>
      titleRanks[title.at(left) - 1]! - titleRanks[title.at(right) - 1]! ||
      sourceRanks[source.at(left) - 1]! - sourceRanks[source.at(right) - 1]! ||
      ids.at(left) - ids.at(right),
  });
  draft.file.add('jobs.company_starts', packColumn(starts));
  draft.file.add('jobs.ids', packColumn(ids.pick(order)));
  draft.file.add('jobs.openings', packColumn(openings.pick(order)));
  draft.file.add('jobs.sources', packColumn(order.map((row) => source.at(row))));
  addTexts(draft.file, 'jobs.source_names', new GrowableTexts(source.sources.sharedTexts()));
  addTexts(draft.file, 'opening_title.display', new GrowableTexts(title.sources.sharedTexts()));
  fields.write(draft, order);
  const [texts, searched] = [title.inOrder(order), titlesOfRow.inOrder(order)];
  writeSharedTexts(draft, { field: 'opening_title', texts, searched });
  openingRows.write(draft, order);
  return ids.length;
}

/** The rank of each text in text order. */
function ranksOf(texts: readonly string[]): Uint32Array {
  const ranks = new Uint32Array(texts.length);
  const sorted = texts
    .map((text, index) => ({ text, index }))
    .sort((left, right) => compareTexts(left.text, right.text));
  sorted.forEach(({ index }, rank) => {
    ranks[index] = rank;
  });
  return ranks;
}
