// The answers of stored objects (batches, watches, webhooks) and of ingest that the OpenAPI document shows, by
// operation and media type: those of a real server to the calls below, in this order. Ids and times are set to fixed
// values.
import { setTimeout as sleep } from 'node:timers/promises';
import { INGEST_KINDS, ingestPath } from '../contract/ingest.ts';
import { BATCHES_PATH } from '../contract/resources/batch-paths.ts';
import { WATCHES_PATH } from '../contract/resources/watch-paths.ts';
import { WEBHOOKS_PATH } from '../contract/resources/webhook-paths.ts';

/** By operation, then by media type; a text for media types other than JSON. */
export type ObjectExamples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface ExampleServer {
  readonly port: number;
  readonly key: string;
  readonly ingestKey: string;
  /** Serves an edition of the current records. */
  serveChanges(): Promise<void>;
}

const POLLS_MAX = 600;
const POLL_MS = 50;
const AT = '2030-05-15T12:00:00.000Z';
const UNTIL = '2030-05-16T12:00:00.000Z';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const PERSON = 'https://www.network.example/in/erin-williams-ahhg86';
const EMPLOYER = 'braveton.example';

/** Rows of the ingest calls: the person gets another title, by which its watch reports a change. */
const PUSHED = {
  companies: [{ name: 'Acme', domain: 'acme.example' }],
  people: [
    {
      ...{ network_url: PERSON, full_name: 'Erin Williams', job_title: 'Chief Operating Officer' },
      ...{ company_domain: EMPLOYER, updated_at: AT },
    },
    { full_name: 'Joe Bloggs' },
  ],
  jobs: [{ company_domain: 'acme.example', title: 'Cook', url: 'https://acme.example/jobs/1' }],
} as const;

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly type?: string;
  readonly body?: string;
}

interface Received {
  readonly type: string;
  readonly text: string;
}

/** The examples; rejects if a call is not answered with a 2xx. */
export async function objectExamples(server: ExampleServer): Promise<ObjectExamples> {
  const examples: Record<string, Record<string, unknown>> = {};
  const send = async (path: string, { method = 'GET', type = 'application/json', body }: Sent): Promise<Received> => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: {
        'x-api-key': path.startsWith('/ingest') ? server.ingestKey : server.key,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return { type: response.headers.get('content-type')?.split(';')[0] ?? '', text };
  };
  const show = async (operation: string, path: string, sent: Sent = {}): Promise<Record<string, unknown>> => {
    const { type, text } = await send(path, sent);
    const isJson = type === 'application/json';
    examples[operation] = { ...examples[operation], [type]: isJson ? JSON.parse(fixed(text)) : text };
    return isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  };
  const until = async (path: string, isDone: (answer: Record<string, unknown>) => boolean): Promise<void> => {
    for (let poll = 0; poll < POLLS_MAX; poll += 1) {
      if (isDone(JSON.parse((await send(path, {})).text) as Record<string, unknown>)) return;
      await sleep(POLL_MS);
    }
    throw new Error(`${path} does not change`);
  };
  const context: Context = { show, until, examples, serveChanges: () => server.serveChanges() };
  await showBatches(context);
  await showWebhooks(context);
  await showWatchesAndIngest(context);
  return examples;
}

interface Context {
  readonly show: (operation: string, path: string, sent?: Sent) => Promise<Record<string, unknown>>;
  readonly until: (path: string, isDone: (answer: Record<string, unknown>) => boolean) => Promise<void>;
  readonly examples: Record<string, Record<string, unknown>>;
  readonly serveChanges: () => Promise<void>;
}

const ROWS = `row,person_network_url\n1,${PERSON}\n2,https://www.network.example/in/not-in-the-data\n`;

async function showBatches({ show, until, examples }: Context): Promise<void> {
  const csv = { method: 'POST', type: 'text/csv' } as const;
  await show('previewBatch', `${BATCHES_PATH}/preview?operation=email`, { ...csv, body: ROWS });
  const { id } = await show('createBatch', `${BATCHES_PATH}?operation=email&max_credits=0`, { ...csv, body: ROWS });
  const one = `${BATCHES_PATH}/${id}`;
  await until(one, ({ state }) => state === 'paused_no_credits');
  await show('resumeBatch', `${one}/resume`, {
    method: 'POST',
    body: JSON.stringify({ max_credits: 10 }),
  });
  await until(one, ({ state }) => state === 'completed');
  await show('showBatch', one);
  await show('listBatches', `${BATCHES_PATH}?max_results=1`);
  await show('batchResults', `${one}/results?format=jsonl`);
  await show('batchResults', `${one}/results?format=csv`);
  const other = await show('cancelBatch', `${BATCHES_PATH}?operation=email&max_credits=0`, {
    ...csv,
    body: `${ROWS}3,${PERSON}\n`,
  });
  await until(`${BATCHES_PATH}/${other['id']}`, ({ state }) => state === 'paused_no_credits');
  await show('cancelBatch', `${BATCHES_PATH}/${other['id']}/cancel`, { method: 'POST' });
  // Whether it has begun by then is chance.
  const begun = { state: 'queued', reason: null, done: 0, found: 0, missed: 0, credits_used: 0, estimated_seconds: 1 };
  setMembers(examples, 'createBatch', { ...begun, max_credits: null });
  setMembers(examples, 'resumeBatch', begun);
}

function setMembers(examples: Context['examples'], operation: string, members: object): void {
  Object.assign(examples[operation]?.['application/json'] as object, members);
}

async function showWebhooks({ show }: Context): Promise<void> {
  const body = (value: object) => JSON.stringify(value);
  const made = await show('createWebhook', WEBHOOKS_PATH, {
    method: 'POST',
    body: body({ url: 'https://hooks.acme.example/cardfile', event_types: ['batch.completed', 'credits.low'] }),
  });
  const one = `${WEBHOOKS_PATH}/${made['id']}`;
  await show('showWebhook', one);
  await show('listWebhooks', WEBHOOKS_PATH);
  await show('rotateWebhookSecret', `${one}/rotate`, { method: 'POST' });
  const { id } = await show('testWebhook', `${one}/test`, { method: 'POST' });
  // A delivery of a disabled endpoint has failed, and can be replayed.
  await show('changeWebhook', one, { method: 'PATCH', body: body({ enabled: false }) });
  await show('listDeliveries', `${one}/deliveries`);
  await show('changeWebhook', one, { method: 'PATCH', body: body({ enabled: true }) });
  await show('replayDelivery', `${one}/deliveries/${id}/replay`, { method: 'POST' });
}

async function showWatchesAndIngest({ show, until, examples, serveChanges }: Context): Promise<void> {
  const made = await show('createWatch', WATCHES_PATH, {
    method: 'POST',
    body: JSON.stringify({ records: [PERSON], fields: ['title'] }),
  });
  setMembers(examples, 'createWatch', { state: 'preparing', records: 1 });
  const one = `${WATCHES_PATH}/${made['id']}`;
  await until(one, ({ state }) => state === 'active');
  await show('pauseWatch', `${one}/pause`, { method: 'POST' });
  await show('resumeWatch', `${one}/resume`, { method: 'POST' });
  for (const kind of INGEST_KINDS) {
    const body = PUSHED[kind].map((row) => `${JSON.stringify(row)}\n`).join('');
    const operation = `ingest${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    await show(operation, ingestPath(kind), { method: 'POST', type: 'application/jsonl', body });
    setMembers(examples, operation, { generation: 42 });
  }
  await serveChanges();
  await until(`${one}/changes`, (changes) => Number(changes['results_length']) > 0);
  await show('watchChanges', `${one}/changes`);
  await show('showWatch', one);
  await show('listWatches', WATCHES_PATH);
}

/** JSON with fixed ids, secrets and times. */
function fixed(text: string): string {
  return text
    .replaceAll(/"secret":"[^"]+"/g, `"secret":"${SECRET}"`)
    .replaceAll(/"((?:\w+_)?id)":"([a-z]+_)[^"]+"/g, '"$1":"$20123456789abcdef01234567"')
    .replaceAll(/"((?:\w+_)?at)":"\d{4}-[^"]+"/g, `"$1":"${AT}"`)
    .replaceAll(/"(\w+_until)":"\d{4}-[^"]+"/g, `"$1":"${UNTIL}"`);
}
