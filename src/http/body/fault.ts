// A fault of a request body, as reported by the parser and the schema validator.
import type { Problem } from '../../contract/errors.ts';

/** A fault, and the value of the body that has it. */
export interface Fault {
  readonly problem: Problem;
  /** JSON pointer to the faulty value, which must not be read; null if a value is missing. */
  readonly pointer: string | null;
}
