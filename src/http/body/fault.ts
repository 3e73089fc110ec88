// A fault of a request body, as the parser and the schema report it.
import type { Problem } from '../../contract/errors.ts';

/** A value of a body that is at fault. */
export interface Fault {
  readonly problem: Problem;
  /** JSON pointer to the value that must not be read; null where the fault is that there is none. */
  readonly pointer: string | null;
}
