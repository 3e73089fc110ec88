// Validates the body of a call: turns bytes into a JSON object that fits the schema of the operation, or rejects them
// with every fault.
import type { BulkedOperation } from '../../contract/endpoints/endpoint.ts';
import { ENDPOINTS, type Operation } from '../../contract/endpoints/endpoints.ts';
import type { Work } from '../../ops/scheduling/work.ts';
import { asObject, type JsonObject, readJson, textFaults } from './read-body.ts';
import { UnfitBody } from './unfit-body.ts';
import { faultsOf, idFaultsOf } from './validate.ts';

/**
 * Parses and validates a body. Throws an UnfitBody with every fault of the schema, or INVALID_INPUT if the body is not
 * an object. The items of a bulk call are not checked here: `checkItem` checks each.
 */
export function* validBody(operation: Operation, bytes: Buffer): Work<JsonObject> {
  const { body, faults: faultsOfText } = yield* readJson(bytes);
  yield;
  const isOfItem = (pointer: string | null) => ENDPOINTS[operation].itemsOf !== null && pointer?.startsWith('/items/');
  const faults = [...faultsOfText.filter(({ pointer }) => !isOfItem(pointer)), ...faultsOf(operation, body)];
  if (faults.length > 0) throw new UnfitBody(operation, body, faults);
  return body;
}

/** An item of a bulk call: its id (if valid) and the body of the single call. */
export interface ItemParts {
  readonly id: string | null;
  readonly body: JsonObject;
}

/** Splits an item into its parts without checking the body. INVALID_INPUT if the item is not an object. */
export function itemParts(item: unknown): ItemParts {
  const { id = null, ...body } = asObject(item);
  const isValid = typeof id === 'string' && idFaultsOf(id).length === 0 && textFaults({ id }).length === 0;
  return { id: isValid ? id : null, body };
}

/** Throws an UnfitBody with every fault of an item, as for the body of the single call. */
export function checkItem(operation: BulkedOperation, item: JsonObject, { body }: ItemParts): void {
  const faults = [...textFaults(item), ...idFaultsOf(item['id'] ?? null), ...faultsOf(operation, body)];
  if (faults.length > 0) throw new UnfitBody(operation, body, faults);
}
