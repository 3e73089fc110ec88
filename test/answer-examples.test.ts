// The answers that the OpenAPI document shows are those that a server gives.
import { expect, it } from 'vitest';
import { OPERATIONS } from '../src/contract/endpoints.ts';
import examples from '../src/http/answer-examples.json' with { type: 'json' };
import { answerExamples } from '../src/reference/answer-examples.ts';
import { checkAnswer } from './support/service.ts';

it.each(OPERATIONS)('the shown answer of %s fits its schema', (operation) => {
  checkAnswer(operation, { status: 200, headers: {}, body: examples[operation] });
});

it('each shown answer is the one that a server gives over the demo data', { timeout: 240_000 }, async () => {
  expect(await answerExamples()).toEqual(examples);
});
