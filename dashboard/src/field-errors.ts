// Assigns the error messages of a 422 to form fields.
import type { ApiFailure } from './api.ts';

/** The error message for the field at this path of the body; null if there is none. */
export function fieldError(failure: ApiFailure | null, path: string): string | null {
  return failure?.details.find((detail) => detail.path === path)?.message ?? null;
}

/** The failure, unless all its details belong to these fields, which show them. */
export function otherFailure(failure: ApiFailure | null, paths: readonly string[]): ApiFailure | null {
  if (failure === null) return null;
  const rest = failure.details.filter((detail) => !paths.includes(detail.path));
  return failure.details.length > 0 && rest.length === 0 ? null : failure;
}
