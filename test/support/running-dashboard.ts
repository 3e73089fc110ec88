// The dashboard of a running server, called over its port as the operator that the first link created.
import { type RunningServer, serve } from './program.ts';

export interface RunningDashboard {
  readonly server: RunningServer;
  /** Headers for a separate request that reads. */
  readonly headers: Readonly<Record<string, string>>;
  /** Calls a route; a Buffer is sent unchanged. */
  request(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: Answer }>;
  /** Uploads a whole file and returns its id. */
  upload(file: string, bytes: Buffer): Promise<string>;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads an answer of any route
type Answer = any;

const PART_BYTES = 4 * 1024 * 1024;

/** Starts a server on a new data folder, and signs in. */
export async function startDashboard(data: string, ...args: string[]): Promise<RunningDashboard> {
  return startDashboardOn(await serve('--data', data, ...args));
}

/** Signs in by the first link of a server that was just started. */
export function startDashboardOn(server: RunningServer): Promise<RunningDashboard> {
  const [, token = ''] = /set-up#token=([\w-]+)/.exec(server.said()) ?? [];
  return sessionOf(server, 'set-up', { ...CREDENTIALS, token, name: 'Ann' });
}

const CREDENTIALS = { email: 'ann@acme.example', password: 'correct horse battery' };

/** Signs in on a server whose folder already has the operator. */
export function signIn(server: RunningServer): Promise<RunningDashboard> {
  return sessionOf(server, 'session/sign-in', CREDENTIALS);
}

async function sessionOf(server: RunningServer, route: string, person: object): Promise<RunningDashboard> {
  const { base } = server;
  const made = await fetch(`${base}/console/api/${route}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json', origin: base } },
    body: JSON.stringify(person),
  });
  const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { csrf_token: csrfToken } = (await made.json()) as { csrf_token: string };
  const request: RunningDashboard['request'] = async (method, path, body) => {
    const isRaw = Buffer.isBuffer(body);
    const type = isRaw ? 'application/octet-stream' : 'application/json';
    // Each on a separate connection, so that several threads answer.
    const headers = { cookie, 'x-csrf-token': csrfToken, 'content-type': type, origin: base, connection: 'close' };
    const reply = await fetch(`${base}/console/api/${path}`, {
      ...{ method, headers },
      ...(method === 'GET' ? {} : { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    return { status: reply.status, body: await reply.json() };
  };
  const upload: RunningDashboard['upload'] = async (file, bytes) => {
    const begun = await request('POST', 'uploads', { file, bytes: bytes.length });
    const { id } = begun.body as { id: string };
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const sent = await request('POST', `uploads/${id}/part?offset=${at}`, bytes.subarray(at, at + PART_BYTES));
      if (sent.status !== 200) throw new Error(`part at ${at}: ${JSON.stringify(sent.body)}`);
    }
    return id;
  };
  return { server, headers: { cookie }, request, upload };
}
