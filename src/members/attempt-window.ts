// The time window for counting sign-in attempts. It is the same in every store.
import { hash } from 'node:crypto';

export const WINDOW_MS = 15 * 60_000;

/** The stored form of a subject: a hash, because a user may type a password into the wrong field. */
export const storedSubject = (subject: string) => hash('sha256', subject);
