// The address of the request log.
import { screenAddress } from '../screen-address.ts';

interface CallFilters {
  readonly key?: string;
  /** `422`, `4xx` or `errors`. */
  readonly status?: string;
}

/** The address with its filters, and the account that the operator has chosen. */
export function callsAddress({ key = '', status = '' }: CallFilters, account: string | null): string {
  return screenAddress('/calls', { key, status }, account);
}
