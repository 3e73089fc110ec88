// An HTTP server in front of a service that injects faults: scenarios of clients post them to /faults.

import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * The fault of one call: `drop` closes the connection without an answer; `lose` lets the service answer and drops that
 * answer; `hang` never answers; `web page` is a status 200 without JSON; `empty` is a status 200 without a body;
 * `closed until a date` is a 503 with a date in Retry-After; a number is a status from another server; null is no
 * fault.
 */
type Fault = 'drop' | 'lose' | 'hang' | 'web page' | 'empty' | 'closed until a date' | number | null;

export interface FaultProxy {
  readonly base: string;
  close(): void;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let faults: Fault[] = [];
  let calls = 0;
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url === '/faults') {
      // Counts calls from the faults of the current step on.
      const counted = calls;
      calls = 0;
      faults = JSON.parse((await text(incoming)) || '[]') as Fault[];
      outgoing.end(JSON.stringify({ calls: counted }));
      return;
    }
    calls += 1;
    const fault = faults.shift();
    if (fault === 'drop') incoming.socket.destroy();
    else if (typeof fault === 'number') outgoing.writeHead(fault, { 'retry-after': '1' }).end('not from the service');
    else if (fault === 'web page') outgoing.end('<html>');
    else if (fault === 'empty') outgoing.end();
    else if (fault === 'closed until a date') outgoing.writeHead(503, { 'retry-after': inTwoSeconds() }).end();
    else if (fault !== 'hang') forward(incoming, outgoing, { target, isLost: fault === 'lose' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A date in the format of HTTP, which has whole seconds. */
function inTwoSeconds(): string {
  return new Date(Date.now() + 2_000).toUTCString();
}

interface Way {
  readonly target: string;
  readonly isLost: boolean;
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, { target, isLost }: Way): void {
  const { method, headers, url } = incoming;
  const call = request(target + url, { method: method ?? 'GET', headers }, (answer) => {
    if (isLost) {
      answer.resume().on('end', () => incoming.socket.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  });
  call.on('error', () => outgoing.destroy());
  incoming.pipe(call);
}
