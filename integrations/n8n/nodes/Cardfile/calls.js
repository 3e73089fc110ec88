// HTTP calls of the node to the server: waits and retries where the server asks for it, and an error with its remedy.

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
    this.#execution = `n8n-${context.getExecutionId() ?? 'manual'}-${context.getNode().id}-${run}`;
  }

  /**
   * The answer of a call, whatever its status. `place` names the call within the execution: n8n may execute a node
   * again, and the same call is then answered from the first answer and not charged again.
   */
  async answer({ method, path, body, place }) {
    for (let attempt = 1; ; attempt++) {
      const { statusCode, headers, body: answered } = await this.#send(method, path, body, place);
      if (!retry.status.includes(statusCode) || attempt === ATTEMPTS_MAX) return { statusCode, body: answered };
      await pause(waitSeconds(headers));
    }
  }

  error({ statusCode, body }, itemIndex) {
    const { message = `the server answered with status ${statusCode}` } = body?.error ?? {};
    const options = { message, httpCode: String(statusCode), itemIndex };
    return new NodeApiError(this.#context.getNode(), { message, statusCode }, options);
  }

  #send(method, path, body, place) {
    return this.#context.helpers.httpRequestWithAuthentication.call(this.#context, 'cardfileApi', {
      method,
      baseURL: this.#baseURL,
      url: path,
      ...(body === undefined ? {} : { body, headers: { [IDEMPOTENCY]: `${this.#execution}-${place}` } }),
      json: true,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
    });
  }
}

module.exports = { Calls };
