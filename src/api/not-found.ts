// The refusals of look-ups that find nothing: nobody pays for nothing.
import { ApiError } from '../contract/errors.ts';

/** A 404 that says what was looked for. */
export function notFound(what: string): ApiError {
  return new ApiError('NOT_FOUND', what);
}

export const unknownPerson = () => notFound('no person with this person_network_url is known');
export const unknownCompany = () => notFound('no company with this company_network_url is known');
