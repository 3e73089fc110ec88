// cardfile import: imports files into the catalog, then builds a new edition.
import { Argument, type Command, Option } from 'commander';
import { sourceFault } from '../contract/source-fault.ts';
import presets from '../import/map/presets.json' with { type: 'json' };
import type { ImportReport } from '../import/run-import.ts';
import type { FinishedImport } from '../tasks/import-files.ts';
import { contextOf, examples, UsageError } from './command-context.ts';
import { isQuiet, note, printResult, tableText } from './output.ts';

const KINDS = ['companies', 'people', 'jobs'] as const;
type Kind = (typeof KINDS)[number];

const PRESET_NAMES = Object.keys(presets);

interface ImportCommandOptions {
  readonly source?: string;
  readonly map?: readonly string[];
  readonly preset?: string;
  readonly mapping?: string;
  readonly encoding?: string;
  readonly sheet?: string;
  readonly country?: string;
  readonly saveMapping?: string;
  readonly dryRun?: boolean;
  readonly report?: string;
  readonly rejects?: string;
  readonly strict?: boolean;
  readonly index: boolean;
}

const HELP = `
Reads JSON Lines, JSON, CSV and TSV, each also compressed with gzip or zstd, Excel workbooks (.xlsx) and Parquet.
The columns of well-known exports are known by their header row (presets), others are guessed. The fields of the columns
are shown first, --map corrects them. A running server shows small changes without a new edition.
To continue an interrupted import, run the same command again.
`;

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .addArgument(new Argument('<kind>', 'kind of the rows').choices(KINDS))
    .argument('<file...>', 'files, folders, patterns such as "2024-*.csv", or - for standard input')
    .description('import companies, people or jobs, and show them in searches')
    .option('--source <name>', 'source of the data (default: the name of the first file)')
    .option(
      '--map <field=column>',
      'map a field to a column, given by its header or as #3; without a column, unmap the field; repeatable',
      collect,
    )
    .addOption(new Option('--preset <name>', 'product of the export, if it is not recognized').choices(PRESET_NAMES))
    .option('--save-mapping <file>', 'write the mapping, for --mapping (also with --dry-run)')
    .option('--mapping <file>', 'use a saved mapping, without presets and guesses')
    .option('--encoding <name>', 'such as windows-1252, utf-16le or shift_jis (default: detected)')
    .option(
      '--sheet <name>',
      'sheet of an Excel workbook, by name, or by number among the visible sheets (default: the first with known columns)',
    )
    .option('--country <code>', 'country of places without a country and of national phone numbers, such as DE')
    .option('--dry-run', 'read and check everything, list rejected rows, write nothing to the catalog')
    .option('--report <file>', 'list rejected rows and rows with warnings, with line, field and reason, as JSON Lines')
    .option('--rejects <file>', 'write rejected rows in the form of their file, with the reason, for correction')
    .option('--strict', 'exit with 1 if a row was rejected')
    .option('--no-index', 'build no edition; `cardfile index` does it later')
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      examples(
        'import companies companies.csv --source crm --map domain=Website',
        'import people people.jsonl.gz --report report.jsonl',
        'import companies crm.csv --rejects to-correct.csv',
        'import jobs jobs.csv --dry-run',
      ),
    )
    .action(async (kind: Kind, files: string[], options: ImportCommandOptions, command: Command) => {
      const { config, json } = contextOf(command);
      const choices = await choicesOf(kind, options);
      const [{ importFiles }, { raiseHeapGrowth }] = await Promise.all([
        import('../tasks/import-files.ts'),
        import('../ops/threads/heap-growth.ts'),
      ]);
      raiseHeapGrowth();
      const progress = await importProgress();
      const finished = await importFiles(config, {
        ...choices,
        kind,
        files,
        onMessage: note,
        onProgress: progress.show,
      }).finally(progress.end);
      const { rejects = null, report = null } = options;
      printFinished(finished, { json, rejectsFile: rejects, listedIn: rejects ?? report });
      if (options.strict && finished.report.rejected > 0) process.exitCode = 1;
    });
}

async function choicesOf(kind: Kind, options: ImportCommandOptions) {
  checkPreset(options);
  await checkMaps(kind, options);
  return {
    source: sourceOf(options),
    mapOptions: options.map ?? [],
    preset: options.preset ?? null,
    encoding: await encodingOf(options),
    sheet: options.sheet ?? null,
    country: await defaultCountry(options),
    mappingFile: options.mapping ?? null,
    saveMapping: options.saveMapping ?? null,
    dryRun: options.dryRun === true,
    reportFile: options.report ?? null,
    rejectsFile: options.rejects ?? null,
    index: options.index,
  };
}

function collect(entry: string, before: readonly string[] = []): string[] {
  return [...before, entry];
}

async function encodingOf({ encoding }: ImportCommandOptions): Promise<string | null> {
  if (encoding === undefined) return null;
  const { encodingNamed } = await import('../import/read/encoding.ts');
  const name = encodingNamed(encoding);
  if (name === null)
    throw new UsageError(`--encoding: there is no encoding "${encoding}"; try utf-8, utf-16le or windows-1252`);
  return name;
}

async function defaultCountry({ country }: ImportCommandOptions): Promise<string | null> {
  if (country === undefined) return null;
  const { parseCountry } = await import('../import/normalize/places/country.ts');
  const code = parseCountry(country);
  if (code === null)
    throw new UsageError(`--country: there is no country "${country}"; give an ISO code such as DE, or a name`);
  return code;
}

function sourceOf({ source }: ImportCommandOptions): string | null {
  if (source === undefined) return null;
  const fault = sourceFault(source.trim());
  if (fault !== null) throw new UsageError(`--source ${fault}`);
  return source.trim();
}

/** Checks the mapping without the file. Reading the file shows whether a column is missing. */
async function checkMaps(kind: Kind, { map = [] }: ImportCommandOptions): Promise<void> {
  if (map.length === 0) return;
  const [{ IMPORT_FIELDS }, { entryFields }, { nearest }] = await Promise.all([
    import('../import/map/import-fields.ts'),
    import('../import/map/lists/list-fields.ts'),
    import('../words/nearest.ts'),
  ]);
  const fields = [...IMPORT_FIELDS[kind].map(({ path }) => path), ...entryFields(kind)];
  for (const option of map) {
    const [field = '', column] = option.split('=', 2).map((part) => part.trim());
    if (column === undefined) throw new UsageError(`--map ${option} is not FIELD=COLUMN`);
    if (fields.includes(field)) continue;
    const near = nearest(field, fields);
    const hint = near === null ? `the fields are: ${fields.join(', ')}` : `did you mean ${near}?`;
    throw new UsageError(`--map ${option}: there is no field ${field}; ${hint}`);
  }
}

function checkPreset({ preset, mapping }: ImportCommandOptions): void {
  if (preset !== undefined && mapping !== undefined)
    throw new UsageError('--preset and --mapping exclude each other; give one');
}

/** Prints the progress of an import on standard error, except with --json. */
async function importProgress() {
  const [{ progressLine }, { systemClock }] = await Promise.all([
    import('../import/progress.ts'),
    import('../ops/clock.ts'),
  ]);
  const line = progressLine({ stream: isQuiet() ? { write: () => {} } : process.stderr, clock: systemClock });
  return { show: (state: Parameters<typeof line.show>[0]) => line.show(state), end: () => line.end() };
}

interface Printing {
  readonly json: boolean;
  /** The file of `--rejects`. */
  readonly rejectsFile: string | null;
  /** The file that has the rejected rows: that of `--rejects`, else that of `--report`. */
  readonly listedIn: string | null;
}

function printFinished({ report, edition }: FinishedImport, printing: Printing): void {
  const { json } = printing;
  if (json) {
    process.stdout.write(`${JSON.stringify({ ...reportView(report), edition })}\n`);
    return;
  }
  printReport(report, printing);
  if (edition) printResult({ edition: edition.edition, bytes: edition.bytes, seconds: edition.seconds }, { json });
}

/** The report in the terms of the table and of the dashboard. */
function reportView(report: ImportReport) {
  const {
    dryRun,
    warned,
    closedOpenings,
    topRejects,
    topWarnings,
    unknownFields,
    resumedRows,
    rowsPerSecond,
    ...same
  } = report;
  return {
    ...same,
    dry_run: dryRun,
    accepted_with_warnings: warned,
    closed_openings: closedOpenings,
    top_rejects: topRejects,
    top_warnings: topWarnings,
    unknown_fields: unknownFields,
    resumed_rows: resumedRows,
    rows_per_second: rowsPerSecond,
  };
}

function printReport(report: ImportReport, { rejectsFile, listedIn }: Printing): void {
  const { read, created, merged, unchanged, suppressed, rejected, duplicates } = report;
  const { checked, warnings, seconds, rowsPerSecond } = report;
  const counts = {
    kind: report.kind,
    source: report.source,
    read,
    created,
    merged,
    unchanged,
    suppressed,
    rejected,
    duplicates,
    accepted_with_warnings: report.warned,
    warnings,
  };
  const row = {
    ...counts,
    ...(report.dryRun ? { checked } : {}),
    seconds: Math.round(seconds * 10) / 10,
    rows_per_second: rowsPerSecond,
  };
  process.stdout.write(`${tableText([row])}\n`);
  if (read === 0) note('The input has no rows: nothing was imported. Check that it is complete.');
  printReasons('Rejected rows, most frequent reasons:', report.topRejects);
  printReasons(
    'Rows accepted with warnings (values dropped, repaired or doubtful), most frequent reasons:',
    report.topWarnings,
  );
  printUnlisted(report.unlisted);
  printUnknown(report.unknownFields);
  if (report.closedOpenings > 0)
    note(`Openings that ${report.source} no longer lists were closed: ${report.closedOpenings}.`);
  if (report.rejected > 0)
    note(
      listedIn === null
        ? 'Add --rejects FILE to get the rejected rows for correction, --report FILE to list them with file and line.'
        : `${report.resumedRows === 0 ? 'All' : 'The'} rejected rows are in ${listedIn}.`,
    );
  else if (rejectsFile !== null) note(`No row was rejected: ${rejectsFile} is empty.`);
}

function printReasons(title: string, reasons: ImportReport['topRejects']): void {
  if (reasons.length === 0) return;
  const rows = reasons.map(({ count, field, reason, file, line, examples }) => ({
    count,
    field,
    reason,
    first: `${file}:${line}`,
    examples: examples.map((example) => JSON.stringify(example)).join(', '),
  }));
  process.stdout.write(`\n${title}\n${tableText(rows)}\n`);
}

const LISTED_MAX = 20;

function printUnlisted(unlisted: ImportReport['unlisted']): void {
  if (unlisted.length === 0) return;
  const rows = unlisted.slice(0, LISTED_MAX).map(({ count, field, value }) => ({ count, field, value }));
  const others = unlisted.length - rows.length;
  process.stdout.write(`\nUnlisted values, kept as given:\n${tableText(rows)}\n`);
  if (others > 0) process.stdout.write(`and ${others} others: see --json.\n`);
}

function printUnknown(unknownFields: ImportReport['unknownFields']): void {
  if (unknownFields.length === 0) return;
  const rows = unknownFields
    .slice(0, LISTED_MAX)
    .map(({ count, field, file, line }) => ({ rows: count, field, first: `${file}:${line}` }));
  const others = unknownFields.length - rows.length;
  process.stdout.write(`\nUnknown fields, not imported:\n${tableText(rows)}\n`);
  if (others > 0) process.stdout.write(`and ${others} others: see --json.\n`);
}
