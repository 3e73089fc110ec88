import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { faultOf, linesOf } from './stdio-lines.ts';

async function texts(chunks: readonly string[], max?: number): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const line of linesOf(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), max))
    lines.push(line === null ? null : line.toString());
  return lines;
}

it('reads lines from any chunks, the last one without a line feed', async () => {
  expect(await texts(['a', 'b\nc\n\nd', '\ne'])).toEqual(['ab', 'c', '', 'd', 'e']);
  expect(await texts(['a\n'])).toEqual(['a']);
  expect(await texts([])).toEqual([]);
});

it('discards a line that is too long, and continues after it', async () => {
  expect(await texts(['abc', 'd', 'e\nf\nabcd\n', 'abcde'], 4)).toEqual([null, 'f', 'abcd', null]);
});

const codeOf = (text: string) => {
  const fault = faultOf(Buffer.from(text));
  return fault && [fault.id, fault.error.code];
};

it.each([
  ['text that is not JSON', 'this is no JSON', [null, -32700]],
  ['half a message', '{"jsonrpc":"2.0","id":1', [null, -32700]],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', [null, -32600]],
  ['a number', '5', [null, -32600]],
  ['nothing', 'null', [null, -32600]],
  ['no version', '{"id":7,"method":"ping"}', [7, -32600]],
  ['no method', '{"jsonrpc":"2.0","id":"a"}', ['a', -32600]],
  ['a wrong id', '{"jsonrpc":"2.0","id":{},"method":"ping"}', [null, -32600]],
  ['a request', '{"jsonrpc":"2.0","id":1,"method":"ping"}', null],
  ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}', null],
  ['an answer', '{"jsonrpc":"2.0","id":1,"result":{}}', null],
  ['a wrong answer', '{"jsonrpc":"2.0","id":{},"result":{}}', null],
])('classifies a line with %s', (_, text, expected) => {
  expect(codeOf(text)).toEqual(expected);
});

it('rejects an overlong line', () => {
  expect(faultOf(null)).toMatchObject({ id: null, error: { code: -32600 } });
});
