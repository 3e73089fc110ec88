// The TypeScript client of the Cardfile API. It needs fetch and Web Crypto only: Node, Deno, Bun, Workers, browsers.
export type { BatchInput, BatchOptions, BatchPage, BatchRow, CreateBatch } from './batches.ts';
export { Batches } from './batches.ts';
export type { CallOptions, Result } from './call.ts';
export { Cardfile, type CardfileOptions } from './client.ts';
export * from './errors.ts';
export type * from './generated/types.ts';
export { Paged } from './paged.ts';
export { verifyWebhook, WebhookError, type WebhookEvent, type WebhookRequest } from './webhooks.ts';
