// The answers in the OpenAPI document equal those of a server.
import { expect, it } from 'vitest';
import { OPERATIONS } from '../src/contract/endpoints.ts';
import examples from '../src/http/answer-examples.json' with { type: 'json' };
import { answerExamples } from '../src/reference/answer-examples.ts';
import { checkAnswer } from './support/service.ts';

it.each(OPERATIONS)('the example answer of %s matches its schema', (operation) => {
  checkAnswer(operation, { status: 200, headers: {}, body: examples[operation] });
});

it('each example answer equals that of a server over the demo data', { timeout: 240_000 }, async () => {
  expect(await answerExamples()).toEqual(examples);
});
