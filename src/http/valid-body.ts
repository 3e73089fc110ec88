// The body of a call: bytes -> a JSON object that fits the schema of its operation, or the rejection with every fault.
import type { Operation } from '../contract/endpoints.ts';
import type { Work } from '../ops/work.ts';
import { type JsonObject, readJson } from './read-body.ts';
import { UnfitBody } from './unfit-body.ts';
import { faultsOf } from './validate.ts';

/** The object of a body. Throws an UnfitBody with every fault of its schema, or INVALID_INPUT if it is no object. */
export function* validBody(operation: Operation, bytes: Buffer): Work<JsonObject> {
  const { body, faults: faultsOfText } = yield* readJson(bytes);
  yield;
  const faults = [...faultsOfText, ...faultsOf(operation, body)];
  if (faults.length > 0) throw new UnfitBody(operation, body, faults);
  return body;
}
