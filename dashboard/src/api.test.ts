// Responses that are cut off: the caller gets a failure, never a partial answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callV2, csrfToken, rejections, request, signInNeeded, tokenOwner } from './api.ts';

const FIRST_BYTES = new TextEncoder().encode('{"total_re');

/** True: the connection closes after the first bytes; false: it stays open. */
let isCut = true;
const native = globalThis.fetch;

/** Responds with status 200 and the beginning of a body; an abort ends the body, as in a browser. */
function beginAnswer(_path: unknown, { signal }: RequestInit = {}): Promise<Response> {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(FIRST_BYTES);
      signal?.addEventListener('abort', () => stream.error(signal.reason));
      if (isCut) setTimeout(() => stream.error(new TypeError('network error')), 10);
    },
  });
  return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
}

beforeAll(() => {
  globalThis.fetch = beginAnswer;
});

afterAll(() => {
  globalThis.fetch = native;
});

const CALLS = {
  request: (signal: AbortSignal) => request('GET /session', { signal }),
  callV2: (signal: AbortSignal) => callV2({ method: 'POST', path: '/v2/search/people/count', body: {}, signal }),
};

/** The failure in an answer of either function. */
const failureIn = (answer: object) => (answer as { readonly failure?: object }).failure;

describe.each(Object.keys(CALLS) as (keyof typeof CALLS)[])('%s', (name) => {
  it('fails if the connection ends in the middle of an answer', async () => {
    isCut = true;
    const answer = await CALLS[name](new AbortController().signal);
    expect(failureIn(answer)).toMatchObject({ status: 0, code: 'UNREACHABLE' });
  });

  it('fails if it is aborted in the middle of an answer', async () => {
    isCut = false;
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 10);
    expect(failureIn(await CALLS[name](controller.signal))).toMatchObject({ status: 0, code: 'ABORTED' });
  });
});

it('repeats a lost request with the Idempotency-Key of the first attempt, until it is answered', async () => {
  const keys: (string | null)[] = [];
  let answers = 0;
  globalThis.fetch = (_path: unknown, { headers }: RequestInit = {}) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    answers += 1;
    return answers === 1 ? Promise.reject(new TypeError('network error')) : Promise.resolve(Response.json({}));
  };
  const grant = (credits: number) => request('POST /accounts/grant', { body: { account: 'Acme', credits } });
  for (const credits of [5, 6, 5, 5]) await grant(credits);
  globalThis.fetch = beginAnswer;
  expect(keys[2]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});

it('counts actions that are rejected because the screen was outdated', async () => {
  const after = async (status: number, error: object, signal?: AbortSignal) => {
    const before = rejections.value;
    globalThis.fetch = () => Promise.resolve(Response.json({ error }, { status }));
    await request('POST /keys/:id/revoke', { params: { id: 'key_1' }, ...(signal ? { signal } : {}) });
    return rejections.value - before;
  };
  expect(await after(409, {})).toBe(1);
  expect(await after(422, { details: [{ path: 'name', message: 'is too long' }] })).toBe(0);
  expect(await after(500, {})).toBe(0);
  // A request of a screen does not count: the screen would reload without end.
  expect(await after(409, {}, new AbortController().signal)).toBe(0);
});

it('loads the session again after a 403 or 404, except for requests of the session itself, which would repeat without end', async () => {
  const requested: string[] = [];
  globalThis.fetch = (path: unknown) => {
    requested.push(String(path).replace('/console/api', ''));
    return Promise.resolve(Response.json({ error: {} }, { status: 403 }));
  };
  await request('GET /session', {});
  await request('GET /accounts', {});
  await request('GET /keys', { query: {} });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(requested).toEqual(['/session', '/accounts', '/keys', '/session']);
});

describe('with a session that has ended', () => {
  beforeAll(() => {
    [csrfToken.value, tokenOwner.value] = ['old', 'mem_1'];
  });
  afterAll(() => {
    [csrfToken.value, tokenOwner.value] = [null, null];
  });

  it('changes the password under the session that another tab has begun', async () => {
    const sent: string[] = [];
    globalThis.fetch = (path: unknown) => {
      sent.push(String(path).replace('/console/api', ''));
      if (sent.length === 1) return Promise.resolve(Response.json({ error: {} }, { status: 403 }));
      return Promise.resolve(Response.json({ csrf_token: 'new', member: { id: 'mem_1' } }));
    };
    const body = { current_password: 'x', new_password: 'y' };
    expect((await request('POST /session/password', { body })).ok).toBe(true);
    expect(sent).toEqual(['/session/password', '/session', '/session/password']);
  });

  it('asks for a sign-in to change the password, but not to sign out', async () => {
    globalThis.fetch = () => Promise.resolve(Response.json({ error: {} }, { status: 401 }));
    const out = await request('POST /session/sign-out', {});
    expect([out.ok, signInNeeded.value]).toEqual([false, null]);
    const changing = request('POST /session/password', { body: { current_password: 'x', new_password: 'y' } });
    await expect.poll(() => signInNeeded.value).not.toBe(null);
    signInNeeded.value?.(false);
    expect((await changing).ok).toBe(false);
  });
});

it('begins a message with a capital letter, unless it begins with the path of a field', async () => {
  const said: string[] = [];
  for (const message of ['e-mail or password is wrong', 'people.job_level[0]: is unknown']) {
    globalThis.fetch = () => Promise.resolve(Response.json({ error: { message } }, { status: 401 }));
    const result = await request('POST /session/sign-in', { body: { email: 'ann@acme.example', password: 'x' } });
    if (!result.ok) said.push(result.failure.message);
  }
  expect(said).toEqual(['E-mail or password is wrong.', 'people.job_level[0]: is unknown.']);
});
