// The window in which sign-in attempts are counted, the same in every store.
import { hash } from 'node:crypto';

export const WINDOW_MS = 15 * 60_000;

/** A hash, as a password may be typed into the wrong field. */
export const storedSubject = (subject: string) => hash('sha256', subject);
