// Why an import stops: the place and what to do about it. Faults of single rows are rejects, not errors.
import { OperatorError } from '../ops/operator-error.ts';

/** What an ImportError is made of: plain data, which may cross between threads. */
export interface Stop {
  /** As the caller gave it; `-` is standard input. */
  readonly file: string;
  /** 1-based line of the (unpacked) file that could not be read on; null where it is about the file as a whole. */
  readonly line: number | null;
  readonly problem: string;
  /** What the person at the keyboard can do. */
  readonly remedy: string;
  readonly cause?: unknown;
  /** The file is none that could ever be imported: in a folder it is left out. */
  readonly isForeign?: boolean;
}

/** An import that cannot start or go on. The message names file, line, problem and remedy. */
export class ImportError extends OperatorError {
  override readonly name = 'ImportError';
  readonly file: string;
  readonly line: number | null;
  readonly stop: Stop;

  constructor(stop: Stop) {
    const place = stop.line === null ? stop.file : `${stop.file}, line ${stop.line}`;
    super(`${place}: ${stop.problem}. ${stop.remedy}`, { cause: stop.cause });
    this.file = stop.file;
    this.line = stop.line;
    this.stop = stop;
  }

  /** The same error, which also says what became of the rows before it. */
  withOutcome(outcome: string): ImportError {
    return new ImportError({ ...this.stop, remedy: `${this.stop.remedy} ${outcome}` });
  }
}
