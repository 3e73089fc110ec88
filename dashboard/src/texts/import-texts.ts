// Texts of imports: file upload, column mapping, report.
import { formatBytes, formatCount, formatPlural } from '../format.ts';

interface Progress {
  readonly file: string | null;
  readonly source: string;
  readonly kind: string;
  readonly state: string;
  readonly rows: number;
  /** Null until the import has ended. */
  readonly counts: { readonly rejected: number } | null;
}

export const IMPORT_TEXTS = {
  title: 'Imports',
  importFile: 'Import a file',
  fileToImport: 'File to import',
  formats:
    'Excel, CSV, TSV, JSON, JSON Lines or Parquet, also compressed (gzip, zstd). You review the columns before anything is imported.',
  stop: 'Stop',
  uploaded: 'Uploaded files',
  waiting: 'Uploaded, not yet imported',
  removed: (file: string) => `${file} is removed.`,
  remove: (file: string) => `Remove ${file}`,
  partial: (bytes: number) => `; ${formatBytes(bytes)} are uploaded: choose the same file to continue`,
  damaged: 'Damaged',
  damagedHint: (damage: string) => `${damage}: remove it and send the file again`,
  review: 'Columns…',
  reviewOf: (file: string) => `Review the columns of ${file}`,
  none: 'No imports yet',
  noneHint:
    'Excel, CSV, TSV, JSON, JSON Lines or Parquet, also compressed. You review the detected columns before anything is imported.',
  states: {
    waiting: 'Waiting',
    running: 'Running',
    indexing: 'Building the edition',
    finished: 'Finished',
    failed: 'Failed',
    interrupted: 'Interrupted',
    undone: 'Undone',
  },
  running: 'Running',
  progress: ({ file, source, kind, state, rows }: Progress) =>
    `${file ?? source} (${kind}): ${state === 'indexing' ? 'building the edition' : state}, ${formatPlural(rows, 'row')}`,
  ended: ({ file, source, state, rows, counts }: Progress) =>
    state === 'finished'
      ? `${file ?? source} is imported: ${formatPlural(rows, 'row')}${counts?.rejected ? `, ${formatCount(counts.rejected)} rejected` : ''}.`
      : `The import of ${file ?? source} ${state === 'failed' ? 'failed' : 'stopped'}. Its report states the reason.`,
  commandLine: 'command line',
  columns: {
    ...{ source: 'Source', kind: 'Kind', state: 'State', started: 'Started', rows: 'Rows', created: 'New' },
    ...{ merged: 'Changed', rejected: 'Rejected', by: 'By' },
  },
} as const;

export const IMPORT_REPORT_TEXTS = {
  title: (kind: string, source: string) => `Import of ${kind} from ${source}`,
  interrupted: 'This import stopped before the last row. Import the same file again to continue.',
  fromCommandLine: 'Imported on the command line',
  facts: { state: 'State', file: 'File', started: 'Started', ended: 'Ended', rate: 'Rows per second' },
  counts: {
    read: 'Read',
    created: 'New records',
    merged: 'Changed records',
    unchanged: 'Unchanged',
    suppressed: 'Suppressed',
    rejected: 'Rejected',
    duplicates: 'Duplicates',
    accepted_with_warnings: 'Accepted with warnings',
    warnings: 'Values dropped or repaired',
  },
  rejects: 'Rejected rows with reasons',
  rejectReasons: 'Reasons for rejected rows',
  warningReasons: 'Accepted with warnings: values dropped or repaired',
  reason: 'Field and reason',
  rows: 'Rows',
  firstIn: (file: string, line: number) => `first in ${file}, line ${formatCount(line)}`,
  undo: 'Undo import…',
  undoTitle: (source: string) => `Undo the import of ${source}?`,
  undoAction: 'Undo import',
  undoLead: (created: number) =>
    `This removes the records that only this import contained (${formatPlural(created, 'new record')}). Other records fall back to the remaining imports, and openings to their previous state.`,
  undoHint:
    'You can import the file again afterwards. With many records this takes a few minutes, and pages answer more slowly until it ends.',
  undone: ({ removed, changed, openings }: Readonly<Record<'removed' | 'changed' | 'openings', number>>) =>
    `Undone: ${formatPlural(removed, 'record')} removed, ${formatPlural(changed, 'record')} changed, ` +
    `${formatPlural(openings, 'opening')} restored. Searches show it within moments; after a large undo, once the new edition is built.`,
} as const;

export const MAPPING_TEXTS = {
  title: (file: string) => `Columns of ${file}`,
  reading: 'Reading the columns',
  kind: 'Rows contain',
  kinds: { people: 'People', companies: 'Companies', jobs: 'Job openings' },
  source: 'Source',
  sourceHints: {
    people: 'Where the rows come from. A later row from the same source replaces the one of the same person.',
    companies: 'Where the rows come from. A later row from the same source replaces the one of the same company.',
    jobs: 'Where the rows come from. A later import from the same source replaces the openings of its companies.',
  },
  sheet: 'Sheet',
  sheetHint: 'To import another sheet too, upload the file again.',
  preset: 'Preset',
  byHeaders: 'Detect from the headers',
  readAs: (format: string, preset: string | null) =>
    `Read as ${format}.${preset ? ` The columns match the preset ${preset}.` : ''}`,
  caption: 'Columns',
  columns: { column: 'Column', field: 'Imported as', filled: 'Filled', samples: 'First values' },
  fieldOf: (column: string) => `Column ${column} is imported as`,
  required: (field: string) => `${field} (required)`,
  notImported: 'Not imported',
  guess: 'Guessed',
  ofParty: (party: string) => `Describes another party (${party}), not the record`,
  filled: (percent: number, distinct: number) => `${percent}%, ${distinct} different`,
  firstRows: 'First rows',
  firstRowsOf: (count: number) => (count === 1 ? 'The first row' : `The first ${formatCount(count)} rows`),
  start: 'Start import',
  started: (file: string) => `The import of ${file} has started. You can leave this page.`,
  later: 'Later',
} as const;
