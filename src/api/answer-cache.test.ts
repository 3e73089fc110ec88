import { expect, test } from 'vitest';
import type { Caller } from '../accounts/port.ts';
import { answerMemory, remembered } from './answer-cache.ts';
import type { ApiContext, Searchable } from './context.ts';
import { answerOf } from './rows.ts';

/** Plays no part. */
const caller = {} as Caller;

/** A context in which nothing is known but the memory of answers. */
function contextOf(searchable: Pick<Searchable, 'answers'>): ApiContext {
  return { searchable: async () => searchable } as unknown as ApiContext;
}

test('thousands of answers are kept from the second asking on, each in no more memory than it needs', async () => {
  let worked = 0;
  const handler = remembered<'company-jobs'>((body) => async () => {
    worked += 1;
    return answerOf('{"domain":"', [Buffer.from(String(body.domain))], `${'.'.repeat(10_000)}"}`);
  });
  const context = contextOf({ answers: answerMemory() });
  const bodies = Array.from({ length: 3000 }, (_, index) => ({ domain: `d${index}.example` }));
  for (let turn = 0; turn < 3; turn += 1) {
    for (const body of bodies) {
      const answer = (await (await handler(body, context, caller))()) as Buffer;
      expect(answer.buffer.byteLength).toBe(answer.length);
      expect(String(answer)).toContain(body.domain);
    }
  }
  expect(worked).toBe(6000);
});

test('an answer that is a text is kept as its bytes, and another state knows nothing of it', async () => {
  let worked = 0;
  const handler = remembered<'company-jobs'>(() => async () => `{"é":${++worked}}`);
  const body = { domain: 'acme.example' };
  const answer = async (context: ApiContext) => String(await (await handler(body, context, caller))());
  const context = contextOf({ answers: answerMemory() });
  expect([await answer(context), await answer(context), await answer(context)]).toEqual([
    '{"é":1}',
    '{"é":2}',
    '{"é":2}',
  ]);
  expect(await answer(contextOf({ answers: answerMemory() }))).toBe('{"é":3}');
});
