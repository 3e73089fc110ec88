// The page on the import form: the wire records and the additional fields of the import.

import { LIMITS } from '../contract/limits.ts';
import { COMPANY } from '../contract/record-table/company-members.ts';
import { isAnswered, type Member, type Members } from '../contract/record-table/member.ts';
import { OPENING } from '../contract/record-table/opening-members.ts';
import { PERSON } from '../contract/record-table/person-members.ts';
import { EMAIL_STATUSES } from '../contract/vocabularies/email-statuses.ts';
import { type Json, namedSchemas } from '../http/openapi/schemas.ts';
import { recordLists } from '../import/map/lists/list-fields.ts';
import { PRESET_NAMES, presetsOf } from '../import/map/presets.ts';
import { bullets, code, codeBlock, codes, headingLink, page, table } from './markdown.ts';
import { type FieldRow, fieldRows } from './schema-rows.ts';

/** Fields of places that follow from the country and are not read. */
const OF_COUNTRY = ['country_name', 'continent', 'sales_region'];
/** Answered fields of a person that the import takes in `experiences`, or as the short form. */
const OF_POSITION = ['job_title', 'job_level', 'job_function'];

/** A position besides or instead of `experiences`. */
const SHORT_FORM = [
  '`job_title` with one of `company_network_url`, `company_domain`, `company_name`',
  'instead of `experiences`: one current position. In addition to `experiences`, these fields fill empty fields of the main position; contradictions are reported',
];

/** Notes on the fields of an opening that may be missing. */
const OPENING_DEFAULTS: Readonly<Record<string, string>> = {
  company_network_url: 'one of the four is required',
  company_domain: 'one of the four is required',
  company_name: 'one of the four is required',
  company_website: 'one of the four is required',
  source: 'default: the source of the import',
  open_positions: 'default 1',
  is_open: 'default `true`',
};

const RULES = [
  'A row is kept if it has its required fields and at least one good identity: a person by `network_url`, an e-mail address, an employer or a phone number, an opening by any field of its company. A bad field is dropped and reported; the row is kept.',
  'The report counts rejected rows, rows accepted with warnings, and rows that repeat earlier ones (`duplicates`), which need no correction. `--report FILE` lists both as JSON Lines (`outcome` is `refused` or `accepted_with_warnings`); `--rejects FILE` writes the rejected rows in the form of their file, each with all reasons.',
  'A value that contradicts another value of the row, such as a second status of one address, is dropped and reported.',
  'Importing the same file twice changes nothing. A newer `updated_at` wins field by field; an empty field never replaces a filled one.',
  'Rows are merged by the slug of `network_url`, then by the rules in `docs/identity.md`.',
  'Positions and openings of an unknown employer are stored, and linked when it is imported.',
  'Dates are `YYYY-MM-DD`; `YYYY-MM` and `YYYY` are kept as given. An end date in the past overrides `job_is_current: true`; one that has not passed is dropped and reported, as the position is current. An end date more than 50 years ahead, such as `9999-12-31`, means no end, like `present`.',
  'The main position is the current one marked `is_primary`, else the one with the latest start, else the first listed.',
  `\`connections_count\` above ${LIMITS.connectionsCountMax} is stored as ${LIMITS.connectionsCountMax}.`,
  `E-mail statuses are ${codes(EMAIL_STATUSES)}, or none if the address was never checked.`,
  'A company with `size` but no `employee_count` counts as the lower bound of its bucket.',
  'The identity of an opening is its `url`, else company, title, source, location, date and its ordinal among equal rows of the file. An import replaces the openings of its source for the companies in the file.',
];

const FILE_RULES = [
  'JSON Lines, one JSON array of objects, and tables with a header row, each also compressed with gzip or zstd; Parquet, whose columns are read like JSON keys; Excel workbooks (`.xlsx`), of which the first visible sheet with known columns or that of `--sheet` (a name, or a number among the visible sheets) is read as a table. Formulas give their stored values; one without (some programs write none) is empty and reported. Merged rows of one column all have its value. Links of a column, also those of `HYPERLINK`, become a column of their own, such as `Name (link)`, unless its cells show them. The format is detected from the first bytes, rarely from the name.',
  'Table delimiters are comma, semicolon, tab, bar or caret; lines end with LF, CR LF or CR; quoted values may contain line breaks. A bad quote costs only its row. Titles, notes and names of column groups above the header row are skipped. Cells that a row lacks at its end are empty. If the first row holds values (an address, a site, a date), the table has no header row, and columns are recognized by their values.',
  'Encodings: UTF-8, UTF-16 with or without a mark, and Windows-1252 for tables in which most lines with accents are not UTF-8, or Shift_JIS, EUC-JP, EUC-KR, GB18030, Big5, Windows-1250, -1251, -1253, -1254, -1257, ISO-8859-2, KOI8-R and Mac Roman if their letters are certain: they are of one language and do not fit Windows-1252, or contain words and letters that are typical of Japanese, Korean or Chinese files. If it is not certain, the mapping says `doubtful`; `--encoding NAME` selects any other, such as `iso-8859-7`. Rows with invalid UTF-8 are rejected one by one.',
  'Mis-decoded text (`MÃ¼ller`) is repaired if the repair is certain, else kept; the report counts both.',
  'A folder means all its files with known extensions, a quoted pattern such as `"2024-*.csv"` the matching files, `-` standard input. All files of one command are one import run. Other files in a folder (other extensions, old workbooks and web pages named `.csv`, notes in `.txt`) are skipped and listed.',
  'Other workbooks (`.xls`, `.ods`), PDF, HTML, XML, archives and other binary files are recognized by their first bytes, regardless of the name, and rejected with advice.',
  `Limits: a row 4 MiB and 10,000 lines, a value ${LIMITS.urlLengthMax} characters (a number 60; texts such as ${codes(['about', 'headline', 'job_description'])} are unlimited), a table 2,000 columns, JSON the first 2,000 distinct keys, lists within foreign objects the first 1,000 entries, Parquet row groups of 64,000,000 cells and pages of 256 MiB. Larger input is rejected, rows one by one.`,
  'An empty file is rejected as incomplete, except `.jsonl` and `.ndjson`: JSON Lines without rows are an empty file, such as the people of an export without people.',
  'If reading cannot continue (a truncated compressed file, an unclosed array), the rows before are imported, and the error says how many. A file of companies, and one with dates in an undetermined order, is read once before the import: then no row is imported. `cardfile imports list` shows an import that had begun as `failed`.',
  'Reject files (`--rejects`, and the download of the dashboard) and all other CSV files written by Cardfile are safe to open in a spreadsheet: a text that begins with `=`, `+`, `-`, `@`, a tab or a line break is prefixed with an apostrophe. Exactly that apostrophe is removed when a file is read whose header ends with `reject_reason`, or with a column `result.…`, `status` and `reason` (the results of a batch), as import, list or batch. In any other file an apostrophe is part of its text.',
];

const COLUMN_RULES = [
  'Exports of well-known products are recognized by their header row; `--preset NAME` selects one explicitly. A preset imports only the columns it knows.',
  'The columns of all other files are guessed by name, ignoring case and punctuation, and by value.',
  'The mapping is shown before the first row. `--map FIELD=COLUMN` corrects it: COLUMN is a header or a position such as `#3`, and an empty one drops the field. For JSON it is a key or a path such as `company.name`, also one that only later rows have: the mapping shows it as `not in the first rows`.',
  '`--save-mapping FILE` writes the mapping in use, also with `--dry-run`; `--mapping FILE` applies it to other files.',
];

const LISTS =
  'JSON of other products may have lists of the record under other names, and with other keys in their entries. The mapping shows such a key as `experiences.job_title <- experience.title.name`, and `--map` accepts these fields. These names of lists are recognized, ignoring case and punctuation:';

function listTable(): string {
  return table(
    ['list', 'names'],
    recordLists().map(({ name, names }) => [code(name), codes(names)]),
  );
}

function presetTable(): string {
  const rows = PRESET_NAMES.map((name) => [
    code(name),
    (['companies', 'people'] as const).filter((kind) => presetsOf(kind).includes(name)).join(', '),
  ]);
  return table(['preset', 'kinds'], rows);
}

function isImported(row: FieldRow): boolean {
  return !OF_POSITION.includes(row.path);
}

function recordTable(name: string, rows: Members): string {
  const schema = (namedSchemas() as Record<string, Json>)[name] ?? {};
  const cells = fieldRows(schema)
    .filter(isImported)
    .map((row) => [code(row.path), row.type, rows[row.path]?.needed === 'import' ? 'yes' : 'no', row.meaning]);
  return table(['field', 'type', 'required', 'meaning'], cells);
}

/** Fields of the import form that no answer contains. */
function additionRows(rows: Members, prefix = ''): string[][] {
  return Object.entries(rows).flatMap(([name, row]) => {
    if (row.kind === 'entries' && isAnswered(row)) return additionRows(row.members ?? {}, `${name}[].`);
    if (isAnswered(row)) return [];
    const list = ['entries', 'hostnames', 'ids', 'texts'].includes(row.kind) ? '[]' : '';
    return [[code(`${prefix}${name}${list}`), row.meaning]];
  });
}

const additions = (rows: readonly (readonly string[])[]) => table(['additional field', 'value'], rows);

function openingRows(): string[][] {
  return Object.entries<Member>(OPENING).map(([name, { needed, meaning }]) => [
    code(name),
    needed === 'import' ? 'required' : (OPENING_DEFAULTS[name] ?? ''),
    meaning,
  ]);
}

const line = (record: unknown) => codeBlock('json', JSON.stringify(record));

/** The page in Markdown. */
export function importPage(): string {
  return page(
    '# Import form',
    'The input of `cardfile import`: JSON Lines, one object per line, with the fields of the answered [records](records.md) and a few more. [Other files](#files) are mapped onto the same fields; a dotted name such as `hq.city` is a nested field.',
    codeBlock(
      'sh',
      'cardfile import companies companies.jsonl\ncardfile import people people.jsonl\ncardfile import jobs jobs.jsonl',
    ),
    '## Company',
    `\`hq\` is a ${headingLink('Headquarters', 'records.md')}, of which ${codes(OF_COUNTRY)} are derived from \`country_code\` and ignored.`,
    recordTable('Company', COMPANY),
    additions(additionRows(COMPANY)),
    line({
      network_url: 'https://www.network.example/company/acme',
      name: 'Acme',
      domain: 'acme.example',
      size: '51-200',
      hq: { city: 'Berlin', country_code: 'DE' },
    }),
    '## Person',
    `\`location\` is a ${headingLink('Location', 'records.md')}, of which ${codes(OF_COUNTRY)} are derived from \`country_code\` and ignored.`,
    recordTable('Person', PERSON),
    additions([...additionRows(PERSON), SHORT_FORM]),
    line({
      network_url: 'https://www.network.example/in/jane-doe',
      full_name: 'Jane Doe',
      job_title: 'VP Sales',
      company_domain: 'acme.example',
      emails: [{ email: 'jane.doe@acme.example', status: 'valid', is_primary: true }],
      phones: [{ phone: '+1 202 555 0100', kind: 'mobile' }],
    }),
    '## Opening',
    table(['field', 'required', 'meaning'], openingRows()),
    line({
      company_domain: 'acme.example',
      title: 'Software Engineer',
      source: 'careers page',
      url: 'https://acme.example/jobs/1',
      posted_at: '2026-01-31',
    }),
    '## Files',
    bullets(FILE_RULES),
    '## Columns',
    bullets(COLUMN_RULES),
    presetTable(),
    LISTS,
    listTable(),
    '## Rules',
    bullets(RULES),
  );
}
