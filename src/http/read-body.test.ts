import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readBytes } from './read-body.ts';

function message(): IncomingMessage {
  return new IncomingMessage(new Socket());
}

test('the bytes of a body are all of its chunks, in order', async () => {
  const request = message();
  const bytes = readBytes(request);
  request.push('{"a":');
  request.push('1}');
  request.push(null);
  expect(String(await bytes)).toBe('{"a":1}');
});

test('a caller who leaves before the body is complete ends the wait', async () => {
  const request = message();
  const bytes = readBytes(request);
  request.push('{"a":');
  request.destroy();
  await expect(bytes).rejects.toThrow('closed before the body was complete');
});

test('a caller who left before anybody listened ends the wait', async () => {
  const request = message();
  request.destroy();
  await new Promise((resolve) => request.once('close', resolve));
  await expect(readBytes(request)).rejects.toThrow('closed before the body was complete');
});
