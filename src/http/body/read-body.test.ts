import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ClientDisconnected } from '../../contract/errors.ts';
import { readBytes } from './read-body.ts';

function message(): IncomingMessage {
  return new IncomingMessage(new Socket());
}

test('concatenates all chunks of a body, in order', async () => {
  const request = message();
  const bytes = readBytes(request);
  request.push('{"a":');
  request.push('1}');
  request.push(null);
  expect(String(await bytes)).toBe('{"a":1}');
});

test('reads whole bodies that arrive with or after their headers, and then the next request', async () => {
  const read: string[] = [];
  const ended: Promise<unknown>[] = [];
  const server = createServer(async (request, response) => {
    ended.push(once(request, 'end'));
    read.push(String(await readBytes(request)));
    response.end('answered');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const head = (length: number) => `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`;
  const requests = [[`${head(2)}{}`], [head(3), '{ }'], [`${head(4)}{`, '  }'], [head(0)], [`${head(2)}{}`]];
  for (const [index, pieces] of requests.entries()) {
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await expect.poll(() => read.length).toBe(index + 1);
  }
  expect(read).toEqual(['{}', '{ }', '{  }', '', '{}']);
  await Promise.all(ended);
  socket.destroy();
  server.close();
});

test('stops waiting when a caller leaves before the body is complete', async () => {
  const request = message();
  const bytes = readBytes(request);
  request.push('{"a":');
  request.destroy();
  await expect(bytes).rejects.toBeInstanceOf(ClientDisconnected);
});

test('stops waiting for a caller who left before there was a listener', async () => {
  const request = message();
  request.destroy();
  await new Promise((resolve) => request.once('close', resolve));
  await expect(readBytes(request)).rejects.toBeInstanceOf(ClientDisconnected);
});
