// The outcome of a statement that failed: rolled back for certain, or unknown.
import pg from 'pg';
import { StoreUnavailable } from '../store-unavailable.ts';

/** The connection was lost, or the time limit reached, after a write was sent: it may have been committed. */
export class UnknownOutcome extends StoreUnavailable {
  override readonly name = 'UnknownOutcome';
}

/**
 * Classes of SQLSTATE, and single states, after which the statement has been rolled back. All others, such as 08 and
 * 57P01, may be reported by a server that ends in the middle of a commit. The severity is no help: it is localized.
 */
const ROLLED_BACK_CLASSES = new Set(['0A', '22', '23', '25', '2D', '3D', '3F', '42', '44', '53', '54', '55', 'P0']);
const ROLLED_BACK = new Set(['40000', '40001', '40002', '40P01', '57014']);

/** States of a server that can answer later: too many connections, full disk, read-only, cancelled by a time limit. */
const PASSING = /^(53|25006|57014|55P03|57P0|08|58)/;

/** After these the same statement may succeed at once: serialization, deadlock. */
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

/** The server has become read-only, such as by a failover: the address may lead to another one by now. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === '25006';
}

/** The disk of the server, or a quota on it, is full. `error`: as thrown by a database. */
export function isOutOfSpace(error: unknown): boolean {
  return sqlState(error instanceof StoreUnavailable ? error.cause : error) === '53100';
}

export function isRepeatable(error: unknown): boolean {
  return REPEATABLE.has(sqlState(error) ?? '');
}

/** The name of the unique constraint that a statement violated; null if it failed otherwise. */
export function violatedKey(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return null;
  // A cluster passes on the message alone, in which quotation marks of the language enclose the name.
  return error.constraint ?? /[^\p{L}\d_](\w+_\w+)/u.exec(error.message)?.[1] ?? null;
}

/** The server does not execute such a statement, as on a cluster that has split a table since. */
export function isUnsupported(error: unknown): boolean {
  return sqlState(error) === '0A000';
}

/** A cluster reports the loss of one of its machines as an internal error, of these of its sources. */
const LOST_MACHINE = /^(remote_transaction|placement_connection|connection_management|adaptive_executor)\.c$/;

const isLostMachine = (error: unknown) =>
  sqlState(error) === 'XX000' && LOST_MACHINE.test((error as pg.DatabaseError).file ?? '');

/** The failure of a statement that wrote nothing: out of reach for now, or the error itself. */
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
