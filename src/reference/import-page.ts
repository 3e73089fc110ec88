// The page on the import form: the wire records and what the import takes beside them.
import { LIMITS } from '../contract/limits.ts';
import { EMAIL_STATUSES } from '../contract/vocabularies.ts';
import { type Json, namedSchemas } from '../http/openapi-schemas.ts';
import { PRESET_NAMES, presetsOf } from '../import/map/presets.ts';
import { bullets, code, codeBlock, codes, headingLink, page, table } from './markdown.ts';
import { type FieldRow, fieldRows } from './schema-rows.ts';

/** Fields of places that follow from the country and are not read. */
const OF_COUNTRY = ['country_name', 'continent', 'sales_region'];
/** Answered fields of a person that the import takes in `experiences`, or as the short form. */
const OF_POSITION = ['job_title', 'job_level', 'job_function'];

const COMPANY_ADDITIONS = [
  ['`domains[]`', 'hostnames beside `domain`, which is the main one'],
  ['`email_domain`', "the domain of the company's mail, where it is not `domain`"],
];

const PERSON_ADDITIONS = [
  ['`emails[]`', '`{email, status, verified_at, is_primary}`'],
  ['`phones[]`', '`{phone, kind}`; `kind` is `mobile`, `direct` or `work`'],
  [
    '`experiences[].job_level`, `experiences[].job_function`',
    'where absent or not listed, the service classifies the title',
  ],
  ['`experiences[].is_primary`', 'marks the main one of several current positions'],
  [
    '`job_title` with one of `company_network_url`, `company_domain`, `company_name`',
    'instead of `experiences`: one current position. Beside `experiences`, all fields of a position fill up the main one where it has none; what contradicts it is reported',
  ],
];

const OPENING_FIELDS = [
  ['`company_network_url` or `company_domain`', 'one is required', 'the company that hires'],
  ['`title`', 'required', 'title of the opening'],
  ['`source`', 'required', 'where the opening was seen'],
  ['`open_positions`', 'default 1', 'rows of one company, title and source add up'],
  ['`url`', '', 'the opening itself; tells openings apart'],
  ['`posted_at`', '', 'a date'],
  ['`location`', '', 'one object `{city, country_code}`'],
  ['`is_open`', 'default `true`', 'a closed opening is not counted'],
];

const RULES = [
  'A row is kept if it has its required fields and at least one good identity: a person by `network_url`, an e-mail address, an employer or a phone number, an opening by any field of its company. A bad `network_url`, e-mail address, phone number, domain or any other bad field is dropped and reported; the row stays.',
  'The report counts rejected rows and rows accepted with warnings. `--report FILE` lists both as JSON Lines (`outcome` is `refused` or `accepted_with_warnings`); `--rejects FILE` holds the rejected rows in the form of their file, each with every reason.',
  'A value that contradicts another one of its row, such as a second status of one address, is dropped and reported.',
  'Importing the same file twice changes nothing. A newer `updated_at` wins field by field; an empty field never replaces a filled one.',
  'Companies meet by the slug of `network_url`, then by domain; people by the slug of `network_url`.',
  'Positions and openings of an employer that is not known yet are kept and linked when it is imported.',
  'Dates are `YYYY-MM-DD`; `YYYY-MM` and `YYYY` are kept as given. An end date in the past beats `job_is_current: true`.',
  'The main position is the current one marked `is_primary`, else the one that began last, else the first listed.',
  `\`connections_count\` above ${LIMITS.connectionsCountMax} is stored as ${LIMITS.connectionsCountMax}.`,
  `E-mail statuses are ${codes(EMAIL_STATUSES)}, or none where an address was never checked.`,
  'A company with `size` but no `employee_count` counts as the lower bound of its bucket.',
  "An opening's identity is its `url`, else company, title, source, location, date and its number among equal rows of the file. An import of a source replaces that source's openings of the companies in the file.",
];

const FILE_RULES = [
  'JSON Lines, one JSON array of objects, and tables with a header row, each also packed by gzip or zstd; Parquet, whose columns are read like the keys of JSON. What a file is is told by its first bytes, hardly ever by its name.',
  'Tables may be separated by commas, semicolons, tabs, bars or carets, end their lines with LF, CR LF or CR, and hold line breaks in quotes. A bad quote costs its row only. Titles and notes above the header row are left out. Where the first row holds values (an address, a site, a date), there is no header row: columns are told by their values.',
  'Encodings: UTF-8, UTF-16 with or without a mark, and for tables Windows-1252 where most lines with accents are no UTF-8; `--encoding NAME` names any other, such as `shift_jis`. Rows that are wrong in UTF-8 are refused one by one.',
  'Text that was mis-decoded before (`MÃ¼ller`) is repaired where that is certain, else kept; both are counted.',
  'A folder stands for all its files of known endings, a quoted pattern such as `"2024-*.csv"` for those that match, `-` for standard input. All files of one command are one import. What else lies in a folder (other endings, workbooks and pages named `.csv`, notes in `.txt`) is left out, and named.',
  'Workbooks, PDF, HTML, XML, archives and other binary files are recognized by their first bytes, whatever they are called, and refused with what to do instead.',
  `Limits: a row 4 MiB and 10,000 lines, a value ${LIMITS.urlLengthMax} characters (a number 60; texts such as ${codes(['about', 'headline', 'job_description'])} are free), a table 2,000 columns, of JSON the first 2,000 different keys; of lists within foreign objects the first 1,000 entries; of Parquet row groups of 64,000,000 cells and pages of 256 MiB. What is larger is refused, row by row where it is a row.`,
  'Where reading cannot go on (a packed file that was cut off, an array without end), the rows before are imported, and the error says how many; `cardfile imports list` shows the import as `failed`.',
  'Files of refused rows (`--rejects`, and the download of the dashboard) and every other CSV that Cardfile writes are safe to open in a spreadsheet: a text that begins with `=`, `+`, `-`, `@`, a tab or a line break gets an apostrophe in front. Where a file with the last column `reject_reason` is imported, exactly that apostrophe is taken away again.',
];

const COLUMN_RULES = [
  'Exports of well-known makers are known by their header row; `--preset NAME` says which one it is where that is not enough. A preset imports the columns it knows and no others.',
  'The columns of all other files are guessed by their names, in any case and punctuation; profile URLs are known by their values.',
  'What is imported as what is shown before the first row. `--map FIELD=COLUMN` corrects it: COLUMN is a header or a place such as `#3`, and an empty one drops the field.',
  '`--save-mapping FILE` writes what is in force, also with `--dry-run`; `--mapping FILE` imports other files of that kind exactly so.',
];

function presetTable(): string {
  const rows = PRESET_NAMES.map((name) => [
    code(name),
    (['companies', 'people'] as const).filter((kind) => presetsOf(kind).includes(name)).join(', '),
  ]);
  return table(['preset', 'of'], rows);
}

function isImported(row: FieldRow): boolean {
  return !OF_POSITION.includes(row.path);
}

function recordTable(name: string, required: ReadonlySet<string>): string {
  const schema = (namedSchemas() as Record<string, Json>)[name] ?? {};
  const rows = fieldRows(schema)
    .filter(isImported)
    .map((row) => [code(row.path), row.type, required.has(row.path) ? 'yes' : 'no', row.meaning]);
  return table(['field', 'type', 'required', 'meaning'], rows);
}

const additions = (rows: readonly (readonly string[])[]) => table(['addition', 'holds'], rows);
const line = (record: unknown) => codeBlock('json', JSON.stringify(record));

/** The page in Markdown. */
export function importPage(): string {
  return page(
    '# Import form',
    'The form of the data that `cardfile import` takes: JSON Lines, one object a line, with the fields of the answered [records](records.md) and a few more. [Other files](#files) are mapped onto the same fields; a dotted name such as `hq.city` means a field inside another.',
    codeBlock(
      'sh',
      'cardfile import companies companies.jsonl\ncardfile import people people.jsonl\ncardfile import jobs jobs.jsonl',
    ),
    '## Company',
    `\`hq\` is a ${headingLink('Headquarters', 'records.md')}, of which ${codes(OF_COUNTRY)} follow from \`country_code\` and are not read.`,
    recordTable('Company', new Set(['name'])),
    additions(COMPANY_ADDITIONS),
    line({
      network_url: 'https://www.network.example/company/acme',
      name: 'Acme',
      domain: 'acme.example',
      size: '51-200',
      hq: { city: 'Berlin', country_code: 'DE' },
    }),
    '## Person',
    `\`location\` is a ${headingLink('Location', 'records.md')}, of which ${codes(OF_COUNTRY)} follow from \`country_code\` and are not read.`,
    recordTable('Person', new Set(['full_name'])),
    additions(PERSON_ADDITIONS),
    line({
      network_url: 'https://www.network.example/in/jane-doe',
      full_name: 'Jane Doe',
      job_title: 'VP Sales',
      company_domain: 'acme.example',
      emails: [{ email: 'jane.doe@acme.example', status: 'valid', is_primary: true }],
      phones: [{ phone: '+1 202 555 0100', kind: 'mobile' }],
    }),
    '## Opening',
    table(['field', 'required', 'meaning'], OPENING_FIELDS),
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
    '## Rules',
    bullets(RULES),
  );
}
