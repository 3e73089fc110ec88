// The time window for counting sign-in attempts. It is the same in every store.
import { hash } from 'node:crypto';

export const WINDOW_MS = 15 * 60_000;

/** Attempts later than now by more than this are of before the clock was set back; they do not count. */
export const SET_BACK_MS = 60_000;

/** Time until an attempt, the oldest of those that fill the window, leaves it; 0 if there is none. */
export const waitMsFor = (filling: number | undefined, now: number) =>
  filling === undefined ? 0 : Math.max(1, filling + WINDOW_MS - now);

/** The stored form of a subject: a hash, because a user may type a password into the wrong field. */
export const storedSubject = (subject: string) => hash('sha256', subject);
