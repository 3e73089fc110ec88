// Executes one call from its first header to its answer, in the order of the contract: method, key, rate, body, replay,
// credit, work, charge. It uses HTTP terms but is independent of the server: server.ts passes it a call and sends the
// answer.
import { createHash } from 'node:crypto';
import { nextResetAt } from '../accounts/period.ts';
import type { Caller } from '../accounts/port.ts';
import type { Handler, Payload, SharedContext, Work } from '../api/context.ts';
import { HANDLERS } from '../api/handlers.ts';
import type { Endpoint } from '../contract/endpoints/endpoint.ts';
import type { SingleOperation } from '../contract/endpoints/endpoints.ts';
import { ApiError, ClientDisconnected, exhaustedMessage, invalidAt } from '../contract/errors.ts';
import { assert } from '../ops/assert.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import { atOnce } from '../ops/scheduling/work.ts';
import { admitCall, authenticated, checkAllowed } from './admission.ts';
import { answerKey } from './answer-cache.ts';
import { isLong, LONG_BYTES, readLongBody } from './body/long-bodies.ts';
import { checkContentType, type JsonObject, readBytes } from './body/read-body.ts';
import { UnfitBody } from './body/unfit-body.ts';
import { validBody } from './body/valid-body.ts';
import { BulkCall } from './bulk-call.ts';
import type { Answer, Call, Services } from './call.ts';
import { CallClock } from './call-clock.ts';
import { errorBody, isFault, ofRequest, toApiError } from './error-body.ts';
import { givenIdempotencyKey, type RepeatedCall, repeatedCall } from './idempotent-call.ts';
import { storedBodyOf, textToStore } from './stored-body.ts';
import { accountRejected, perSecondText } from './too-many-requests.ts';

/** Answers contain personal data: no cache may store them, and no browser may sniff their type. */
export const SAFE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export const JSON_TYPE = 'application/json; charset=utf-8';

const NO_BYTES = Buffer.alloc(0);
const JSON_HEADERS = { ...SAFE_HEADERS, 'content-type': JSON_TYPE };

/** Answers one call; never rejects. */
export async function pipeline(call: Call, services: Services): Promise<Answer> {
  const run = new Run(call, services);
  try {
    run.checkMethod();
    const caller = await run.authenticate();
    await run.admit(caller);
    run.checkPath(caller);
    const bytes = await run.readBody();
    await run.enter();
    await run.noteHidden();
    const work = await run.plan(caller, bytes);
    await run.admitItems(caller, work);
    const replay = await run.beginIdempotent(caller, bytes);
    if (replay?.state === 'charged') return await run.repeat(work, replay.credits);
    if (replay) return await run.replay(replay.answer);
    await run.checkCredit(caller);
    await run.enter();
    const payload = await run.pay(caller, work);
    if (payload.length >= LONG_BYTES) await run.enter();
    return run.answer(200, payload);
  } catch (error) {
    return await run.toErrorAnswer(error);
  }
}

/** One running call. Holds its state so far, for the headers and for the cleanup. */
class Run {
  readonly #call: Call;
  readonly #services: Services;
  readonly #endpoint: Endpoint;
  readonly #headers: Record<string, string>;
  readonly #clock = new CallClock();
  #caller: Caller | null = null;
  #turn: Turn | null = null;
  #credits = 0;
  #requestBody: Buffer = NO_BYTES;
  #idempotencyKey: string | null = null;
  #idempotencyToken: string | null = null;
  #hiddenGeneration = 0;

  constructor(call: Call, services: Services) {
    this.#call = call;
    this.#services = services;
    this.#endpoint = services.endpoint;
    this.#headers = { ...JSON_HEADERS, 'x-request-id': call.requestId };
  }

  checkMethod(): void {
    const { method, path } = this.#endpoint;
    if (this.#call.message.method === method) return;
    throw new ApiError('METHOD_NOT_ALLOWED', `${path} takes ${method} only`, { headers: { allow: method } });
  }

  async authenticate(): Promise<Caller> {
    const { callerWithoutAccount } = this.#call;
    assert(
      callerWithoutAccount === undefined || this.#endpoint.credits === 0,
      'a caller without an account makes free calls only',
    );
    this.#caller = callerWithoutAccount ?? (await authenticated(this.#call, this.#services));
    return this.#caller;
  }

  /** Rejects a path that the key may not call. Runs after the call has been counted against the rate of the account. */
  checkPath(caller: Caller): void {
    if (this.#call.operation !== 'key-info') checkAllowed(this.#endpoint.path, caller);
  }

  async admit(caller: Caller): Promise<void> {
    this.#turn = this.#services.scheduler.open(caller.accountId);
    const { limiter, monotonicMs, endpoint } = this.#services;
    await admitCall(caller, { limiter, monotonicMs, hasItems: endpoint.itemsOf !== null }, this.#headers);
  }

  /** Counts each item of a bulk call as a request. The call itself was counted as the first item. */
  async admitItems({ accountId, requestsPerSecond: limit }: Caller, work: Work | BulkCall): Promise<void> {
    if (!(work instanceof BulkCall) || work.items === 1) return;
    const more = { limit, count: work.items - 1, nowMs: this.#services.monotonicMs() };
    const admission = await this.#services.limiter.admitMore(accountId, more);
    if (!admission.admitted) {
      const limitText = `than ${perSecondText(limit)}, as which ${work.items} items count`;
      throw accountRejected(admission, limitText);
    }
    const seconds = Math.max(1, Math.ceil(work.items / limit));
    this.#headers['ratelimit'] = `"default";r=${admission.remaining};t=${seconds}`;
  }

  /** Waits until the account of the call may use the event loop; undefined if it may at once. */
  enter(): Promise<void> | undefined {
    this.#clock.start('waitMs');
    return this.#turn?.enter();
  }

  async readBody(): Promise<Buffer> {
    this.#requestBody = await this.#read();
    return this.#requestBody;
  }

  async #read(): Promise<Buffer> {
    if (this.#endpoint.body === null) return NO_BYTES;
    const { message } = this.#call;
    if (this.#turn === null || !isLong(message)) {
      this.#clock.start('bodyMs');
      return readBytes(message);
    }
    this.#clock.start('waitMs');
    return readLongBody(message, this.#turn, (request) => {
      this.#clock.start('bodyMs');
      return readBytes(request);
    });
  }

  /** Rejects a call whose query or headers contradict the body. */
  #checkDescription(): void {
    const { message, keyHash, callerWithoutAccount } = this.#call;
    if (keyHash === undefined && callerWithoutAccount === undefined && message.url?.includes('?'))
      throw invalidAt('', 'query parameters are not supported; send the fields in the JSON body');
    checkContentType(message.headers);
  }

  /** Parses the body and validates it against the schema of the operation. */
  #bodyOf(bytes: Buffer): JsonObject | Promise<JsonObject> {
    if (this.#endpoint.body === null) return {};
    const reading = validBody(this.#call.operation, bytes);
    return bytes.length < LONG_BYTES || this.#turn === null ? atOnce(reading) : this.#turn.run(reading);
  }

  /** Plans the work of a body. Rejects bodies that do not fit the schema, and values without meaning. */
  async plan(caller: Caller, bytes: Buffer): Promise<Work | BulkCall> {
    this.#clock.start(null);
    if (this.#endpoint.body !== null) this.#checkDescription();
    if (this.#endpoint.itemsOf !== null) return this.#planItems(caller, await this.#bodyOf(bytes));
    const { answers, api } = this.#services;
    const planOn = async (searchable: SharedContext['searchable']) => {
      const body = this.#bodyOf(bytes);
      return this.#planCall(caller, body instanceof Promise ? await body : body, searchable);
    };
    const current = () => api.searchable();
    const key = this.#endpoint.cacheable ? answerKey(this.#call.operation, bytes) : null;
    return key === null ? planOn(current) : answers.workFor(key, current, planOn);
  }

  #planCall(caller: Caller, body: JsonObject, searchable: SharedContext['searchable']): Work | Promise<Work> {
    const turn = this.#turn;
    assert(turn, 'a call is admitted before its body is read');
    // The cast is safe: the body fits the schema of this operation. The table of handlers is typed, but a lookup by a
    // variable is not.
    const { itemsOf } = this.#endpoint;
    const handler = HANDLERS[itemsOf ?? (this.#call.operation as SingleOperation)] as Handler<never>;
    return handler(body as never, { ...this.#services.api, searchable, turn }, caller);
  }

  #planItems(caller: Caller, { items }: JsonObject): Promise<BulkCall> {
    const { itemsOf, credits } = this.#endpoint;
    const { requestId } = this.#call;
    const { api, onFault } = this.#services;
    assert(itemsOf !== null && this.#turn !== null, 'a bulk call has items of one operation');
    return BulkCall.plan(items as readonly unknown[], {
      operation: itemsOf,
      price: credits,
      requestId,
      turn: this.#turn,
      plan: (body) => this.#planCall(caller, body, () => api.searchable()),
      exhausted: () => this.#creditsExhausted(),
      onFault: (error) => onFault(error, requestId),
    });
  }

  /** Executes and charges the work, and returns the answer. */
  async pay(caller: Caller, work: Work | BulkCall): Promise<Payload> {
    this.#clock.start('workMs');
    if (work instanceof BulkCall) return this.#payItems(caller, work);
    const payload = await work();
    if (!(await this.#charge(caller, payload, this.#endpoint.credits))) throw this.#creditsExhausted();
    return payload;
  }

  /** Executes and charges the items of a bulk call, as far as the credits reach. */
  async #payItems(caller: Caller, bulk: BulkCall): Promise<Payload> {
    let left = await this.#services.accounts.remaining(caller);
    for (;;) {
      // Other calls may have used the last credits since the check.
      if (left !== null && left < this.#endpoint.credits) throw this.#creditsExhausted();
      const { body, credits } = await bulk.answer(left);
      if (await this.#charge(caller, body, credits)) return body;
      // Other calls have used credits in the meantime.
      left = Math.min(credits - this.#endpoint.credits, (await this.#services.accounts.remaining(caller)) ?? credits);
    }
  }

  /** Reads the generation of the suppression list, before that of the records, for a call that can be repeated. */
  async noteHidden(): Promise<void> {
    // Free calls can simply be made again.
    if (this.#endpoint.credits === 0) return;
    this.#idempotencyKey = givenIdempotencyKey(this.#call.message.headers);
    if (this.#idempotencyKey === null) return;
    this.#hiddenGeneration = (await this.#services.api.catalog.state()).hiddenGeneration;
  }

  /**
   * The earlier call that this one repeats: a stored answer, or a charged call that is executed again; null if the call
   * is new.
   */
  async beginIdempotent(caller: Caller, bytes: Buffer): Promise<RepeatedCall | null> {
    const idempotencyKey = this.#idempotencyKey;
    if (idempotencyKey === null) return null;
    const { accountId, keyId } = caller;
    const bodyHash = createHash('sha256').update(bytes).digest('hex');
    const { method, path } = this.#endpoint;
    const identity = { accountId, keyId, method, path, idempotencyKey, bodyHash };
    const state = await this.#stored(this.#services.accounts.beginIdempotent(identity));
    if (state.state === 'begun') this.#idempotencyToken = state.token;
    const repeated = repeatedCall(state);
    if (repeated?.state !== 'stored' || repeated.answer.status !== 200) return repeated;
    const { answer, credits } = repeated;
    const { body, hiddenGeneration } = storedBodyOf(answer.body);
    // An answer without credits, such as a bulk call without hits, contains no records.
    return hiddenGeneration === this.#hiddenGeneration || credits === 0
      ? { ...repeated, answer: { ...answer, body } }
      : { state: 'charged', credits };
  }

  async checkCredit(caller: Caller): Promise<void> {
    const { credits } = this.#endpoint;
    if (credits > 0 && !(await this.#services.accounts.hasCredits(caller, credits))) throw this.#creditsExhausted();
  }

  /** Charges the answer; false if fewer credits are left. */
  async #charge(caller: Caller, payload: Payload, credits: number): Promise<boolean> {
    this.#clock.start('chargeMs');
    const { requestId } = this.#call;
    const { path } = this.#endpoint;
    if (this.#call.message.socket.destroyed) throw new ClientDisconnected();
    if (credits === 0 && this.#idempotencyToken === null) {
      this.#count(200);
      await this.#setUnchargedHeaders();
      return true;
    }
    const token = this.#idempotencyToken;
    const idempotency =
      token === null ? {} : { idempotency: { token, body: textToStore(payload.toString(), this.#hiddenGeneration) } };
    const charge = { caller, requestId, path, status: 200, credits, ...idempotency };
    const result = await this.#stored(this.#services.accounts.charge(charge));
    if (!result.charged) return false;
    this.#idempotencyToken = null;
    this.#credits = credits;
    this.#setCreditHeaders(credits, result.remaining);
    return true;
  }

  /** Waits for the answer of the ledger. Accounts that use much of the thread wait meanwhile. */
  #stored<T>(answer: Promise<T>): Promise<T> {
    return this.#turn?.waitFor(answer) ?? answer;
  }

  #creditsExhausted(): ApiError {
    const resetsAt = nextResetAt(this.#services.api.clock.now());
    return new ApiError('CREDITS_EXHAUSTED', exhaustedMessage(this.#endpoint.credits, resetsAt));
  }

  #setCreditHeaders(used: number, remaining: number | null): void {
    this.#headers['x-credits-used'] = String(used);
    this.#headers['x-credits-remaining'] = remaining === null ? 'unlimited' : String(remaining);
  }

  /** Sets the credit headers of a call that has a price and a known key but was not charged. */
  async #setUnchargedHeaders(): Promise<void> {
    if (this.#caller === null || this.#endpoint.credits === 0) return;
    // Set even if the balance cannot be read.
    this.#headers['x-credits-used'] = '0';
    this.#setCreditHeaders(0, await this.#services.accounts.remaining(this.#caller));
  }

  answer(status: number, body: Payload): Answer {
    this.#headers['content-length'] = String(Buffer.byteLength(body));
    return {
      status,
      headers: this.#headers,
      body,
      requestBody: this.#requestBody,
      credits: this.#credits,
      caller: this.#caller,
      durations: this.#clock.stop(),
    };
  }

  /** Returns the stored answer: a replay is counted, and free. */
  async replay({ status, body }: { readonly status: number; readonly body: Payload }): Promise<Answer> {
    await this.#setUnchargedHeaders();
    this.#headers['idempotency-replayed'] = 'true';
    this.#count(status);
    return this.answer(status, status === 200 ? body : ofRequest(body.toString(), this.#call.requestId));
  }

  /** Returns the answer of a call that was charged before, computed again. Like a replay, it is counted and free. */
  async repeat(work: Work | BulkCall, credits: number): Promise<Answer> {
    this.#clock.start('workMs');
    const body = work instanceof BulkCall ? (await work.answer(credits)).body : await work();
    return this.replay({ status: 200, body });
  }

  /** Counts a free call with a known key. */
  #count(status: number): void {
    if (this.#caller === null || this.#call.callerWithoutAccount) return;
    const { path } = this.#endpoint;
    this.#services.accounts.count({ caller: this.#caller, path, status });
  }

  /** Converts a thrown value into an answer, and releases everything that the call acquired. */
  async toErrorAnswer(thrown: unknown): Promise<Answer> {
    // Rejected calls also count against the time of their account.
    await this.enter();
    const cause = thrown instanceof UnfitBody ? await this.#withValueFaults(thrown) : thrown;
    const error = toApiError(cause);
    this.#noteFault(cause);
    const answer = await this.#errorAnswer(error);
    this.#count(answer.status);
    return answer;
  }

  /** The rejection of a body with all of its faults, or the error that occurred while looking for them. */
  async #withValueFaults(unfit: UnfitBody): Promise<unknown> {
    const caller = this.#caller;
    if (caller === null || this.#endpoint.itemsOf !== null) return unfit;
    return unfit
      .withValueFaults((body) => this.#planCall(caller, body, () => this.#services.api.searchable()))
      .catch((error: unknown) => error);
  }

  async #errorAnswer(error: ApiError): Promise<Answer> {
    const { requestId } = this.#call;
    const body = errorBody(error, requestId);
    try {
      await this.#endIdempotent(error, body);
      Object.assign(this.#headers, error.headers);
      await this.#setUnchargedHeaders();
      return this.answer(error.status, body);
    } catch (fault) {
      this.#noteFault(fault);
      const failure = toApiError(fault);
      Object.assign(this.#headers, failure.headers);
      return this.answer(failure.status, errorBody(failure, requestId));
    }
  }

  #noteFault(fault: unknown): void {
    if (isFault(fault)) this.#services.onFault(fault, this.#call.requestId);
  }

  async #endIdempotent(error: ApiError, body: string): Promise<void> {
    const token = this.#idempotencyToken;
    if (token === null) return;
    this.#idempotencyToken = null;
    if (error.code === 'NOT_FOUND')
      await this.#stored(this.#services.accounts.settleIdempotent(token, { status: error.status, body }));
    else await this.#stored(this.#services.accounts.abandonIdempotent(token));
  }
}
