// Reads the job rows and their openings for an edition, in one pass over both.
import { dayOf } from '../../contract/days.ts';
import type { JobDocument, OpeningDocument } from '../../contract/documents.ts';
import type { OpeningRecord } from '../../contract/import-records.ts';
import { storedRecord } from '../stored-record.ts';
import type { Sql, SqlDialect } from '../tables/sql.ts';
import { redact } from '../views/redact.ts';
import { shownUrl } from '../views/shown-url.ts';
import type { SelectedIds, Selection } from './selection.ts';

type JobOpening = readonly [
  id: number,
  companyId: number,
  title: string,
  source: string,
  open_positions: number,
  openingId: number,
  record: string,
];

// The order of the joins is fixed, so that rows come in the order of ids without sorting.
const openingsByJobRow = ({ joinInOrder: join }: SqlDialect, { has }: Selection) => `
  SELECT job_row.id, job_row.company_id, title, job_row.source, open_positions, opening.id, opening.record
  FROM job_row ${join} company ON company.id = job_row.company_id
  ${join} employer ON employer.company_id = job_row.company_id
  ${join} opening ON opening.employer_id = employer.id AND opening.title_key = job_row.title_key
    AND opening.source = job_row.source
  WHERE open_positions > 0 AND hidden = 0 AND is_open = 1 AND is_missing = 0 AND ${has('job_row.id')}
  ORDER BY job_row.id, opening.id`;

/** A job row whose openings are being read. */
interface Draft extends JobDocument {
  readonly openings: OpeningDocument[];
  other_titles?: string[];
}

/** The selected job rows by id, each with its open openings. Job rows of hidden companies are excluded. */
export function* jobDocuments(sql: Sql, only: Selection): Generator<JobDocument> {
  const rows = sql.rows<SelectedIds, JobOpening>(openingsByJobRow(sql.dialect, only));
  let draft = null as Draft | null;
  for (const [id, companyId, title, source, open_positions, openingId, record] of rows.iterate(...only.ids)) {
    if (draft?.id !== id) {
      if (draft) yield draft;
      draft = { id, companyId, opening_title: title, source, open_positions, openings: [] };
    }
    const opening = storedRecord('opening', record);
    draft.openings.push(openingDocument(openingId, opening));
    if (opening.title !== title) addTitle(draft, redact(opening.title));
  }
  if (draft) yield draft;
}

function addTitle(draft: Draft, title: string): void {
  if (title === draft.opening_title || draft.other_titles?.includes(title)) return;
  draft.other_titles = [...(draft.other_titles ?? []), title];
}

function openingDocument(id: number, { open_positions, url, posted_at, location }: OpeningRecord): OpeningDocument {
  const city = location?.city ?? null;
  return {
    id,
    open_positions,
    hasUrl: url !== null && shownUrl(url) !== null,
    opening_country: location?.country_code ?? null,
    // The city as answered.
    opening_city: city === null ? null : redact(city),
    posted_day: posted_at === null ? null : dayOf(posted_at),
  };
}
