// The files that a run writes for rejected rows. The report lists rejected rows and accepted rows with warnings, with
// place and reason. The other files contain the rejected rows in the format of their inputs. A batch's rows are written
// before the batch is committed, and the files are truncated to the committed length when a run resumes, so that each
// row is in them exactly once.
import { parse } from 'node:path';
import { type OnWritten, RejectFile } from './reject-file.ts';
import type { OutputFile } from './separate-files.ts';
import { writeFault } from './write-fault.ts';

export interface RejectPaths {
  /**
   * Path of the report: every rejected row and every accepted row with warnings as JSON Lines, with place and reason.
   * Null for none.
   */
  readonly report: string | null;
  /**
   * Path of the rejected rows in the format of their inputs; inputs of another format go to a second file, such as
   * `name-2.csv`. Null for none.
   */
  readonly rows: string | null;
  /** Called for the rejected rows of the first format. */
  readonly onWritten?: OnWritten | undefined;
}

/** A file and its committed length. */
export interface CommittedFile {
  readonly path: string;
  readonly length: number;
}

/** The lines of one batch, without their line breaks. */
export interface ListedRows {
  /** Lines of the report. */
  readonly listed: readonly string[];
  /** The rejected rows in the format of their input. */
  readonly rejectLines: readonly string[];
}

export class RejectFiles {
  readonly #report: RejectFile | null;
  /** The files of rejected rows, by header. */
  readonly #rows: ReadonlyMap<string | null, RejectFile>;

  private constructor(report: RejectFile | null, rows: ReadonlyMap<string | null, RejectFile>) {
    this.#report = report;
    this.#rows = rows;
  }

  /** The files that `open` opens, each with the option that names it. */
  static outputs({ report, rows }: RejectPaths, headers: readonly (string | null)[]): OutputFile[] {
    const rowFiles = Array.from(pathsByHeader(rows, headers).values(), (path) => ({ option: '--rejects', path }));
    return report === null ? rowFiles : [{ option: '--report', path: report }, ...rowFiles];
  }

  /** Throws ImportError if one of the files cannot be written. Existing files keep their content. */
  static async requireWritable({ report, rows }: RejectPaths, headers: readonly (string | null)[]): Promise<void> {
    const whole = RejectFiles.outputs({ report, rows }, headers).map(({ path }) => ({ path, length: Infinity }));
    await (await RejectFiles.open({ report, rows }, headers, whole)).close();
  }

  /** Opens the files for inputs with these headers. Throws ImportError if one cannot be written. */
  static async open(
    paths: RejectPaths,
    headers: readonly (string | null)[],
    committed: readonly CommittedFile[],
  ): Promise<RejectFiles> {
    const open = async (path: string, onWritten?: OnWritten) => {
      const length = committed.find((file) => file.path === path)?.length ?? 0;
      try {
        return await RejectFile.open(path, length, onWritten);
      } catch (cause) {
        throw writeFault({ file: path, line: null, cause });
      }
    };
    const report = paths.report === null ? null : await open(paths.report);
    const rows = new Map<string | null, RejectFile>();
    for (const [header, path] of pathsByHeader(paths.rows, headers))
      rows.set(header, await open(path, path === paths.rows ? paths.onWritten : undefined));
    return new RejectFiles(report, rows);
  }

  /** The bytes written to each file. */
  get lengths(): CommittedFile[] {
    const files = [...(this.#report ? [this.#report] : []), ...this.#rows.values()];
    return files.map(({ path, length }) => ({ path, length }));
  }

  /** Writes the rows of an input durably. */
  async append(header: string | null, { listed, rejectLines }: ListedRows): Promise<void> {
    await this.#report?.append(listed);
    if (rejectLines.length === 0) return;
    const file = this.#rows.get(header);
    const first = file?.length === 0 && header !== null ? [header] : [];
    await file?.append([...first, ...rejectLines]);
  }

  async close(): Promise<void> {
    for (const file of [this.#report, ...this.#rows.values()]) await file?.close();
  }
}

/** The path of the rejected rows for each distinct header; the first is the given path. */
function pathsByHeader(rows: string | null, headers: readonly (string | null)[]): ReadonlyMap<string | null, string> {
  if (rows === null) return new Map();
  return new Map(Array.from(new Set(headers), (header, index) => [header, numbered(rows, index)]));
}

function numbered(path: string, index: number): string {
  const { dir, name, ext } = parse(path);
  return index === 0 ? path : `${dir === '' ? '' : `${dir}/`}${name}-${index + 1}${ext}`;
}
