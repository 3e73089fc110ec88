// The outcome of a removal. A row that was removed before, such as in another tab, is gone as requested.
import type { Result } from './api.ts';
import { notify } from './components/notices.tsx';
import { REMOVAL_TEXTS } from './texts/component-texts.ts';

/** True if the row is gone; otherwise the failure is shown. `done` is the message for a row that was removed now. */
export function isGone(result: Result<unknown>, done: string): boolean {
  if (result.ok) notify(done);
  else notifyGone(result);
  return result.ok || wasGone(result);
}

/** The message of a removal that did not happen. */
export function notifyGone(result: Result<unknown>): void {
  if (wasGone(result)) notify(REMOVAL_TEXTS.wasGone, 'plain');
  else if (!result.ok) notify(result.failure.message, 'bad');
}

/** True if the server found nothing to remove. */
export const wasGone = (result: Result<unknown>): boolean => !result.ok && result.failure.status === 404;
