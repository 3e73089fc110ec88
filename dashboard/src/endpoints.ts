// The endpoint table as the screens need it. The build (vite.config.ts) inserts it from
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
  /** The price of an answer with status 200; of a bulk endpoint, of each item with status 200. */
  readonly credits: number;
  /** The operation of the items of a bulk endpoint; null if it is none. */
  readonly itemsOf: Operation | null;
  /** A body that finds something in the demo data; null where there is no body. */
  readonly example: Readonly<Record<string, unknown>> | null;
}

declare const ENDPOINT_FACTS: readonly EndpointFacts[];

/** In the order of the table. */
export const ENDPOINTS: readonly EndpointFacts[] = ENDPOINT_FACTS;

/** Credits of a call of this path. */
export function creditsOf(path: string): number {
  return ENDPOINTS.find((endpoint) => endpoint.path === path)?.credits ?? 0;
}

/** The price of a call of this path, as in `1 credit`. */
export function priceOf(path: string): string {
  return priceText(creditsOf(path));
}

/** A curl command that can be pasted into a shell. */
export function curlCommand({ method, path }: EndpointFacts, key: string, body: unknown): string {
  const head = `curl -s ${location.origin}${path} -H 'x-api-key: ${key}'`;
  if (method === 'GET') return head;
  const text = JSON.stringify(body).replaceAll("'", "'\\''");
  return `${head} \\\n  -H 'content-type: application/json' \\\n  -d '${text}'`;
}
