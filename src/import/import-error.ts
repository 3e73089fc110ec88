// The error that stops an import. It states the place and the remedy. Faults of single rows are rejects, not errors.
import { OperatorError } from '../ops/operator-error.ts';

/** The content of an ImportError, as plain data that can cross between threads. */
export interface Stop {
  /** As the caller gave it; `-` is standard input. */
  readonly file: string;
  /** 1-based line of the (decompressed) file at which reading stopped; null if the error concerns the whole file. */
  readonly line: number | null;
  readonly problem: string;
  /** The remedy for the user. */
  readonly remedy: string;
  /** The remedy for users of the dashboard, if `remedy` names a command-line option. */
  readonly remedyInDashboard?: string;
  readonly cause?: unknown;
  /** The format can never be imported: such a file in a folder is skipped. */
  readonly isForeign?: boolean;
}

/** An import that cannot start or continue. The message names file, line, problem and remedy. */
export class ImportError extends OperatorError {
  override readonly name = 'ImportError';
  readonly file: string;
  readonly line: number | null;
  readonly stop: Stop;

  constructor(stop: Stop) {
    const name = stop.file === '-' ? 'standard input' : stop.file;
    const place = stop.line === null ? name : `${name}, line ${stop.line}`;
    const messageWith = (remedy: string) => `${place}: ${stop.problem}. ${remedy}`;
    const { remedy, remedyInDashboard = remedy, cause } = stop;
    super(messageWith(remedy), { cause, inDashboard: messageWith(remedyInDashboard) });
    this.file = stop.file;
    this.line = stop.line;
    this.stop = stop;
  }

  /** The same error, with the result for the rows before it in the message. */
  withOutcome(outcome: string): ImportError {
    const { remedy, remedyInDashboard = remedy } = this.stop;
    return new ImportError({
      ...this.stop,
      remedy: `${remedy} ${outcome}`,
      remedyInDashboard: `${remedyInDashboard} ${outcome}`,
    });
  }
}
