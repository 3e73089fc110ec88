// The lifetime rules of sessions, the same in every store. Pure.
import type { Session } from './port.ts';
import { type MemberRow, memberOf } from './stored-rows.ts';

/** Maximum age of the recorded last use, so that a session need not be written at each request. */
export const SEEN_EVERY_MS = 60_000;

/** Time for entering a code after the password. */
export const CODE_WAIT_MS = 10 * 60_000;

/** Lifetime of a session. */
export interface SessionLife {
  /** Maximum time without use. */
  readonly idleMs: number;
  readonly absoluteMs: number;
}

/** A session with its member as stored. */
export type SessionRow = MemberRow & { readonly beganAt: number; readonly seenAt: number };

export function hasEnded({ seenAt, beganAt }: SessionRow, { idleMs, absoluteMs }: SessionLife, now: number): boolean {
  return now >= seenAt + idleMs || now >= beganAt + absoluteMs;
}

export function sessionOf(row: SessionRow, { idleMs, absoluteMs }: SessionLife): Session {
  const endsAt = row.beganAt + absoluteMs;
  return {
    member: memberOf(row),
    beganAt: new Date(row.beganAt).toISOString(),
    idleEndsAt: new Date(Math.min(row.seenAt + idleMs, endsAt)).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
  };
}
