// The example answers of stored objects and of ingest in the OpenAPI document, which `npm run generate` takes from a
// server (reference/object-examples.ts).
import objectExamples from './object-examples.json' with { type: 'json' };
import type { Json } from './schemas.ts';

type Content = Readonly<Record<string, Json>>;
type Examples = Readonly<Record<string, unknown>>;

/** Adds an example to each answer that has one. */
export function withObjectExamples(paths: Json): Json {
  const methods = Object.entries(paths as Readonly<Record<string, Readonly<Record<string, Json>>>>);
  return Object.fromEntries(
    methods.map(([path, operations]) => [
      path,
      Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, withExample(operation)])),
    ]),
  );
}

function withExample(operation: Json): Json {
  const examples = (objectExamples as Readonly<Record<string, Examples>>)[String(operation['operationId'])];
  if (examples === undefined) return operation;
  const responses = Object.entries(operation['responses'] as Readonly<Record<string, Json>>);
  return {
    ...operation,
    responses: Object.fromEntries(responses.map(([status, answer]) => [status, shown(status, answer, examples)])),
  };
}

function shown(status: string, answer: Json, examples: Examples): Json {
  const content = answer['content'] as Content | undefined;
  if (!status.startsWith('2') || content === undefined) return answer;
  const types = Object.entries(content).map(([type, media]) => [type, { ...media, example: examples[type] }]);
  return { ...answer, content: Object.fromEntries(types) };
}
