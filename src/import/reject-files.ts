// The files that a run writes of what it refuses: one that lists these rows, and those kept without some of their values, with place and
// reason, and the refused rows in the form of their inputs. They are written before the batch that counts their rows is committed, and cut back to what was committed when a run
// carries on: no row is missing, none stands twice.
import { parse } from 'node:path';
import { RejectFile } from './reject-file.ts';
import { writeFault } from './write-fault.ts';

export interface RejectPaths {
  /** Every refused row, and every one kept without some of its values, as JSON Lines with place and reason; null for nowhere. */
  readonly report: string | null;
  /** The rows in the form of their inputs; inputs of another form go beside it, as `name-2.csv`. Null for nowhere. */
  readonly rows: string | null;
}

/** A file and its committed length. */
export interface CommittedFile {
  readonly path: string;
  readonly length: number;
}

/** The lines of one batch, without their line breaks. */
export interface ListedRows {
  /** Of the report. */
  readonly listed: readonly string[];
  /** The refused rows in the form of their input. */
  readonly refused: readonly string[];
}

export class RejectFiles {
  readonly #report: RejectFile | null;
  /** By header. */
  readonly #rows: ReadonlyMap<string | null, RejectFile>;

  private constructor(report: RejectFile | null, rows: ReadonlyMap<string | null, RejectFile>) {
    this.#report = report;
    this.#rows = rows;
  }

  /** Opens the files for inputs with these headers. Throws ImportError where one cannot be written. */
  static async open(
    paths: RejectPaths,
    headers: readonly (string | null)[],
    committed: readonly CommittedFile[],
  ): Promise<RejectFiles> {
    const open = async (path: string) => {
      const length = committed.find((file) => file.path === path)?.length ?? 0;
      try {
        return await RejectFile.open(path, length);
      } catch (cause) {
        throw writeFault({ file: path, line: null, cause });
      }
    };
    const report = paths.report === null ? null : await open(paths.report);
    const rows = new Map<string | null, RejectFile>();
    for (const [index, header] of paths.rows === null ? [] : [...new Set(headers)].entries()) {
      rows.set(header, await open(numbered(paths.rows ?? '', index)));
    }
    return new RejectFiles(report, rows);
  }

  /** What is written so far. */
  get lengths(): CommittedFile[] {
    const files = [...(this.#report ? [this.#report] : []), ...this.#rows.values()];
    return files.map(({ path, length }) => ({ path, length }));
  }

  /** Writes the rows of an input durably. */
  async append(header: string | null, { listed, refused }: ListedRows): Promise<void> {
    await this.#report?.append(listed);
    if (refused.length === 0) return;
    const file = this.#rows.get(header);
    const first = file?.length === 0 && header !== null ? [header] : [];
    await file?.append([...first, ...refused]);
  }

  async close(): Promise<void> {
    for (const file of [this.#report, ...this.#rows.values()]) await file?.close();
  }
}

function numbered(path: string, index: number): string {
  const { dir, name, ext } = parse(path);
  return index === 0 ? path : `${dir === '' ? '' : `${dir}/`}${name}-${index + 1}${ext}`;
}
