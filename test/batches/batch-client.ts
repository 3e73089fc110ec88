// The calls of batches for tests; every answer is checked against its schema.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { BatchAnswer } from '../../src/contract/resources/batches.ts';
import { checkErrorBody, type Reply, type TestService } from '../support/service.ts';

const CSV = 'text/csv';

export const isBatch = new Ajv2020({ allErrors: true, strict: false }).compile(BatchAnswer);

interface Sent {
  readonly key?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

/** The calls to a service; `running` returns the service of the current test. */
export function batchClient(running: () => TestService) {
  async function send(method: string, url: string, payload?: string | Buffer, sent: Sent = {}): Promise<Reply> {
    const type = sent.type === undefined ? {} : { 'content-type': sent.type };
    const headers = { 'x-api-key': sent.key ?? running().key, ...type, ...sent.headers };
    const reply = await running().request({
      method: method as 'POST',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    if (reply.status >= 400) checkErrorBody(reply.body);
    return reply;
  }

  const create = (query: string, rows: string | Buffer, sent: Sent = {}) =>
    send('POST', `/v2/batches?${query}`, rows, { type: CSV, ...sent });
  const show = (id: string, key?: string) => send('GET', `/v2/batches/${id}`, undefined, key ? { key } : {});
  const results = async (id: string, query = '', key?: string) =>
    send('GET', `/v2/batches/${id}/results${query}`, undefined, key ? { key } : {});

  /** Waits until the batch is neither queued nor running, and returns it. */
  async function ended(id: string, key?: string) {
    for (let attempt = 0; attempt < 2000; attempt += 1) {
      const { status, body } = await show(id, key);
      expect([status, isBatch(body), isBatch.errors]).toEqual([200, true, null]);
      if (body.state !== 'queued' && body.state !== 'running') return body;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`${id} does not end`);
  }

  return { send, create, show, results, ended };
}
