// The HTTP client of the dashboard: one typed function for all routes of the console, one that calls /v2 as the
// signed-in member. Failures are values, not exceptions.
// If the session has ended while a screen is open, a dialog (shell/sign-in-again.tsx) signs the member in again and the
// call is repeated, so no input is lost.
import { signal } from '@preact/signals';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, ROUTES, RouteName } from '../../src/dashboard/routes/routes.ts';
import { STATE_TEXTS } from './texts/state-texts.ts';

/** The reason why a call failed. */
export interface ApiFailure {
  /** 0 when the server could not be reached. */
  readonly status: number;
  /** Code of the error envelope, or `UNREACHABLE` or `ABORTED`, which the dashboard sets. */
  readonly code: string;
  /** A sentence to show to the reader. */
  readonly message: string;
  /** The errors of a 422, each with the path of its field. */
  readonly details: readonly { readonly path: string; readonly message: string; readonly suggestion?: string | null }[];
  readonly requestId: string | null;
}

export type Result<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly failure: ApiFailure };

type PathBelow<Path extends string> = Path extends `/console/api${infer Rest}` ? Rest : never;
type AddressOf<Name extends RouteName> =
  `${(typeof ROUTES)[Name]['method']} ${PathBelow<(typeof ROUTES)[Name]['path']>}`;
type JsonRouteName = { [Name in RouteName]: AnswerOf<Name> extends null ? never : Name }[RouteName];

/** Method and path of a console route with a JSON response, such as `GET /keys` or `POST /keys/:id/revoke`. */
export type Address = AddressOf<JsonRouteName>;
type NameOf<Wanted extends Address> = {
  [Name in JsonRouteName]: AddressOf<Name> extends Wanted ? Name : never;
}[JsonRouteName];

/** Response of the route at this address. */
export type Answer<Wanted extends Address> = AnswerOf<NameOf<Wanted>>;

type Part<Name extends string, Value> = [Value] extends [null] ? unknown : { readonly [key in Name]: Value };
type QueryPart<Value> = [Value] extends [null] ? unknown : { readonly query?: Value };
type Input<Wanted extends Address> = { readonly signal?: AbortSignal } & Part<'params', ParamsOf<NameOf<Wanted>>> &
  Part<'body', BodyOf<NameOf<Wanted>>> &
  QueryPart<QueryOf<NameOf<Wanted>>>;

/** The CSRF token of the session, sent with every method other than GET. session.ts sets it. */
export const csrfToken = signal<string | null>(null);

/** Id of the member whose session the token belongs to. session.ts sets it. */
export const tokenOwner = signal<string | null>(null);

/** The session as loaded again. session.ts applies it. */
export const renewed = signal<Answer<'GET /session'> | null>(null);

/** Set while a call waits for a new sign-in. The dialog calls it with the result. */
export const signInNeeded = signal<((isSignedIn: boolean) => void) | null>(null);

/** Number of actions that the server rejected because the screen was outdated. Each increment reloads the screens. */
export const rejections = signal(0);

const PREFIX = '/console/api';

let renewal: Promise<boolean> | null = null;

/** All calls that find the session ended wait for one dialog. */
function renewSession(): Promise<boolean> {
  renewal ??= new Promise<boolean>((resolve) => {
    signInNeeded.value = (isSignedIn) => {
      signInNeeded.value = null;
      renewal = null;
      resolve(isSignedIn);
    };
  });
  return renewal;
}

/** Turns a server message into a sentence. A message that begins with the path of a field keeps its case. */
function sentenceOf(message: string): string {
  const begun = /^[a-z-]+[ ,]/.test(message) ? message.charAt(0).toUpperCase() + message.slice(1) : message;
  return /[.!?:]$/.test(begun) ? begun : `${begun}.`;
}

/** The error envelope as a failure. If a proxy sent another body, the message names the status. */
export function failureOf(response: Pick<Response, 'status' | 'headers'>, body: unknown): ApiFailure {
  const error = (body as { error?: Partial<ApiFailure> } | null)?.error;
  return {
    status: response.status,
    code: error?.code ?? 'UNKNOWN',
    message: sentenceOf(error?.message ?? STATE_TEXTS.status(response.status)),
    details: error?.details ?? [],
    requestId: response.headers.get('x-request-id'),
  };
}

interface Sent {
  readonly method: string;
  /** Path with its query string. */
  readonly path: string;
  readonly body?: string | Blob;
  readonly type?: string;
  /** Idempotency key: a call that is sent several times is charged once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
}

async function send({
  method,
  path,
  body,
  type = 'application/json',
  idempotencyKey,
  signal: aborted,
}: Sent): Promise<Response | null> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = type;
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  if (method !== 'GET' && csrfToken.value !== null) headers['x-csrf-token'] = csrfToken.value;
  try {
    return await fetch(path, {
      method,
      headers,
      body: body ?? null,
      signal: aborted ?? null,
      credentials: 'same-origin',
      redirect: 'error',
    });
  } catch {
    return null;
  }
}

/**
 * Loads the session, and with it the names of accounts: an operator may have renamed one. Returns true if another tab
 * has started a new session for the same member. If another member has signed in, it loads the dashboard again for
 * that member.
 */
async function hasNewToken(): Promise<boolean> {
  const sent = await sendCall({ method: 'GET', path: `${PREFIX}/session` }, send);
  const now = resultOf<Answer<'GET /session'>>(sent, undefined);
  if (!now.ok || now.answer.csrf_token === null) return false;
  const isSame = now.answer.member?.id === tokenOwner.value;
  const isNew = now.answer.csrf_token !== csrfToken.value;
  if (isSame) renewed.value = now.answer;
  else location.assign('/');
  return isSame && isNew;
}

/** Sends the call. If another tab has renewed the session, sends it once more. */
async function sendRenewed(sent: Sent): Promise<Response | null> {
  const response = await send(sent);
  const isOutdatedToken = response?.status === 403 && sent.method !== 'GET' && (await hasNewToken());
  return isOutdatedToken ? send(sent) : response;
}

/** Like sendRenewed. If the session has ended, sends the call once more after another sign-in. */
async function sendSignedIn(sent: Sent): Promise<Response | null> {
  const response = await sendRenewed(sent);
  if (response?.status !== 401 || csrfToken.value === null) return response;
  return (await renewSession()) ? send(sent) : response;
}

/** The failure of a call without an answer. */
function unanswered(aborted: AbortSignal | undefined): { readonly ok: false; readonly failure: ApiFailure } {
  const code = aborted?.aborted ? 'ABORTED' : 'UNREACHABLE';
  return { ok: false, failure: { status: 0, code, message: STATE_TEXTS.unreachable, details: [], requestId: null } };
}

/** The complete text of a response; null if there is no response, or it was aborted or cut off. */
async function bodyText(response: Response | null): Promise<string | null> {
  return (await response?.text().catch(() => null)) ?? null;
}

/** Idempotency keys of calls whose answer was lost. A repeated call reuses the key and gets the first answer. */
const lost = new Map<string, string>();

/** After this time, a repeated call gets a new idempotency key. */
const RETRIED_MS = 5 * 60_000;

interface Sending {
  readonly response: Response | null;
  readonly text: string | null;
}

/** Sends a call, by default as the signed-in member. `text` is null without a complete response. */
async function sendCall(sent: Sent, way = sendSignedIn): Promise<Sending> {
  const name = `${sent.path} ${sent.body ?? ''}`;
  const idempotencyKey = lost.get(name) ?? crypto.randomUUID();
  const response = await way({ ...sent, idempotencyKey });
  const text = await bodyText(response);
  // A proxy may have answered in place of the server, or the first attempt is still running.
  const isLost = !response || text === null || response.status === 429 || response.status >= 500;
  const forget = () => lost.get(name) === idempotencyKey && lost.delete(name);
  forget();
  if (isLost) {
    lost.set(name, idempotencyKey);
    setTimeout(forget, RETRIED_MS);
  }
  // Another operator may have renamed or removed the account. These two requests are part of loading the session.
  const isRefused = response?.status === 403 || response?.status === 404;
  if (isRefused && !/^\/(session|accounts)\b/.test(sent.path.slice(PREFIX.length))) void hasNewToken();
  return { response, text };
}

function resultOf<Wanted>({ response, text }: Sending, aborted: AbortSignal | undefined): Result<Wanted> {
  if (response === null || text === null) return unanswered(aborted);
  const body = parsed(text);
  if (response.ok && body !== null) return { ok: true, answer: body as Wanted };
  return { ok: false, failure: failureOf(response, body) };
}

function queryText(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Whether the server rejected an action because the data has changed, and not because of its input. */
const isOutdated = ({ status, details }: ApiFailure) => [404, 409, 422].includes(status) && !details.length;

/** Calls a route of the console. A 401 opens the sign-in dialog, except on sign-in and sign-out, which return it. */
export async function request<Wanted extends Address>(
  address: Wanted,
  input: Input<Wanted>,
): Promise<Result<Answer<Wanted>>> {
  const {
    params,
    query,
    body,
    signal: aborted,
  } = input as {
    params?: Record<string, string>;
    query?: object;
    body?: unknown;
    signal?: AbortSignal;
  };
  const [method = 'GET', path = ''] = address.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const sent = {
    method,
    path: `${PREFIX}${filled}${queryText(query)}`,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    signal: aborted,
  };
  const way = /^\/session\/(sign-in|code|sign-out)$/.test(path) ? sendRenewed : sendSignedIn;
  const result = resultOf<Answer<Wanted>>(await sendCall(sent, way), aborted);
  if (method !== 'GET' && !aborted && !result.ok && isOutdated(result.failure)) rejections.value += 1;
  return result;
}

/** Address of a file that the browser downloads. */
export function fileAddress(path: string, query?: object): string {
  return `${PREFIX}${path}${queryText(query)}`;
}

/** A response of /v2 with any status. */
export interface V2Answer {
  /** 0 when the server could not be reached. */
  readonly status: number;
  readonly headers: Headers;
  /** The body as received. */
  readonly text: string;
  /** The body parsed as JSON; null if it is not JSON. */
  readonly body: unknown;
  /** Null for a 2xx status. */
  readonly failure: ApiFailure | null;
  /** Milliseconds until the complete answer had arrived. */
  readonly ms: number;
}

interface V2Call {
  readonly method: 'GET' | 'POST';
  /** `/v2/search/people`. */
  readonly path: string;
  readonly body?: unknown;
  /** The paying account; required for operators. */
  readonly account?: string | undefined;
  /** A key that the reader typed: the call goes to /v2 with this key instead of the session. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** Sends a call to /v2 with a key, as a program does. */
async function sendWithKey({ method, path, body, signal: aborted }: Sent, key: string) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const init: RequestInit = { method, headers, body: body ?? null, signal: aborted ?? null, credentials: 'omit' };
  const response = await fetch(path, init).catch(() => null);
  return { response, text: await bodyText(response) };
}

/** Calls the API as the signed-in member through the console, or with a key. The call costs its usual credits. */
export async function callV2({ method, path, body, account, key, signal: aborted }: V2Call): Promise<V2Answer> {
  const startedMs = performance.now();
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const { response, text: answered } =
    key === undefined
      ? await sendCall({ method, path: `${PREFIX}/call${path}${queryText({ account })}`, ...text, signal: aborted })
      : await sendWithKey({ method, path, ...text, signal: aborted }, key);
  if (response === null || answered === null) {
    const { failure } = unanswered(aborted);
    return { status: 0, headers: new Headers(), text: '', body: null, failure, ms: performance.now() - startedMs };
  }
  const json = parsed(answered);
  return {
    status: response.status,
    headers: response.headers,
    text: answered,
    body: json,
    failure: response.ok ? null : failureOf(response, json),
    ms: performance.now() - startedMs,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** State of an upload on the server: `received` of `bytes` have arrived. */
export type UploadState = Answer<'POST /uploads'>;

/** Uploads bytes of a file. `path` includes the query string. */
export async function sendBytes<Wanted>(
  path: string,
  body: Blob,
  aborted: AbortSignal | undefined,
): Promise<Result<Wanted>> {
  const type = 'application/octet-stream';
  const sent: Sent = { method: 'POST', path: PREFIX + path, body, type, signal: aborted };
  return resultOf<Wanted>(await sendCall(sent), aborted);
}

/** An uploaded list on the server. */
export type ListDraft = Answer<'GET /drafts/:id'>;

interface ListUpload {
  /** File name with its extension. */
  readonly name: string;
  readonly content: Blob;
  readonly account: string | null;
  readonly signal?: AbortSignal;
}

/** Uploads a list to enrich. The server answers once it has read the list. */
export function uploadList({ name, content, account, signal: aborted }: ListUpload): Promise<Result<ListDraft>> {
  const query = queryText({ account: account ?? undefined, file: name.slice(-200) });
  return sendBytes<ListDraft>(`/drafts${query}`, content, aborted);
}
