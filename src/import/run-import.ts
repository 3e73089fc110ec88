// One import from files to catalog: opens, maps, reads, normalises, writes in batches, and carries on where an earlier call was cut
// off. Parsing is read/, meaning is map/ and normalise/, identity and storage are the catalog's.
import { basename, resolve } from 'node:path';
import type { CatalogWriter, ImportRun, Outcome } from '../catalog/writer-port.ts';
import type { Clock } from '../ops/clock.ts';
import { fingerprintOf } from './fingerprint.ts';
import { ImportError } from './import-error.ts';
import { describeMapping } from './map/describe-mapping.ts';
import type { ImportKind } from './map/import-fields.ts';
import { readSavedMapping, saveMapping } from './map/saved-mapping.ts';
import { type InputChoices, openInputs } from './open-inputs.ts';
import { ownFormOf } from './own-form.ts';
import { fileMarks, requireUnchanged } from './read/file-marks.ts';
import { inputPaths, isFromFolder } from './read/input-paths.ts';
import type { Source } from './read/source.ts';
import { isWorthThreads, type NumberedBatch, readAhead } from './read-ahead.ts';
import { type Batch, type Input, readBatches } from './read-batches.ts';
import {
  addReasons,
  MetExamples,
  type MetReason,
  type Reason,
  topReasons,
  type UnlistedValue,
  warningsApart,
} from './reasons.ts';
import { recordMaker, writeRecords } from './record-kinds.ts';
import type { RecordMaker } from './record-maker.ts';
import { RejectFiles } from './reject-files.ts';
import { advance, type Counts, type RunState, restoreState } from './run-state.ts';
import { type CompanySurvey, surveyCompanies } from './survey-companies.ts';
import { writeFault } from './write-fault.ts';

export interface ImportOptions {
  readonly kind: ImportKind;
  /** Files, folders and patterns, see inputPaths; `-` is standard input, at most once. */
  readonly files: readonly string[];
  /** Null: the name of the first file without its endings, or of the first folder. */
  readonly source: string | null;
  /** See MappingChoices. */
  readonly mapOptions: readonly string[];
  readonly preset?: string | null;
  /** See InputChoices. */
  readonly encoding?: string | null;
  /** A saved mapping to use; null for none. */
  readonly mappingFile?: string | null;
  /** Where the mapping in force is saved, in a dry run too; null for nowhere. */
  readonly saveMapping?: string | null;
  /** Reads and checks everything, and lists what it refuses; writes nothing into the catalog. */
  readonly dryRun: boolean;
  /** Where rows that are refused, or kept without some of their values, are listed as JSON Lines; null for nowhere. */
  readonly rejectFile: string | null;
  /** Where refused rows are written in the form of their input, see RejectPaths; null for nowhere. */
  readonly rejectedRows?: string | null;
  /** Whether nobody asks the catalog now, see NewRun: the first people then come in faster. Default: somebody may. */
  readonly isAlone?: () => boolean;
  readonly writer: CatalogWriter;
  readonly clock: Clock;
  /** Texts for the person at the keyboard, given before the first row: the mapping of each file, and whether a run is carried on. */
  readonly onMessage: (text: string) => void;
  /** After every batch. */
  readonly onProgress: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  /** Rows of the whole run, those of earlier calls included. */
  readonly rows: number;
  /** Bytes on disk that this call has read (or skipped), and all of them; null where standard input is among the files. */
  readonly bytesDone: number;
  readonly bytesTotal: number | null;
}

/** What a run did, calls that were cut off included: `read` = created + merged + unchanged + suppressed + rejected + checked. */
export interface ImportReport extends Counts {
  readonly kind: ImportKind;
  readonly source: string;
  readonly dryRun: boolean;
  /** Rows of a dry run that would have been written. */
  readonly checked: number;
  /** Openings that the source no longer has. */
  readonly closedOpenings: number;
  /** Values that were dropped or ignored although their row was kept. */
  readonly warnings: number;
  /** With examples of this call. */
  readonly topRejects: readonly MetReason[];
  readonly topWarnings: readonly MetReason[];
  /** Values that are none of their closed list and were kept as they are, the most frequent first. */
  readonly unlisted: readonly UnlistedValue[];
  /** Fields and keys that mean nothing to the import, each with the rows that have it, the most frequent first; no warnings. */
  readonly unknownFields: readonly Reason[];
  /** Rows that earlier calls of the same run had done. */
  readonly resumedRows: number;
  /** Of this call. */
  readonly seconds: number;
  readonly rowsPerSecond: number;
}

/** The report as it may be kept: without examples. */
export type KeptReport = Omit<ImportReport, 'topRejects' | 'topWarnings'> &
  Readonly<Record<'topRejects' | 'topWarnings', readonly Reason[]>>;

export function keptReport(report: ImportReport): KeptReport {
  const { topRejects, topWarnings } = report;
  return { ...report, topRejects: addReasons([], topRejects), topWarnings: addReasons([], topWarnings) };
}

/**
 * Runs an import to its end. Throws ImportError where it cannot start (nothing is written then) or cannot go on (whole batches are kept,
 * and the same call carries on after them).
 */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
  const startedAt = options.clock.now();
  const choices = await choicesOf(options);
  const found = inputPaths(options.files, (path) => options.onMessage(`${path}: skipped, not a data file by its name`));
  const marks = await fileMarks(found);
  const inputs = await openInputs({
    ...{ kind: options.kind, files: found, ...choices, onStranger: leaveOut(options) },
  }).catch((error: unknown) => {
    const isSaid = !(error instanceof ImportError) || /nothing was imported/i.test(error.message);
    throw isSaid ? error : error.withOutcome('Nothing was imported.');
  });
  const files = inputs.map(({ source }) => source.path);
  const mappings = inputs.map(({ mapping }) => mapping);
  for (const { mapping, source } of inputs) options.onMessage(describeMapping(mapping, source));
  if (options.saveMapping) await saveMapping(options.saveMapping, options.kind, mappings);
  const run = options.dryRun
    ? null
    : await openRun(options, { sources: inputs.map(({ source }) => source), choices, startedAt });
  const state = restoreState(run?.progress);
  if (state.counts.read > 0) options.onMessage(`Continuing after the ${state.counts.read} committed rows.`);
  const standing = { state };
  const paths = { report: options.rejectFile, rows: options.rejectedRows ?? null };
  const headers = mappings.map((mapping) => ownFormOf(mapping).header);
  const rejectFiles = await RejectFiles.open(paths, headers, state.rejectFiles);
  try {
    const today = new Date(startedAt).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const survey = await surveyOf(options, {
      choices,
      files,
      today,
      canRead: inputs.every(({ source }) => source.size !== null),
    });
    if (run !== null && survey.sharedSites.length > 0) await options.writer.noteSharedSites(survey.sharedSites);
    const context = { source: sourceName(options), today, commonNames: survey.commonNames };
    const maker = recordMaker(options.kind, context);
    const examples = new MetExamples();
    const session = { options, inputs, run, rejectFiles, context, maker, examples };
    if (run !== null && state.failure !== null) await options.writer.noteProgress(run, { ...state, failure: null });
    const end = await importInputs(session, standing);
    // A run that is not finished closes no openings that are only missing from half a file.
    await requireUnchanged(marks);
    const closedOpenings = run === null ? 0 : await finish(options, run);
    return reportOf(options, { start: state, end, closedOpenings, startedAt, examples });
  } catch (error) {
    throw await failed(options, { run, state: standing.state, error });
  } finally {
    await rejectFiles.close();
  }
}

/** Files of a folder that are nothing to be imported are left out by name; what was named itself is an error. */
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

/** Notes with the run why it ended, and answers the error that says what became of the rows before. */
async function failed(options: ImportOptions, { run, state, error }: Failed): Promise<unknown> {
  const told = error instanceof ImportError ? error.withOutcome(outcomeOf(run, state)) : error;
  const message = told instanceof Error ? told.message : String(told);
  const failure = { at: new Date(options.clock.now()).toISOString(), message };
  // What stopped the run, such as a full disk, may stop the note of it as well.
  if (run !== null) await options.writer.noteProgress(run, { ...state, failure }).catch(() => {});
  return told;
}

function outcomeOf(run: ImportRun | null, { counts }: RunState): string {
  if (run === null) return 'A dry run imports nothing.';
  const kept = counts.read - counts.rejected;
  const refused = counts.rejected === 0 ? '' : `, ${counts.rejected} rejected`;
  if (kept === 0) return `No row was imported${refused}.`;
  return `${kept === 1 ? '1 row' : `${kept} rows`} before that ${kept === 1 ? 'is' : 'are'} imported${refused}.`;
}

async function choicesOf({ kind, mapOptions, preset = null, encoding = null, mappingFile = null }: ImportOptions) {
  const saved = mappingFile === null ? null : await readSavedMapping(mappingFile, kind);
  return { mapOptions, preset, saved, encoding } satisfies InputChoices;
}

const NAME_ENDINGS = /(?<=.)\.(?:gz|zst|csv|tsv|tab|txt|json|jsonl|ndjson|parquet)(?=\.|$)/gi;

/** What the rows of these files are said to come from. */
export function sourceName({ source, files }: Pick<ImportOptions, 'source' | 'files'>): string {
  const first = files[0] ?? '-';
  return source ?? (first === '-' ? 'stdin' : basename(resolve(first)).replace(NAME_ENDINGS, ''));
}

interface Opening {
  readonly sources: readonly Source[];
  readonly choices: InputChoices;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
}

async function openRun(options: ImportOptions, { sources, choices, startedAt }: Opening): Promise<ImportRun> {
  const { kind, writer, onMessage, isAlone = () => false } = options;
  const source = sourceName(options);
  const fingerprint = await fingerprintOf({ kind, source, choices, sources });
  if (sources.some(({ size }) => size === null)) {
    onMessage('Standard input and pipes cannot be read again: if this import is interrupted, start it again.');
  }
  const files = sources.map(({ path }) => path);
  return writer.openRun({ kind, source, files, fingerprint, isAlone, at: new Date(startedAt).toISOString() });
}

interface Survey {
  readonly choices: InputChoices;
  readonly files: readonly string[];
  readonly today: string;
  /** Whether all inputs can be read more than once. */
  readonly canRead: boolean;
}

const NOTHING_FOUND: CompanySurvey = { sharedSites: [], commonNames: new Set() };

/** What the rows of a run of companies tell together; nothing where they can be read once only. */
async function surveyOf({ kind }: ImportOptions, { choices, files, today, canRead }: Survey): Promise<CompanySurvey> {
  if (kind !== 'companies' || !canRead) return NOTHING_FOUND;
  return surveyCompanies(await openInputs({ kind, files, ...choices }), today);
}

interface Session {
  readonly options: ImportOptions;
  readonly inputs: readonly Input[];
  /** Null in a dry run. */
  readonly run: ImportRun | null;
  readonly rejectFiles: RejectFiles;
  readonly context: Parameters<typeof recordMaker>[1];
  readonly maker: RecordMaker;
  readonly examples: MetExamples;
}

const isListing = ({ options }: Session) => options.rejectFile !== null;

/** Reads all inputs from where the state stands, which it keeps up to date; returns the state at their end. */
async function importInputs(session: Session, standing: { state: RunState }): Promise<RunState> {
  const start = standing.state;
  const { inputs, context, maker } = session;
  const { kind, onProgress } = session.options;
  const bytesTotal = sumOf(inputs.map(({ source }) => source.size));
  const inThreads = !maker.isCounting && isWorthThreads(inputs);
  const batches = inThreads
    ? readAhead(inputs, { kind, context, isListing: isListing(session), start })
    : readHere(session, start);
  for await (const { fileIndex, batch, bytesDone } of batches) {
    session.examples.add(batch.rejectReasons);
    session.examples.add(batch.warningReasons);
    standing.state = await commit(session, { input: inputs[fileIndex] as Input, batch, state: standing.state });
    onProgress({ rows: standing.state.counts.read, bytesDone, bytesTotal });
  }
  return standing.state;
}

/** The same batches as readAhead makes, in this thread. */
async function* readHere(session: Session, start: RunState): AsyncGenerator<NumberedBatch> {
  const { inputs, maker } = session;
  const { kind } = session.options;
  for (const [fileIndex, input] of inputs.entries()) {
    const isDone = fileIndex < start.fileIndex;
    // The rows of a finished file still count for those of the next ones.
    if (isDone && !maker.isCounting) continue;
    const rowsToSkip = fileIndex === start.fileIndex ? start.rowsDone : 0;
    const rowsDone = isDone ? Number.POSITIVE_INFINITY : rowsToSkip;
    for await (const batch of readBatches(input, { kind, maker, isListing: isListing(session), rowsDone })) {
      const bytesDone = inputs.reduce((sum, { source }) => sum + source.consumed(), 0);
      if (!isDone) yield { fileIndex, batch, bytesDone };
      maker.giveBack(batch.records);
    }
  }
}

function sumOf(sizes: readonly (number | null)[]): number | null {
  return sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** Writes a batch: first the refused rows, then records and state as one. Returns the state that now stands. */
async function commit(session: Session, at: { input: Input; batch: Batch; state: RunState }): Promise<RunState> {
  const { options, run, rejectFiles } = session;
  const { records, lines, refused, listed, ...counts } = at.batch;
  const next = (outcomes: readonly Outcome[]) =>
    advance(at.state, {
      ...counts,
      outcomes,
      rejected: refused.length,
      rejectFiles: rejectFiles.lengths,
    });
  let state = at.state;
  try {
    await rejectFiles.append(ownFormOf(at.input.mapping).header, { listed, refused });
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
  readonly examples: MetExamples;
}

function reportOf(options: ImportOptions, { start, end, closedOpenings, startedAt, examples }: Ending): ImportReport {
  const { created, merged, unchanged, suppressed, rejected, read } = end.counts;
  const seconds = Math.max(0.001, (options.clock.now() - startedAt) / 1000);
  const { faults, unlisted, unknownFields } = warningsApart(end.warningReasons);
  return {
    kind: options.kind,
    source: sourceName(options),
    dryRun: options.dryRun,
    ...end.counts,
    checked: read - created - merged - unchanged - suppressed - rejected,
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
