// The endpoints of the simulation at different prices, so that a sum of credits always differs from a count of
// charges.
import type { Endpoint } from '../../src/contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '../../src/contract/endpoints/endpoints.ts';
import type { Request } from './attempt.ts';

export const PRICED_ENDPOINTS: Readonly<Record<Request['operation'], Endpoint>> = {
  'key-info': ENDPOINTS['key-info'],
  'domain-to-network': { ...ENDPOINTS['domain-to-network'], credits: 2 },
  'current-date': ENDPOINTS['current-date'],
};

/** The price of a call to a path; 1 for free paths, so that it can be a divisor. */
export function priceOf(path: string): number {
  const endpoint = Object.values(PRICED_ENDPOINTS).find((each) => each.path === path);
  return Math.max(1, endpoint?.credits ?? 1);
}
