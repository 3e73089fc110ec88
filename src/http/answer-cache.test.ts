import { expect, test } from 'vitest';
import type { Searchable, Work } from '../api/context.ts';
import { answerWithRows } from '../api/rows.ts';
import { AnswerCache, answerKey } from './answer-cache.ts';

/** Data reduced to its version. */
const data = (version: string) => async () => ({ version }) as Searchable;
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);

async function request(cache: AnswerCache, work: Work, { key = 'key', version = '1' } = {}): Promise<Buffer | string> {
  return (await cache.workFor(key, data(version), async () => work))();
}

test('stores thousands of answers from the second request on, each in no more memory than it needs', async () => {
  let worked = 0;
  const cache = new AnswerCache();
  const keys = Array.from({ length: 3000 }, (_, index) => `d${index}.example`);
  for (let turn = 0; turn < 3; turn += 1) {
    for (const key of keys) {
      const work = async () => {
        worked += 1;
        return answerWithRows('{"domain":"', [Buffer.from(key)], `${'.'.repeat(10_000)}"}`);
      };
      const answer = (await request(cache, work, { key })) as Buffer;
      expect(answer.buffer.byteLength).toBe(answer.length);
      expect(String(answer)).toContain(key);
    }
  }
  expect(worked).toBe(6000);
});

test('stores a text as its bytes, and drops all answers when the data changes', async () => {
  let worked = 0;
  const cache = new AnswerCache();
  const work = async () => `{"é":${++worked}}`;
  const answers: string[] = [];
  for (const version of ['1', '1', '1', '2', '2', '2', '1'])
    answers.push(String(await request(cache, work, { version })));
  expect(answers).toEqual([1, 2, 2, 3, 4, 4, 5].map((number) => `{"é":${number}}`));
});

test('stores no answer whose data changed while it was computed', async () => {
  const cache = new AnswerCache();
  const slow = Promise.withResolvers<string>();
  await request(cache, async () => 'old');
  const late = request(cache, () => slow.promise);
  await request(cache, async () => 'new', { version: '2' });
  slow.resolve('old');
  expect(await late).toBe('old');
  expect(String(await request(cache, async () => 'new', { version: '2' }))).toBe('new');
  expect(String(await request(cache, async () => 'other', { version: '2' }))).toBe('new');
});

test('stores nothing if the work fails, and reads the data once per request', async () => {
  const cache = new AnswerCache();
  const failing = () => request(cache, () => Promise.reject(new Error('not found')));
  await expect(failing()).rejects.toThrow('not found');
  let readings = 0;
  const current = () => {
    readings += 1;
    return data('1')();
  };
  const plan = async (searchable: typeof current) => {
    await searchable();
    return async () => '{}';
  };
  for (let request = 0; request < 3; request += 1) await (await cache.workFor('key', current, plan))();
  expect(readings).toBe(3);
});

test('keys answers by the operation and the exact bytes of the body', () => {
  const keys = [
    answerKey('people-search', bytes('{"a":"é"}')),
    answerKey('people-search', bytes('{"a":"é"}', 'latin1')),
    answerKey('people-search', bytes('{"a":"Ã©"}')),
    answerKey('people-search', bytes('{"a":"\\u00e9"}')),
    answerKey('company-search', bytes('{"a":"é"}')),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(answerKey('people-search', bytes('{"a":"é"}'))).toBe(keys[0]);
  expect(answerKey('people-search', Buffer.alloc(16 * 1024 + 1))).toBeNull();
});
