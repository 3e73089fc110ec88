// The outcome of a removal. A row that was removed before, such as in another tab, is gone as requested.
import type { Result } from './api.ts';
import { notify } from './components/notices.tsx';
import { REMOVAL_TEXTS } from './texts/component-texts.ts';

/** Shows the outcome, with `done` for a row that was removed now. Returns true if the row is gone. */
export function showRemoval(result: Result<unknown>, done: string): boolean {
  if (result.ok) notify(done);
  else showNotRemoved(result);
  return result.ok || wasGone(result);
}

/** Shows the reason of a removal that did not happen. */
export function showNotRemoved(result: Result<unknown>): void {
  if (wasGone(result)) notify(REMOVAL_TEXTS.wasGone, 'plain');
  else if (!result.ok) notify(result.failure.message, 'bad');
}

/** True if the server found nothing to remove. */
export const wasGone = (result: Result<unknown>): boolean => !result.ok && result.failure.status === 404;
