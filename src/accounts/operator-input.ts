// Validation of operator input: each check returns the normalized value or throws with a message that states the valid
// form.
import { CONTROL_CHARACTER } from '../contract/control-character.ts';
import { givenTimeMs } from '../contract/days.ts';
import { resemblesKey } from './key-format.ts';
import { AccountsError } from './port.ts';

const NAME_LENGTH_MAX = 100;
const PATHS_MAX = 100;
const RATE_MAX = 10_000;
/** Keeps sums of credits exact in a double. */
const CREDITS_MAX = 1_000_000_000_000;
const GRACE_HOURS_MAX = 8760;
/** Maximum number of existing names in a message. */
const CHOICES_MAX = 10;

/** Entered text in a message, quoted as for a shell; never a key. */
export function quoted(text: string): string {
  return resemblesKey(text) ? 'a key (not shown)' : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `a, b, …`: the first few. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, CHOICES_MAX).join(', ');
  return names.length > CHOICES_MAX ? `${shown}, … (${names.length} in all)` : shown;
}

/** `, or choose one of: a, b, …`; empty if there are none. */
export function choicesText(names: readonly string[]): string {
  return names.length === 0 ? '' : `, or choose one of: ${listed(names)}`;
}

/** The trimmed name of a `plan` or an `account`: 1 to 100 characters, none of them a control character. */
export function checkedName(kind: string, name: string): string {
  const trimmed = checkedLabel(`name of the ${kind}`, name);
  if (trimmed === '')
    throw new AccountsError(`the name of the ${kind} is empty: give 1 to ${NAME_LENGTH_MAX} characters`);
  return trimmed;
}

/** A trimmed text of up to 100 characters, which may be empty. A key is rejected, because labels are displayed. */
export function checkedLabel(what: string, text: string): string {
  const trimmed = text.trim();
  if (resemblesKey(trimmed)) throw new AccountsError(`the ${what} looks like a key: give another, as names are shown`);
  if ([...trimmed].length > NAME_LENGTH_MAX) {
    throw new AccountsError(`the ${what} is too long: give at most ${NAME_LENGTH_MAX} characters`);
  }
  if (CONTROL_CHARACTER.test(trimmed)) {
    throw new AccountsError(`the ${what} holds a control character: give letters, digits and punctuation`);
  }
  return trimmed;
}

/** Credits of a month: a whole number from `least` up. */
export function checkedCredits(credits: number, least: number): number {
  if (Number.isInteger(credits) && credits >= least && credits <= CREDITS_MAX) return credits;
  throw new AccountsError(`credits must be a whole number from ${least} to ${CREDITS_MAX}, not ${credits}`);
}

export function checkedRate(requestsPerSecond: number): number {
  if (Number.isInteger(requestsPerSecond) && requestsPerSecond >= 1 && requestsPerSecond <= RATE_MAX) {
    return requestsPerSecond;
  }
  const fault = `requests per second must be a whole number from 1 to ${RATE_MAX}, not ${requestsPerSecond}`;
  throw new AccountsError(`${fault}: give it with --rps`, { inDashboard: fault });
}

/** Sorted paths without duplicates. */
export function checkedPaths(paths: readonly string[]): string[] {
  const wrong = paths.find((path) => !/^\/[\w/-]+$/.test(path));
  if (wrong !== undefined)
    throw new AccountsError(`not a path: ${quoted(wrong)}; give full paths such as /v2/search/people`);
  const unique = [...new Set(paths)];
  if (unique.length > PATHS_MAX) throw new AccountsError(`a key may be limited to at most ${PATHS_MAX} paths`);
  return unique;
}

/** A timestamp in milliseconds of the epoch. */
export function checkedTime(what: string, timestamp: string): number {
  const ms = givenTimeMs(timestamp);
  if (ms === null) {
    throw new AccountsError(`${what} is not a timestamp: ${quoted(timestamp)}; write it like 2026-12-31T23:59:59Z`);
  }
  return ms;
}

/** The end of a key in milliseconds of the epoch, after `now`; null for none. */
export function checkedExpiry(expiresAt: string | null, now: number): number | null {
  if (expiresAt === null) return null;
  const ms = checkedTime('the end of the key', expiresAt);
  if (ms <= now)
    throw new AccountsError(`the end of the key lies in the past: ${expiresAt}; give a later time`, {
      inDashboard: 'the end of the key lies in the past: give a later time',
    });
  return ms;
}

export function checkedGraceHours(hours: number): number {
  if (hours >= 0 && hours <= GRACE_HOURS_MAX) return hours;
  throw new AccountsError(`the grace must be from 0 to ${GRACE_HOURS_MAX} hours, not ${hours}`);
}
