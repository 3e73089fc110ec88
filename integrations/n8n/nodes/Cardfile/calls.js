// HTTP calls of the node to the server. Waits and retries if the server requests it; errors contain the remedy.

const { createHash } = require('node:crypto');
const { NodeApiError } = require('n8n-workflow');
const manifest = require('./manifest.json');

const { retry, idempotency_header: IDEMPOTENCY } = manifest.calls;
const ATTEMPTS_MAX = 10;
const WAIT_SECONDS_MAX = 60;

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Seconds after which a rejected call may be sent again. */
function waitSeconds(headers) {
  const asked = Number(headers[retry.after_header.toLowerCase()]);
  return Math.min(WAIT_SECONDS_MAX, Number.isFinite(asked) && asked > 0 ? asked : 1);
}

class Calls {
  #context;
  #baseURL;
  #execution;

  constructor(context, { baseUrl }) {
    this.#context = context;
    this.#baseURL = String(baseUrl).replace(/\/+$/, '');
    const { $runIndex: run = 0 } = context.getWorkflowDataProxy(0);
    // Copies of a workflow have the same node ids, and each instance of n8n counts its executions from 1.
    const execution = context.getExecutionId() ?? Math.random();
    this.#execution = [context.getInstanceId?.() ?? '', execution, context.getNode().id, run];
  }

  /**
   * The answer of a call with any status; the status is null if the server gave no answer. `place` identifies the call
   * within the execution. n8n may execute a node again: the same call then returns the first answer, and is not charged
   * again.
   */
  async answer({ method, path, body, place }) {
    for (let attempt = 1; ; attempt++) {
      const { statusCode, headers, body: answered } = await this.#send(method, path, body, place);
      if (!retry.status.includes(statusCode) || attempt === ATTEMPTS_MAX) return { statusCode, body: answered };
      await pause(waitSeconds(headers));
    }
  }

  error({ statusCode, body }, itemIndex) {
    const { message } = body.error;
    const options = { message, itemIndex, ...(statusCode === null ? {} : { httpCode: String(statusCode) }) };
    return new NodeApiError(this.#context.getNode(), { message, statusCode }, options);
  }

  async #send(method, path, body, place) {
    const request = {
      method,
      baseURL: this.#baseURL,
      url: path,
      ...(body === undefined ? {} : { body, headers: { [IDEMPOTENCY]: this.#keyOf(place, body) } }),
      json: true,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
    };
    const { httpRequestWithAuthentication: send } = this.#context.helpers;
    try {
      const answer = await send.call(this.#context, 'cardfileApi', request);
      return isOfServer(answer) ? answer : this.#noAnswer(answer, `status ${answer.statusCode}`);
    } catch (error) {
      return this.#noAnswer({}, error.message);
    }
  }

  /** The key depends on the body, because an agent may use the node as a tool several times in one execution. */
  #keyOf(place, body) {
    const call = JSON.stringify([...this.#execution, place, body]);
    return `n8n-${createHash('sha256').update(call).digest('hex')}`;
  }

  #noAnswer({ statusCode = null, headers = {} }, reason) {
    const message = `no answer from Cardfile at ${this.#baseURL} (${reason}); check the address`;
    return { statusCode: retry.status.includes(statusCode) ? statusCode : null, headers, body: { error: { message } } };
  }
}

/** Whether the answer is from the server, not from a proxy or another server at the address. */
function isOfServer({ statusCode, body }) {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject && (statusCode === 200 || typeof body.error?.message === 'string');
}

module.exports = { Calls };
