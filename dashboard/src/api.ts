// The way to the server: one typed function for every route of the console, one for /v2 as the signed-in person.
// Failures are values.
// A session that ended while a screen was open is renewed in a dialog (shell/sign-in-again.tsx); then the call is made
// once more, so that nothing typed is lost.
import { signal } from '@preact/signals';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, ROUTES, RouteName } from '../../src/dashboard/routes/routes.ts';
import { STATE_TEXTS } from './texts/state-texts.ts';

/** Why a call has no answer. */
export interface ApiFailure {
  /** 0 when the server could not be reached. */
  readonly status: number;
  /** Code of the envelope; `UNREACHABLE` and `ABORTED` are ours. */
  readonly code: string;
  /** A sentence for the reader. */
  readonly message: string;
  /** Of a 422: each fault with the path of its field. */
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

/** `GET /keys`, `POST /keys/:id/revoke`: a route of the console's table with a JSON answer. */
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

/** The token of the session: sent with everything that is not a GET. Kept by session.ts. */
export const csrfToken = signal<string | null>(null);

/** Id of the member whose token that is. Kept by session.ts. */
export const tokenOwner = signal<string | null>(null);

/** Set while a call waits for a new sign-in; called with its success. */
export const signInNeeded = signal<((isSignedIn: boolean) => void) | null>(null);

const PREFIX = '/console/api';

let renewal: Promise<boolean> | null = null;

/** All calls that meet the end of the session wait for the same dialog. */
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

/** A message of the server as a sentence; one that begins with the path of a field stays as it is. */
function sentenceOf(message: string): string {
  const begun = /^[a-z]+[ ,]/.test(message) ? message.charAt(0).toUpperCase() + message.slice(1) : message;
  return /[.!?:]$/.test(begun) ? begun : `${begun}.`;
}

/** The envelope of an error, or a sentence where a proxy answered something else. */
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
  /** Full path with its query. */
  readonly path: string;
  readonly body?: string | Blob;
  readonly type?: string;
  /** Names the call, which is charged once however often it is sent. */
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
 * Whether another tab has begun a new session of the member, whose token is then taken over. One of another member
 * takes over the tab.
 */
async function hasNewToken(): Promise<boolean> {
  const sent = await sendCall({ method: 'GET', path: `${PREFIX}/session` }, send);
  const now = resultOf<Answer<'GET /session'>>(sent, undefined);
  if (!now.ok || now.answer.csrf_token === null || now.answer.csrf_token === csrfToken.value) return false;
  const isSame = now.answer.member?.id === tokenOwner.value;
  if (isSame) csrfToken.value = now.answer.csrf_token;
  else location.assign('/');
  return isSame;
}

/** Sends it, and once more after the session was renewed where it had ended, or by another tab. */
async function sendSignedIn(sent: Sent): Promise<Response | null> {
  const response = await send(sent);
  if (response?.status === 403 && sent.method !== 'GET' && (await hasNewToken())) return send(sent);
  if (response?.status !== 401 || csrfToken.value === null) return response;
  return (await renewSession()) ? send(sent) : response;
}

/** The failure of a call that has no answer. */
function unanswered(aborted: AbortSignal | undefined): { readonly ok: false; readonly failure: ApiFailure } {
  const isAborted = aborted?.aborted === true;
  const code = isAborted ? 'ABORTED' : 'UNREACHABLE';
  const message = isAborted ? STATE_TEXTS.aborted : STATE_TEXTS.unreachable;
  return { ok: false, failure: { status: 0, code, message, details: [], requestId: null } };
}

/** The whole text of an answer; null if there is none, or it was aborted or cut off on its way. */
async function textOf(response: Response | null): Promise<string | null> {
  return (await response?.text().catch(() => null)) ?? null;
}

/** Idempotency keys of calls whose answers were lost: sent again, such a call has the answer of the first attempt. */
const lost = new Map<string, string>();

/** After this time the same call is a new one. */
const RETRIED_MS = 5 * 60_000;

interface Sending {
  readonly response: Response | null;
  readonly text: string | null;
}

/** Sends a call of the signed-in person, or in another way; its whole text is null if there is no answer. */
async function sendCall(sent: Sent, way = sendSignedIn): Promise<Sending> {
  const name = `${sent.path} ${sent.body ?? ''}`;
  const idempotencyKey = lost.get(name) ?? crypto.randomUUID();
  const response = await way({ ...sent, idempotencyKey });
  const text = await textOf(response);
  // A proxy may have answered in place of the server, or the first attempt is still running.
  const isLost = !response || text === null || response.status === 429 || response.status >= 500;
  const forget = () => lost.get(name) === idempotencyKey && lost.delete(name);
  forget();
  if (isLost) {
    lost.set(name, idempotencyKey);
    setTimeout(forget, RETRIED_MS);
  }
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

/** Calls a route of the dashboard. Errors of sign-in routes are returned; any other 401 opens the sign-in dialog. */
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
  const isSigningIn = /^\/session\/(sign-in|code|password)$/.test(path);
  return resultOf<Answer<Wanted>>(await sendCall(sent, isSigningIn ? send : sendSignedIn), aborted);
}

/** Address of a file that the browser downloads itself. */
export function fileAddress(path: string, query?: object): string {
  return `${PREFIX}${path}${queryText(query)}`;
}

/** A response of /v2 with any status. */
export interface V2Answer {
  /** 0 when the server could not be reached. */
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;
  /** The body as JSON; null where it is none. */
  readonly body: unknown;
  /** Null for a 2xx. */
  readonly failure: ApiFailure | null;
  /** Milliseconds until the whole answer was here. */
  readonly ms: number;
}

interface V2Call {
  readonly method: 'GET' | 'POST';
  /** `/v2/search/people`. */
  readonly path: string;
  readonly body?: unknown;
  /** The paying account; required for operators. */
  readonly account?: string | undefined;
  /** A key typed in by the reader: then /v2 itself is called, as a program would, and no session is used. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** Sends a call as a program would. */
async function sendWithKey({ method, path, body, signal: aborted }: Sent, key: string) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const init: RequestInit = { method, headers, body: body ?? null, signal: aborted ?? null, credentials: 'omit' };
  const response = await fetch(path, init).catch(() => null);
  return { response, text: await textOf(response) };
}

/** Calls the API: as the signed-in person through the console, or with a key. Costs what the call costs. */
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

interface Upload {
  readonly file: File;
  /** An interrupted upload to continue; null starts a new one. */
  readonly begun: UploadState | null;
  /** Called after each part. */
  readonly onProgress: (state: UploadState) => void;
  readonly signal: AbortSignal;
}

/** State of an upload on the server: it has `received` of `bytes`. */
export type UploadState = Answer<'POST /uploads'>;

const PART_BYTES = 1_048_576;

/** Sends a file in parts; after an interruption it continues from the last part. */
export async function upload({ file, begun, onProgress, signal: aborted }: Upload): Promise<Result<UploadState>> {
  let result: Result<UploadState> =
    begun === null
      ? await request('POST /uploads', { body: { file: file.name, bytes: file.size }, signal: aborted })
      : { ok: true, answer: begun };
  while (result.ok) {
    const { id, received, bytes } = result.answer;
    onProgress(result.answer);
    if (received >= bytes) break;
    const sent: Sent = {
      method: 'POST',
      path: `${PREFIX}/uploads/${encodeURIComponent(id)}/part?offset=${received}`,
      body: file.slice(received, received + PART_BYTES),
      type: 'application/octet-stream',
      signal: aborted,
    };
    result = await resultOf<UploadState>(await sendCall(sent), aborted);
  }
  return result;
}

/** An uploaded list on the server. */
export type ListDraft = Answer<'GET /drafts/:id'>;

interface ListUpload {
  /** With the ending of its format. */
  readonly name: string;
  readonly content: Blob;
  readonly account: string | null;
  readonly signal?: AbortSignal;
}

/** Sends a list to be enriched; the answer comes when the server has read it. */
export async function uploadList({ name, content, account, signal: aborted }: ListUpload): Promise<Result<ListDraft>> {
  const sent: Sent = {
    method: 'POST',
    path: `${PREFIX}/drafts${queryText({ account: account ?? undefined, file: name.slice(-200) })}`,
    body: content,
    type: 'application/octet-stream',
    signal: aborted,
  };
  return resultOf<ListDraft>(await sendCall(sent), aborted);
}
