// The parts of the endpoint table that the screens need. The build (vite.config.ts) inserts them from
// src/contract/endpoints/endpoints.ts.
import type { Tag } from '../../src/contract/endpoints/endpoint.ts';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { priceText } from '../../src/contract/endpoints/prices.ts';

export interface EndpointFacts {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Credits for a response with status 200; for a bulk endpoint, credits for each item with status 200. */
  readonly credits: number;
  /** The operation that a bulk endpoint applies to each item; null for other endpoints. */
  readonly itemsOf: Operation | null;
  /** A body that matches something in the demo data; null for endpoints without a body. */
  readonly example: Readonly<Record<string, unknown>> | null;
}

declare const ENDPOINT_FACTS: readonly EndpointFacts[];

/** In the order of the table. */
export const ENDPOINTS: readonly EndpointFacts[] = ENDPOINT_FACTS;

/** Credits that a call to this path costs. */
export function creditsOf(path: string): number {
  return ENDPOINTS.find((endpoint) => endpoint.path === path)?.credits ?? 0;
}

/** The price of a call to this path as text, such as `1 credit`. */
export function priceOf(path: string): string {
  return priceText(creditsOf(path));
}

/** A curl command to paste into a shell. */
export function curlCommand({ method, path }: EndpointFacts, key: string, body: unknown): string {
  const head = `curl -s ${location.origin}${path} -H 'x-api-key: ${key}'`;
  if (method === 'GET') return head;
  const text = JSON.stringify(body).replaceAll("'", "'\\''");
  return `${head} \\\n  -H 'content-type: application/json' \\\n  -d '${text}'`;
}
