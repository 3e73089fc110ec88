// cardfile import: files into the catalog, then a new edition.
import type { Command } from 'commander';
import { type FinishedImport, importFiles } from '../app/import-files.ts';
import { PRESET_NAMES } from '../import/map/presets.ts';
import { progressLine } from '../import/progress.ts';
import { encodingNamed } from '../import/read/encoding.ts';
import type { ImportReport } from '../import/run-import.ts';
import { systemClock } from '../ops/clock.ts';
import { letHeapsGrow } from '../ops/heap-growth.ts';
import { contextOf, examples, UsageError } from './command-context.ts';
import { note, printResult, tableText } from './output.ts';

const KINDS = ['companies', 'people', 'jobs'] as const;
type Kind = (typeof KINDS)[number];

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
    .command('import <kind> <file...>')
    .description('import companies, people or jobs, then build a new edition')
    .option('--source <name>', 'where the data is from (default: the name of the first file)')
    .option(
      '--map <field=column>',
      'a column by its header or as #3; an empty column drops a guess; may repeat',
      collect,
    )
    .option('--preset <name>', `whose export it is, where that is not found: ${PRESET_NAMES.join(', ')}`)
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
    .action(async (given: string, files: string[], options: ImportCommandOptions, command: Command) => {
      const kind = kindOf(given);
      const { config, json } = contextOf(command);
      letHeapsGrow();
      const progress = progressLine({ stream: process.stderr, clock: systemClock });
      const finished = await importFiles(config, {
        ...choicesOf(options),
        kind,
        files,
        onMessage: note,
        onProgress: (state) => progress.show(state),
      }).finally(() => progress.end());
      printFinished(finished, { json, rejectFile: options.rejects ?? options.report ?? null });
      if (options.strict && finished.report.rejected > 0) process.exitCode = 1;
    });
}

function choicesOf(options: ImportCommandOptions) {
  return {
    source: options.source ?? null,
    mapOptions: options.map ?? [],
    preset: presetOf(options),
    encoding: encodingOf(options),
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

function kindOf(given: string): Kind {
  const kind = KINDS.find((one) => one === given);
  if (!kind) throw new UsageError(`"${given}" cannot be imported; choose ${KINDS.join(', ')}`);
  return kind;
}

function encodingOf({ encoding }: ImportCommandOptions): string | null {
  if (encoding === undefined) return null;
  const name = encodingNamed(encoding);
  if (name === null) throw new UsageError(`there is no encoding "${encoding}"; try utf-8, utf-16le or windows-1252`);
  return name;
}

function presetOf({ preset, mapping }: ImportCommandOptions): string | null {
  if (preset === undefined) return null;
  if (mapping !== undefined) throw new UsageError('--preset and --mapping both say what the columns mean; give one');
  if (PRESET_NAMES.includes(preset)) return preset;
  throw new UsageError(`there is no preset "${preset}"; choose ${PRESET_NAMES.join(', ')}`);
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
