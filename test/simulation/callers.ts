// Requests of clients: mostly good ones, and repetitions of unanswered ones with the same Idempotency-Key.
import { createHash } from 'node:crypto';
import { generateKey } from '../../src/accounts/key-format.ts';
import type { HeldKey, Request } from './attempt.ts';
import { PRICED_ENDPOINTS } from './priced-endpoints.ts';
import type { World } from './world.ts';

const REMEMBERED_MAX = 12;

interface Kind {
  readonly operation: Request['operation'];
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly expected: Request['expected'];
}

const KEY_INFO: Kind = {
  operation: 'key-info',
  method: 'GET',
  path: '/v2/account/key-info',
  body: '',
  expected: 200,
};
const KNOWN: Kind = {
  operation: 'domain-to-network',
  method: 'POST',
  path: '/v2/enrichment/domain-to-network',
  body: '{"domain":"known.example"}',
  expected: 200,
};
const UNKNOWN: Kind = { ...KNOWN, body: '{"domain":"unknown.example"}', expected: 404 };
const WRONG_BODY: Kind = { ...KNOWN, body: '{"domian":"known.example"}', expected: 422 };
const WRONG_METHOD: Kind = { ...KNOWN, method: 'PUT', expected: 405 };
const DATE: Kind = {
  operation: 'current-date',
  method: 'POST',
  path: '/v2/utils/current-date',
  body: '{"region":"Europe/Berlin"}',
  expected: 200,
};

const KINDS: readonly Kind[] = [
  ...Array<Kind>(64).fill(KNOWN),
  ...Array<Kind>(12).fill(UNKNOWN),
  ...Array<Kind>(8).fill(DATE),
  ...Array<Kind>(8).fill(KEY_INFO),
  ...Array<Kind>(4).fill(WRONG_BODY),
  WRONG_METHOD,
];
const STRANGER: HeldKey = { id: 'none', text: generateKey(), accountName: 'none', allowedPaths: [] };

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

const HASHES = new Map(KINDS.map(({ body }) => [body, hashOf(body)]));

export class Callers {
  readonly #world: World;
  readonly #remembered: Request[] = [];
  #numbers = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** The next request with one of these keys, mostly a live one. */
  next(held: readonly HeldKey[], live: readonly HeldKey[]): Request {
    const { random, weather } = this.#world;
    const isIdempotent = random.chance(weather.idempotentRate);
    if (isIdempotent && this.#remembered.length > 0 && random.chance(0.6)) {
      const request = random.pick(this.#remembered);
      if (live.includes(request.key) || random.chance(0.2)) return this.#again(request);
    }
    const holders = live.length === 0 || random.chance(0.1) ? held : live;
    const key = random.chance(0.02) ? STRANGER : random.pick(holders);
    this.#numbers += 1;
    const request = this.#request(random.pick(KINDS), key, isIdempotent ? `order-${this.#numbers}` : null);
    if (!isIdempotent) return request;
    this.#remembered.push(request);
    if (this.#remembered.length > REMEMBERED_MAX) this.#remembered.shift();
    return request;
  }

  /** A good request with a price. */
  plain(key: HeldKey): Request {
    return this.#request(KNOWN, key, null);
  }

  /** A repetition, rarely with another body. */
  #again(request: Request): Request {
    const { random } = this.#world;
    if (!random.chance(0.08)) return request;
    return this.#request(random.pick([KNOWN, UNKNOWN]), request.key, request.idempotencyKey);
  }

  #request(kind: Kind, key: HeldKey, idempotencyKey: string | null): Request {
    const mayCall = key.allowedPaths.length === 0 || kind === KEY_INFO || key.allowedPaths.includes(kind.path);
    const isRejected = kind !== WRONG_METHOD && (key === STRANGER || !mayCall);
    return {
      ...kind,
      credits: PRICED_ENDPOINTS[kind.operation].credits,
      key,
      idempotencyKey,
      bodyHash: HASHES.get(kind.body) ?? hashOf(kind.body),
      identity: `${key.id} ${kind.path} ${idempotencyKey}`,
      expected: isRejected ? 401 : kind.expected,
    };
  }
}
