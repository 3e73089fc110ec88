// Assigns the messages of a 422 to the fields of a form.
import type { ApiFailure } from './api.ts';

/** The sentence for the field at this path of the body; null where nothing is wrong with it. */
export function fieldError(failure: ApiFailure | null, path: string): string | null {
  return failure?.details.find((detail) => detail.path === path)?.message ?? null;
}

/** The failure, where it is about more than these fields, which show their own sentences. */
export function otherFailure(failure: ApiFailure | null, paths: readonly string[]): ApiFailure | null {
  if (failure === null) return null;
  const rest = failure.details.filter((detail) => !paths.includes(detail.path));
  return failure.details.length > 0 && rest.length === 0 ? null : failure;
}
