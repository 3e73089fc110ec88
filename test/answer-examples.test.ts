// The answers in the OpenAPI document equal those of a server.
import { expect, it } from 'vitest';
import { OPERATIONS } from '../src/contract/endpoints/endpoints.ts';
import examples from '../src/http/openapi/answer-examples.json' with { type: 'json' };
import objectExamples from '../src/http/openapi/object-examples.json' with { type: 'json' };
import { openApiDocument } from '../src/http/openapi/openapi.ts';
import { answerExamples } from '../src/reference/answer-examples.ts';
import { checkAnswer } from './support/service.ts';

it.each(OPERATIONS)('the example answer of %s matches its schema', (operation) => {
  checkAnswer(operation, { status: 200, headers: {}, body: examples[operation] });
});

it('each answer of stored objects and of ingest has an example', () => {
  const { paths } = openApiDocument({ version: '0.0.0' }) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const lacking = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, responses }) => {
      const contents = Object.entries(responses).flatMap(([status, { content }]) =>
        status.startsWith('2') ? Object.values(content ?? {}) : [],
      );
      return contents.some(({ example }) => example === undefined) ? [operationId] : [];
    }),
  );
  expect(lacking).toEqual([]);
});

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { example?: unknown }>> }>>;
}

it('each example answer equals that of a server over the demo data', { timeout: 240_000 }, async () => {
  expect(await answerExamples()).toEqual({ answers: examples, objects: objectExamples });
});
