// Ingest in one serving thread: its routes, and the way to the thread that writes.
import type { MessagePort } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { IngestClient } from './ingest-client.ts';
import { type IngestRoutesOptions, registerIngest } from './ingest-routes.ts';

export interface OpenedIngest {
  register(app: FastifyInstance): void;
  close(): void;
}

/** `port`: of IngestThread; null for a thread that takes no rows. */
export function openIngest(port: MessagePort | null, options: Omit<IngestRoutesOptions, 'push'>): OpenedIngest {
  const client = port === null ? null : new IngestClient(port);
  return {
    register: (app) => {
      if (client !== null) registerIngest(app, { ...options, push: (order) => client.push(order) });
    },
    close: () => client?.close(),
  };
}
