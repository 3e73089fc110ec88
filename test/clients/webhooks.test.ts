// The verification of webhooks in both clients: the programs of docs/webhooks.md receive events that an independent
// package has signed.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookError } from '../../packages/sdk/src/index.ts';
import { freePort } from '../support/program.ts';

const root = join(import.meta.dirname, '../..');
const PYTHON = process.env['CARDFILE_PYTHON'] ?? 'python3';
const hasPython = spawnSync(PYTHON, ['-c', 'import httpx']).status === 0;

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, x ').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret, as long as that.').toString('base64')}`;
const BODY = JSON.stringify({
  type: 'batch.completed',
  timestamp: '2030-05-15T12:00:00.000Z',
  data: { text: 'Käse 🧀' },
});

function signed(at = new Date(), secret = SECRET): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', at, BODY),
  };
}

const late = () => new Date(Date.now() - 301_000);
const early = () => new Date(Date.now() + 3_600_000);

/** Each request, and whether it is valid. */
const REQUESTS: readonly (readonly [string, Record<string, string>, string, boolean])[] = [
  ['a valid one', signed(), BODY, true],
  [
    'two signatures',
    {
      ...signed(),
      'webhook-signature': `${signed(new Date(), OTHER)['webhook-signature']} ${signed()['webhook-signature']}`,
    },
    BODY,
    true,
  ],
  ['another body', signed(), `${BODY} `, false],
  ['another secret', signed(new Date(), OTHER), BODY, false],
  ['another id', { ...signed(), 'webhook-id': 'evt_2' }, BODY, false],
  ['an old one', signed(late()), BODY, false],
  ['one of the future', signed(early()), BODY, false],
  ['no time', { ...signed(), 'webhook-timestamp': 'now' }, BODY, false],
  [
    'another version',
    { ...signed(), 'webhook-signature': signed()['webhook-signature']?.replace('v1,', 'v2,') ?? '' },
    BODY,
    false,
  ],
  ['no signature', { ...signed(), 'webhook-signature': 'v1,' }, BODY, false],
  ['letters beyond ASCII', { ...signed(), 'webhook-signature': 'v1,é' }, BODY, false],
  ['no Base64', { ...signed(), 'webhook-signature': 'v1,%%%' }, BODY, false],
];

describe('verifyWebhook', () => {
  it.each(REQUESTS)('%s', async (_, headers, body, isValid) => {
    const verified = verifyWebhook({ secret: SECRET, headers, body });
    if (isValid) expect(await verified).toEqual({ id: 'evt_1', ...JSON.parse(BODY) });
    else await expect(verified).rejects.toBeInstanceOf(WebhookError);
  });

  it('accepts bytes, Headers and several secrets, and names a missing header', async () => {
    const request = { headers: new Headers(signed()), body: Buffer.from(BODY), secret: [OTHER, SECRET] };
    expect(await verifyWebhook(request)).toMatchObject({ id: 'evt_1', data: { text: 'Käse 🧀' } });
    await expect(verifyWebhook({ ...request, headers: {} })).rejects.toThrow('webhook-id');
    await expect(verifyWebhook({ ...request, secret: 'whsec_' })).rejects.toThrow('secret');
  });
});

const folder = mkdtempSync(join(tmpdir(), 'cardfile-receivers-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** The program of the guide in a language. */
function program(language: string): string {
  const text = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';
}

async function statusesOf(command: string, file: string, env: Record<string, string> = {}): Promise<number[]> {
  const port = await freePort();
  const all = { ...process.env, ...env, PORT: String(port), WEBHOOK_SECRET: SECRET };
  children.push(spawn(command, [file], { env: all, stdio: 'ignore', cwd: folder }));
  const post = (headers: Record<string, string>, body: string) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).then(({ status }) => status);
  await expect.poll(() => post({}, BODY).catch(() => 0), { interval: 50 }).toBe(400);
  const statuses: number[] = [];
  for (const [, headers, body] of REQUESTS) statuses.push(await post(headers, body));
  return statuses;
}

const EXPECTED = REQUESTS.map(([, , , isValid]) => (isValid ? 204 : 400));

describe('the program of the guide', () => {
  it('in TypeScript verifies each request', async () => {
    mkdirSync(join(folder, 'node_modules/@cardfile'), { recursive: true });
    const compiled = join(folder, 'node_modules/@cardfile/sdk');
    const tsc = join(root, 'node_modules/.bin/tsc');
    await promisify(execFile)(tsc, [
      '-p',
      join(root, 'packages/sdk/tsconfig.build.json'),
      '--outDir',
      join(compiled, 'dist'),
    ]);
    symlinkSync(join(root, 'packages/sdk/package.json'), join(compiled, 'package.json'));
    writeFileSync(join(folder, 'hooks.ts'), program('ts'));
    expect(await statusesOf(process.execPath, 'hooks.ts')).toEqual(EXPECTED);
  });

  it.skipIf(!hasPython)('in Python verifies each request', async () => {
    writeFileSync(join(folder, 'hooks.py'), program('python'));
    const env = { PYTHONPATH: join(root, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
    expect(await statusesOf(PYTHON, 'hooks.py', env)).toEqual(EXPECTED);
  });
});
