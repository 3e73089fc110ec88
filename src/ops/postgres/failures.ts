// Classifies the failure of a statement: certainly rolled back, or unknown.
import pg from 'pg';
import { StoreUnavailable } from '../store-unavailable.ts';

/** The connection was lost, or timed out, after a write was sent: the write may have been committed. */
export class UnknownOutcome extends StoreUnavailable {
  override readonly name = 'UnknownOutcome';
}

/**
 * SQLSTATE classes and single states after which the statement has certainly been rolled back. A server that stops
 * during a commit may report any other, such as 08 and 57P01. The severity cannot be used, because it is localized.
 */
const ROLLED_BACK_CLASSES = new Set(['0A', '22', '23', '25', '2D', '3D', '3F', '42', '44', '53', '54', '55', 'P0']);
const ROLLED_BACK = new Set(['40000', '40001', '40002', '40P01', '57014']);

/**
 * States in which the server may work again later: too many connections, disk full, read-only, cancelled by a timeout.
 */
const PASSING = /^(53|25006|57014|55P03|57P0|08|58)/;

/** States after which the same statement may succeed at once: serialization failure, deadlock. */
const REPEATABLE = new Set(['40001', '40P01']);

/** The SQLSTATE of an error of the server; null for any other error. */
function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError && typeof error.code === 'string' ? error.code : null;
}

/** Whether a failed statement is known to have written nothing. */
export function isRolledBack(error: unknown): boolean {
  const state = sqlState(error);
  return state !== null && (ROLLED_BACK.has(state) || ROLLED_BACK_CLASSES.has(state.slice(0, 2)));
}

/** Whether the server has become read-only, for instance in a failover: the address may now lead to another server. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === '25006';
}

/** The context that the coordinator of a cluster adds to an error of a worker. */
const OF_WORKER = /^while executing command on /m;

/**
 * Whether the disk of the server, or its quota, is full. `error`: as thrown by a database. False for the
 * disk of a worker of a cluster: like a lost worker, it rejects only the calls of its own accounts.
 */
export function isOutOfSpace(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return sqlState(cause) === '53100' && !OF_WORKER.test((cause as pg.DatabaseError).where ?? '');
}

/** Whether the driver received no answer to a statement in time. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

export function isRepeatable(error: unknown): boolean {
  return REPEATABLE.has(sqlState(error) ?? '');
}

/** The name of the unique constraint that a statement violated; null for other failures. */
export function violatedKey(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return null;
  // A cluster passes on only the message, which quotes the name with the quotation marks of its language.
  return error.constraint ?? /[^\p{L}\d_](\w+_\w+)/u.exec(error.message)?.[1] ?? null;
}

/** Whether the server cannot execute such a statement, for instance because a table has been distributed since. */
export function isUnsupported(error: unknown): boolean {
  return sqlState(error) === '0A000';
}

/** If a cluster loses a machine it reports an internal error from one of these source files. */
const LOST_MACHINE = /^(remote_transaction|placement_connection|connection_management|adaptive_executor)\.c$/;

const isLostMachine = (error: unknown) =>
  sqlState(error) === 'XX000' && LOST_MACHINE.test((error as pg.DatabaseError).file ?? '');

/**
 * The error to report for a statement that wrote nothing: StoreUnavailable if the server is out of reach for now, else
 * the error itself.
 */
export function failureOf(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const state = sqlState(error);
  if (state === null || PASSING.test(state) || isLostMachine(error)) return unavailable(error);
  return error;
}

export function unavailable(cause: unknown): StoreUnavailable {
  const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause);
  return new StoreUnavailable(`the database is out of reach: ${reason}`, { cause });
}
