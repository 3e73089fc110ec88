// Sends the items of a request as bulk calls, one call per path, and returns their outcomes in the order of the items.

import type { JsonObject } from '../http/body/read-body.ts';
import type { ApiReply, CallApi } from '../http/in-process-calls.ts';

/** The outcome of one item: its answer, an error, or null if there is no match. */
export type Outcome = { readonly body: JsonObject } | { readonly error: JsonObject } | null;

export interface Outcomes {
  readonly list: readonly Outcome[];
  readonly credits: number;
  /** The first rejection, if no item was answered; otherwise null. */
  readonly rejection: ApiReply | null;
}

interface BulkItem {
  readonly status: number;
  readonly body: JsonObject;
  readonly error: JsonObject;
}

/** Makes one bulk call for the items of each path. */
export async function bulkReplies(
  items: readonly { readonly path: string; readonly body: JsonObject }[],
  callApi: CallApi,
): Promise<Outcomes> {
  const list: Outcome[] = items.map(() => null);
  let credits = 0;
  let rejection: ApiReply | null = null;
  for (const path of new Set(items.map((item) => item.path))) {
    const indexes = items.flatMap((item, index) => (item.path === path ? [index] : []));
    const body = { items: indexes.map((index) => items[index]?.body) };
    const reply = await callApi({ method: 'POST', path, body });
    const results = reply.status === 200 ? (reply.body['results'] as readonly BulkItem[]) : [];
    credits += Number(reply.body['credits_used'] ?? 0);
    for (const [nth, index] of indexes.entries()) list[index] = outcomeOf(results[nth], reply);
    rejection ??= rejectionOf(reply, results);
  }
  const isAnswered = list.some((outcome) => outcome === null || 'body' in outcome);
  return { list, credits, rejection: isAnswered ? null : rejection };
}

function outcomeOf(item: BulkItem | undefined, reply: ApiReply): Outcome {
  if (!item) return { error: reply.body['error'] as JsonObject };
  if (item.status === 200) return { body: item.body };
  return item.status === 404 ? null : { error: item.error };
}

/** A rejected call; else the first rejected item in the form of a rejected call. */
function rejectionOf(reply: ApiReply, results: readonly BulkItem[]): ApiReply | null {
  if (reply.status !== 200) return reply;
  const item = results.find(({ status }) => status !== 200 && status !== 404);
  return item ? { status: item.status, headers: {}, body: { success: false, error: item.error } } : null;
}
