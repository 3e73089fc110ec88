// The error of a database with the schema of another version.
import { OperatorError } from '../operator-error.ts';
import { STORE_UNAVAILABLE } from '../store-unavailable.ts';

/** The database has the schema of another version. For a running server the store is unavailable. */
export class SchemaError extends OperatorError {
  readonly code = STORE_UNAVAILABLE;
}
