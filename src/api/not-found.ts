// The 404 of a look-up without a result; such a call is free.
import { ApiError } from '../contract/errors.ts';

/** A 404 whose message names the missing record. */
export function notFound(what: string): ApiError {
  return new ApiError('NOT_FOUND', what);
}

export const unknownPerson = () => notFound('no person with this person_network_url is known');
export const unknownCompany = () => notFound('no company with this company_network_url is known');
