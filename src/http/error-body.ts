// The error envelope of the API.
import { ApiError } from '../contract/errors.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';

/** The body of an error as JSON. `requestId` equals the header x-request-id of the same answer. */
export function errorBody(error: ApiError, requestId: string): string {
  return JSON.stringify({ success: false, error: errorMember(error, requestId) });
}

/** The error object without the envelope. */
export function errorMember({ wireCode, message, details }: ApiError, requestId: string): object {
  const faults = details.length > 0 ? { details } : {};
  return { code: wireCode, message, request_id: requestId, ...faults };
}

/** Copies a stored error for another request, with the id of that request. */
export function ofRequest(body: string, requestId: string): string {
  const { error, ...envelope } = JSON.parse(body) as { readonly error: object };
  return JSON.stringify({ ...envelope, error: { ...error, request_id: requestId } });
}

/**
 * The ApiError for a value that a call threw: an ApiError unchanged, DATA_SERVICE_UNAVAILABLE for a store that is out
 * of reach, DATA_SERVICE_ERROR for anything else.
 */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isStoreUnavailable(thrown))
    return new ApiError(
      'DATA_SERVICE_UNAVAILABLE',
      'the service cannot charge right now; it costs nothing, try again',
      {
        headers: { 'retry-after': '1' },
      },
    );
  return new ApiError(
    'DATA_SERVICE_ERROR',
    'the data service could not complete the request; it costs nothing, try again',
  );
}

/**
 * Whether a thrown value is a fault to log. A rejection is not, nor is a store that is out of reach, which the process
 * logs once.
 */
export function isFault(thrown: unknown): boolean {
  return !(thrown instanceof ApiError) && !isStoreUnavailable(thrown);
}
