// cardfile import: files into the catalog, then a new edition.
import { Argument, type Command, Option } from 'commander';
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
  readonly saveMapping?: string;
  readonly dryRun?: boolean;
  readonly report?: string;
  readonly rejects?: string;
  readonly strict?: boolean;
  readonly index: boolean;
}

const HELP = `
Reads JSON Lines, JSON, CSV and TSV, each also packed by gzip or zstd, and Parquet: files, folders, patterns such as "2024-*.csv", and "-" for
standard input. The columns of well-known
exports are known by their header row (presets), others are guessed; what is imported as what is shown first, --map corrects it.
An import that was interrupted carries on when the same command is given again.
`;

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .addArgument(new Argument('<kind>', 'what the rows are').choices(KINDS))
    .argument('<file...>')
    .description('import companies, people or jobs, then build a new edition')
    .option('--source <name>', 'where the data is from (default: the name of the first file)')
    .option(
      '--map <field=column>',
      'a column by its header or as #3; an empty column drops a guess; may repeat',
      collect,
    )
    .addOption(new Option('--preset <name>', 'whose export it is, where that is not found').choices(PRESET_NAMES))
    .option('--save-mapping <file>', 'write what is imported as what, for --mapping (also with --dry-run)')
    .option('--mapping <file>', 'import the columns as saved, without presets and guesses')
    .option('--encoding <name>', 'such as windows-1252, utf-16le or shift_jis (default: told by the first bytes)')
    .option('--dry-run', 'read and check everything, list what is refused, write nothing into the catalog')
    .option(
      '--report <file>',
      'list rows that are refused, or kept without some values, with line, field and reason as JSON Lines',
    )
    .option(
      '--rejects <file>',
      'write refused rows in the form of their file, with the reason, to be corrected and imported',
    )
    .option('--strict', 'exit with 1 where a row was refused')
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
      const choices = await choicesOf(options);
      const [{ importFiles }, { letHeapsGrow }] = await Promise.all([
        import('../tasks/import-files.ts'),
        import('../ops/heap-growth.ts'),
      ]);
      letHeapsGrow();
      const progress = await importProgress();
      const finished = await importFiles(config, {
        ...choices,
        kind,
        files,
        onMessage: note,
        onProgress: progress.show,
      }).finally(progress.end);
      printFinished(finished, { json, rejectFile: options.rejects ?? options.report ?? null });
      if (options.strict && finished.report.rejected > 0) process.exitCode = 1;
    });
}

async function choicesOf(options: ImportCommandOptions) {
  checkPreset(options);
  return {
    source: options.source ?? null,
    mapOptions: options.map ?? [],
    preset: options.preset ?? null,
    encoding: await encodingOf(options),
    mappingFile: options.mapping ?? null,
    saveMapping: options.saveMapping ?? null,
    dryRun: options.dryRun === true,
    rejectFile: options.report ?? null,
    rejectedRows: options.rejects ?? null,
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
  if (name === null) throw new UsageError(`there is no encoding "${encoding}"; try utf-8, utf-16le or windows-1252`);
  return name;
}

function checkPreset({ preset, mapping }: ImportCommandOptions): void {
  if (preset !== undefined && mapping !== undefined)
    throw new UsageError('--preset and --mapping both say what the columns mean; give one');
}

/** How far an import is, on standard error; nowhere for a program that reads JSON. */
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
  readonly rejectFile: string | null;
}

function printFinished({ report, edition }: FinishedImport, { json, rejectFile }: Printing): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ ...reportView(report), edition })}\n`);
    return;
  }
  printReport(report, rejectFile);
  if (edition) printResult({ edition: edition.edition, bytes: edition.bytes, seconds: edition.seconds }, { json });
}

/** The report in the words of the table and of the dashboard. */
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

function printReport(report: ImportReport, rejectFile: string | null): void {
  const { read, created, merged, unchanged, suppressed, rejected, checked, warnings, seconds, rowsPerSecond } = report;
  const counts = {
    kind: report.kind,
    source: report.source,
    read,
    created,
    merged,
    unchanged,
    suppressed,
    rejected,
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
  printReasons('Refused rows, most frequent reasons:', report.topRejects);
  printReasons(
    'Rows accepted with warnings: values dropped, repaired or doubtful, most frequent reasons:',
    report.topWarnings,
  );
  printUnlisted(report.unlisted);
  printUnknown(report.unknownFields);
  if (report.closedOpenings > 0)
    note(`${report.closedOpenings} openings that ${report.source} no longer has were closed.`);
  if (report.rejected > 0)
    note(
      rejectFile === null
        ? 'Add --rejects FILE to get the refused rows for correction, --report FILE to list them with their places.'
        : `Every refused row is in ${rejectFile}.`,
    );
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
  process.stdout.write(`\nValues that are not listed, kept as they are:\n${tableText(rows)}\n`);
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
