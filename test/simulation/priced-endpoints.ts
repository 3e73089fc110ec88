// The endpoints of the simulation at different prices, so that a sum of credits and a count of charges are never the same.
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import type { Request } from './attempt.ts';

export const PRICED_ENDPOINTS: Readonly<Record<Request['operation'], Endpoint>> = {
  'key-info': ENDPOINTS['key-info'],
  'domain-to-network': { ...ENDPOINTS['domain-to-network'], credits: 2 },
  'current-date': ENDPOINTS['current-date'],
};

/** The price of calls of a path; 1 where nothing is charged, so that it can be divided by. */
export function priceOf(path: string): number {
  const endpoint = Object.values(PRICED_ENDPOINTS).find((each) => each.path === path);
  return Math.max(1, endpoint?.credits ?? 1);
}
