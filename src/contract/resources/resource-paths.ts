// The paths of stored objects that callers manage with several methods: batches, webhooks, watches.
import { BATCH_METHODS } from './batch-paths.ts';
import { WATCH_METHODS } from './watch-paths.ts';
import { WEBHOOK_METHODS } from './webhook-paths.ts';

/** The operation of each method of each path. */
export const RESOURCE_METHODS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...BATCH_METHODS,
  ...WEBHOOK_METHODS,
  ...WATCH_METHODS,
};
