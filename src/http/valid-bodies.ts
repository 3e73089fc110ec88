// The bodies of one operation: bytes -> a JSON object that fits the schema, or the refusal. Bodies that are sent again and again are
// parsed and judged once, and stay one object, by which the handlers know what they answered.

import { isRemembered } from '../api/answer-cache.ts';
import { RecentlyUsed } from '../api/clock-cache.ts';
import { HANDLERS } from '../api/handlers.ts';
import type { Operation } from '../contract/endpoints.ts';
import type { Work } from '../ops/work.ts';
import { type JsonObject, readJson } from './read-body.ts';
import { UnfitBody } from './unfit-body.ts';
import { faultsOf } from './validate.ts';

/** A longer body is rarely sent again, and to look it up would take as long as to parse it. */
const KNOWN_BYTES_MAX = 16 * 1024;
const MEMORY_WEIGHT_MAX = 4 * 1024 * 1024;
/** What a body takes beside its text, roughly. */
const BODY_OVERHEAD = 500;

export class ValidBodies {
  readonly #operation: Operation;
  readonly #isRemembered: boolean;
  readonly #known = new RecentlyUsed<string, JsonObject>(MEMORY_WEIGHT_MAX, (_, text) => text.length + BODY_OVERHEAD);

  constructor(operation: Operation) {
    this.#operation = operation;
    this.#isRemembered = isRemembered(HANDLERS[operation]);
  }

  /** The object of a body, which nobody may change. Throws an UnfitBody with every fault of its schema, or INVALID_INPUT where it is no object. */
  *read(bytes: Buffer): Work<JsonObject> {
    if (!this.#isRemembered || bytes.length > KNOWN_BYTES_MAX) return yield* this.#judged(bytes);
    // Each byte as one character: another text for other bytes, whatever they mean.
    const text = bytes.toString('latin1');
    const known = this.#known.get(text);
    if (known) return known;
    const body = yield* this.#judged(bytes);
    this.#known.set(text, body);
    return body;
  }

  *#judged(bytes: Buffer): Work<JsonObject> {
    const { body, faults: faultsOfText } = yield* readJson(bytes);
    yield;
    const faults = [...faultsOfText, ...faultsOf(this.#operation, body)];
    if (faults.length > 0) throw new UnfitBody(this.#operation, body, faults);
    return body;
  }
}
