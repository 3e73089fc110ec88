// Runs one import from files to catalog: opens, maps, reads and normalizes the inputs, writes batches, and resumes an
// interrupted run. read/ parses, map/ and normalize/ interpret; the catalog decides identity and stores.
import type { CatalogWriter, ImportRun, Outcome } from '../catalog/writer-port.ts';
import type { Clock } from '../ops/clock.ts';
import { type AmbiguousIdentities, findAmbiguousIdentities, NO_AMBIGUITIES } from './ambiguous-identities.ts';
import { fingerprintOf } from './fingerprint.ts';
import { ImportError } from './import-error.ts';
import { describeMapping } from './map/describe-mapping.ts';
import type { ImportKind } from './map/import-fields.ts';
import { readSavedMapping, saveMapping } from './map/saved-mapping.ts';
import { type InputChoices, openInputs } from './open-inputs.ts';
import { fileMarks, requireUnchanged } from './read/file-marks.ts';
import { inputPaths, isFromFolder } from './read/input-paths.ts';
import type { Source } from './read/source.ts';
import { bytesOf, isWorthThreads, type NumberedBatch, readAhead } from './read-ahead.ts';
import { type Batch, type Input, readBatches } from './read-batches.ts';
import {
  addReasons,
  groupWarnings,
  type Reason,
  ReasonExamples,
  type ReasonWithExamples,
  topReasons,
  type UnlistedValue,
} from './reasons.ts';
import type { RecordBuilder } from './record-builder.ts';
import { recordBuilder, writeRecords } from './record-kinds.ts';
import { RejectFiles, type RejectPaths } from './reject-files.ts';
import { rejectFormatOf } from './reject-format.ts';
import { advance, type Counts, type RunState, restoreState } from './run-state.ts';
import { type OutputFile, requireSeparateFiles } from './separate-files.ts';
import { sourceName } from './source-name.ts';
import { writeFault } from './write-fault.ts';

export interface ImportOptions {
  readonly kind: ImportKind;
  /** Files, folders and patterns, see inputPaths; `-` is standard input, at most once. */
  readonly files: readonly string[];
  /** The name of the source. Null selects the name of the first file without its extensions, or of the first folder. */
  readonly source: string | null;
  /** See MappingChoices. */
  readonly mapOptions: readonly string[];
  readonly preset?: string | null;
  /** See InputChoices. */
  readonly encoding?: string | null;
  readonly sheet?: string | null;
  readonly country?: string | null;
  /** The path of a saved mapping; null for none. */
  readonly mappingFile?: string | null;
  /** Path to which the effective mapping is saved, in a dry run too; null for none. */
  readonly saveMapping?: string | null;
  /** Reads and checks everything, and lists the rejects; writes nothing to the catalog. */
  readonly dryRun: boolean;
  /** Path of the report on rejected rows and rows with warnings, as JSON Lines; null for none. */
  readonly reportFile: string | null;
  /** Path of the rejected rows in the format of their input, see RejectPaths; null for none. */
  readonly rejectsFile?: string | null;
  /** See RejectPaths. */
  readonly onRejectedRows?: RejectPaths['onWritten'];
  /**
   * Whether no other process reads the catalog, see NewRun. If so, the first people are written faster. Default: false.
   */
  readonly isAlone?: () => boolean;
  readonly writer: CatalogWriter;
  readonly clock: Clock;
  /** Messages to the user before the first row: the mapping of each file, and whether a run is resumed. */
  readonly onMessage: (text: string) => void;
  /** Called after every batch. */
  readonly onProgress: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  /** Rows of the whole run, including earlier calls. */
  readonly rows: number;
  /** Bytes on disk that this call has read or skipped; the total is null if standard input is among the files. */
  readonly bytesDone: number;
  readonly bytesTotal: number | null;
}

/**
 * The result of a run, including interrupted calls: `read` = created + merged + unchanged + suppressed + rejected +
 * duplicates + checked.
 */
export interface ImportReport extends Counts {
  readonly kind: ImportKind;
  readonly source: string;
  readonly dryRun: boolean;
  /** Rows of a dry run that would have been written. */
  readonly checked: number;
  /** Openings that the source no longer has. */
  readonly closedOpenings: number;
  /** Values that were dropped or ignored in accepted rows. */
  readonly warnings: number;
  /** With examples of this call. */
  readonly topRejects: readonly ReasonWithExamples[];
  readonly topWarnings: readonly ReasonWithExamples[];
  /** Values outside their closed list that were kept as given, the most frequent first. */
  readonly unlisted: readonly UnlistedValue[];
  /** Unknown fields and keys, each with its number of rows, the most frequent first; they are not warnings. */
  readonly unknownFields: readonly Reason[];
  /** Rows that earlier calls of the same run processed. */
  readonly resumedRows: number;
  /** The duration of this call. */
  readonly seconds: number;
  readonly rowsPerSecond: number;
}

/** The report as it may be stored: without examples. */
export type StoredReport = Omit<ImportReport, 'topRejects' | 'topWarnings'> &
  Readonly<Record<'topRejects' | 'topWarnings', readonly Reason[]>>;

export function storedReport(report: ImportReport): StoredReport {
  const { topRejects, topWarnings } = report;
  return { ...report, topRejects: addReasons([], topRejects), topWarnings: addReasons([], topWarnings) };
}

const SKIPPED_MAX = 5;

/** Names the first files of a folder that have other extensions than data files, and counts the others. */
function reportSkipped(paths: readonly string[], { onMessage }: Pick<ImportOptions, 'onMessage'>): void {
  for (const path of paths.slice(0, SKIPPED_MAX))
    onMessage(`${path}: skipped, its extension is not that of a data file`);
  const others = paths.length - SKIPPED_MAX;
  if (others > 0) onMessage(`${others} more ${others === 1 ? 'file' : 'files'} skipped for the same reason`);
}

/**
 * Runs an import to its end. Throws ImportError if it cannot start (then nothing is written) or cannot continue (then
 * whole batches are stored, and the same call resumes after them).
 */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
  const startedAt = options.clock.now();
  const choices = await choicesOf(options);
  const skipped: string[] = [];
  const found = inputPaths(options.files, (path) => skipped.push(path));
  reportSkipped(skipped, options);
  const marks = await fileMarks(found);
  const inputs = await openInputs({
    kind: options.kind,
    files: found,
    ...choices,
    onUnimportable: leaveOut(options),
  }).catch((error: unknown) => {
    const lacksOutcome = error instanceof ImportError && !/nothing was imported/i.test(error.message);
    throw lacksOutcome ? error.withOutcome('Nothing was imported.') : error;
  });
  const files = inputs.map(({ source }) => source.path);
  const mappings = inputs.map(({ mapping }) => mapping);
  for (const { mapping, source } of inputs) options.onMessage(describeMapping(mapping, source));
  const { reportFile: report, rejectsFile: rows = null, onRejectedRows: onWritten } = options;
  const paths: RejectPaths = { report, rows, onWritten };
  const headers = mappings.map((mapping) => rejectFormatOf(mapping).header);
  const saved = options.saveMapping ? [{ option: '--save-mapping', path: options.saveMapping }] : [];
  const outputs = RejectFiles.outputs(paths, headers);
  await requireSeparateFiles(found, [...saved, ...outputs]);
  if (options.saveMapping) await saveMapping(options.saveMapping, options.kind, mappings);
  // Before the run is opened: a command that cannot start must not leave a run behind.
  await RejectFiles.requireWritable(paths, headers);
  const run = options.dryRun
    ? null
    : await openRun(options, { sources: inputs.map(({ source }) => source), choices, startedAt });
  const state = restoreState(run?.progress);
  if (state.counts.read > 0) noteResumed(options, state, outputs);
  const current = { state };
  const rejectFiles = await RejectFiles.open(paths, headers, state.rejectFiles);
  try {
    const today = new Date(startedAt).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const ambiguous = await ambiguousIdentitiesOf(options, {
      choices,
      files,
      today,
      canRead: inputs.every(({ source }) => source.size !== null),
    });
    if (run !== null && ambiguous.sharedSites.length > 0) await options.writer.noteSharedSites(ambiguous.sharedSites);
    const { country } = choices;
    const context = { source: sourceName(options), today, country, commonNames: ambiguous.commonNames };
    const builder = recordBuilder(options.kind, context);
    const examples = new ReasonExamples();
    const session = { options, inputs, run, rejectFiles, context, builder, examples };
    if (run !== null && state.failure !== null) await options.writer.noteProgress(run, { ...state, failure: null });
    const end = await importInputs(session, current);
    // A run with a changed file must not finish: it would close the openings that the file lacks.
    await requireUnchanged(marks);
    const closedOpenings = run === null ? 0 : await finish(options, run);
    return reportOf(options, { start: state, end, closedOpenings, startedAt, examples });
  } catch (error) {
    throw await failed(options, { run, state: current.state, error });
  } finally {
    await rejectFiles.close();
  }
}

/** Notes that the run continues, and which outputs lack the rows of earlier calls. */
function noteResumed({ onMessage }: ImportOptions, { counts, rejectFiles }: RunState, outputs: readonly OutputFile[]) {
  onMessage(`Continuing after the ${counts.read} committed rows.`);
  for (const { path } of outputs)
    if (!rejectFiles.some((file) => file.path === path))
      onMessage(`${path} lists only rows after them: repeat the command with --dry-run to list all.`);
}

/** Skips files of a folder that are not importable, with a message. A file that the caller named is an error. */
function leaveOut({ files, onMessage }: ImportOptions): (error: ImportError) => boolean {
  return ({ stop }) => {
    if (!isFromFolder(stop.file, files)) return false;
    onMessage(`${stop.file}: skipped, ${stop.problem}`);
    return true;
  };
}

interface Failed {
  /** Null in a dry run. */
  readonly run: ImportRun | null;
  readonly state: RunState;
  readonly error: unknown;
}

/** Stores the reason for the failure with the run, and returns the error with the result for the rows before it. */
async function failed(options: ImportOptions, { run, state, error }: Failed): Promise<unknown> {
  const reported = error instanceof ImportError ? error.withOutcome(outcomeOf(run, state)) : error;
  const message = reported instanceof Error ? reported.message : String(reported);
  const failure = { at: new Date(options.clock.now()).toISOString(), message };
  // The cause of the failure, such as a full disk, may prevent this write as well.
  if (run !== null) await options.writer.noteProgress(run, { ...state, failure }).catch(() => {});
  return reported;
}

function outcomeOf(run: ImportRun | null, { counts }: RunState): string {
  if (run === null) return 'A dry run imports nothing.';
  const kept = counts.read - counts.rejected - counts.duplicates;
  const rejected = counts.rejected === 0 ? '' : `, ${counts.rejected} rejected`;
  if (kept === 0) return `No row was imported${rejected}.`;
  return `${kept === 1 ? '1 row' : `${kept} rows`} before it ${kept === 1 ? 'was' : 'were'} imported${rejected}.`;
}

async function choicesOf({ kind, mapOptions, mappingFile = null, ...options }: ImportOptions) {
  const { preset = null, encoding = null, sheet = null, country = null } = options;
  const saved = mappingFile === null ? null : await readSavedMapping(mappingFile, kind);
  return { mapOptions, preset, saved, encoding, sheet, country } satisfies InputChoices;
}

interface Opening {
  readonly sources: readonly Source[];
  readonly choices: InputChoices;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
}

/** Reading this many bytes takes some seconds. */
const MANY_BYTES = 2e9;

async function openRun(options: ImportOptions, { sources, choices, startedAt }: Opening): Promise<ImportRun> {
  const { kind, writer, onMessage, isAlone = () => false } = options;
  const source = sourceName(options);
  const bytes = sources.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (bytes >= MANY_BYTES) {
    const shown = `${Math.round(bytes / 1e9)} GB`;
    onMessage(`Reading ${shown} once before the import, to recognize an interrupted import of the same files ...`);
  }
  const fingerprint = await fingerprintOf({ kind, source, choices, sources });
  if (sources.some(({ size }) => size === null)) {
    onMessage('Standard input and pipes cannot be read again: if this import is interrupted, start it again.');
  }
  const files = sources.map(({ path }) => path);
  return writer.openRun({ kind, source, files, fingerprint, isAlone, at: new Date(startedAt).toISOString() });
}

interface CompanyInputs {
  readonly choices: InputChoices;
  readonly files: readonly string[];
  readonly today: string;
  /** Whether all inputs can be read more than once. */
  readonly canRead: boolean;
}

/** None if the inputs can be read only once. */
async function ambiguousIdentitiesOf(
  { kind }: ImportOptions,
  { choices, files, today, canRead }: CompanyInputs,
): Promise<AmbiguousIdentities> {
  if (kind !== 'companies' || !canRead) return NO_AMBIGUITIES;
  return findAmbiguousIdentities(await openInputs({ kind, files, ...choices }), {
    today,
    country: choices.country ?? null,
  });
}

interface Session {
  readonly options: ImportOptions;
  readonly inputs: readonly Input[];
  /** Null in a dry run. */
  readonly run: ImportRun | null;
  readonly rejectFiles: RejectFiles;
  readonly context: Parameters<typeof recordBuilder>[1];
  readonly builder: RecordBuilder;
  readonly examples: ReasonExamples;
}

const isListing = ({ options }: Session) => options.reportFile !== null;

/** Reads all inputs from the current state on, and updates the state after each batch. Returns the final state. */
async function importInputs(session: Session, current: { state: RunState }): Promise<RunState> {
  const start = current.state;
  const { inputs, context, builder } = session;
  const { kind, onProgress } = session.options;
  const bytesTotal = bytesOf(inputs);
  const inThreads = !builder.isCounting && isWorthThreads(inputs);
  const batches = inThreads
    ? readAhead(inputs, { kind, context, isListing: isListing(session), start })
    : readHere(session, start);
  for await (const { fileIndex, batch, bytesDone } of batches) {
    session.examples.add(batch.rejectReasons);
    session.examples.add(batch.warningReasons);
    current.state = await commit(session, { input: inputs[fileIndex] as Input, batch, state: current.state });
    onProgress({ rows: current.state.counts.read, bytesDone, bytesTotal });
  }
  return current.state;
}

/** The batches that readAhead would make, made in this thread. */
async function* readHere(session: Session, start: RunState): AsyncGenerator<NumberedBatch> {
  const { inputs, builder } = session;
  const { kind } = session.options;
  for (const [fileIndex, input] of inputs.entries()) {
    const isDone = fileIndex < start.fileIndex;
    // Rows of a finished file still count for the rows of the next files.
    if (isDone && !builder.isCounting) continue;
    const rowsToSkip = fileIndex === start.fileIndex ? start.rowsDone : 0;
    const rowsDone = isDone ? Number.POSITIVE_INFINITY : rowsToSkip;
    for await (const batch of readBatches(input, { kind, builder, isListing: isListing(session), rowsDone })) {
      const bytesDone = inputs.reduce((sum, { source }) => sum + source.consumed(), 0);
      if (!isDone) yield { fileIndex, batch, bytesDone };
      builder.giveBack(batch.records);
    }
  }
}

/** Writes a batch: first the rejected rows, then records and state in one transaction. Returns the new state. */
async function commit(session: Session, at: { input: Input; batch: Batch; state: RunState }): Promise<RunState> {
  const { options, run, rejectFiles } = session;
  const { records, lines, rejects: _, rejectLines, listed, ...counts } = at.batch;
  const next = (outcomes: readonly Outcome[]) =>
    advance(at.state, { ...counts, outcomes, rejected: rejectLines.length, rejectFiles: rejectFiles.lengths });
  let state = at.state;
  try {
    await rejectFiles.append(rejectFormatOf(at.input.mapping).header, { listed, rejectLines });
    if (run === null) return next([]);
    await writeRecords(options.writer, run, {
      records,
      file: at.state.fileIndex,
      lines,
      progress: (outcomes) => {
        state = next(outcomes);
        return state;
      },
    });
  } catch (cause) {
    throw writeFault({ file: at.input.source.path, line: at.batch.line, cause });
  }
  return state;
}

async function finish(options: ImportOptions, run: ImportRun): Promise<number> {
  const at = new Date(options.clock.now()).toISOString();
  const { closedOpenings } = await options.writer.finishRun(run, at);
  return closedOpenings;
}

interface Ending {
  readonly start: RunState;
  readonly end: RunState;
  readonly closedOpenings: number;
  readonly startedAt: number;
  readonly examples: ReasonExamples;
}

function reportOf(options: ImportOptions, { start, end, closedOpenings, startedAt, examples }: Ending): ImportReport {
  const { created, merged, unchanged, suppressed, rejected, duplicates, read } = end.counts;
  const seconds = Math.max(0.001, (options.clock.now() - startedAt) / 1000);
  const { faults, unlisted, unknownFields } = groupWarnings(end.warningReasons);
  return {
    kind: options.kind,
    source: sourceName(options),
    dryRun: options.dryRun,
    ...end.counts,
    checked: read - created - merged - unchanged - suppressed - rejected - duplicates,
    closedOpenings,
    warnings: faults.reduce((sum, { count }) => sum + count, 0),
    topRejects: examples.shownWith(topReasons(end.rejectReasons)),
    topWarnings: examples.shownWith(topReasons(faults)),
    unlisted,
    unknownFields,
    resumedRows: start.counts.read,
    seconds,
    rowsPerSecond: Math.round((read - start.counts.read) / seconds),
  };
}
