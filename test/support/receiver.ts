// An endpoint that receives events: a plain HTTP server on loopback. The test decides its answers.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads an event of any type
  readonly body: any;
}

export interface Receiver {
  readonly url: string;
  readonly received: ReceivedEvent[];
  /** The status and headers of the next answers; a null status means that none is sent. */
  answer: { status: number | null; headers?: Record<string, string> };
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedEvent[] = [];
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    received.push({ headers: request.headers, text, body: text === '' ? null : JSON.parse(text) });
    const { status, headers = {} } = receiver.answer;
    if (status !== null) reply.writeHead(status, headers).end('the text of an answer is not read');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: { status: 200 },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}
