// The dashboard of the built program: the first link, members on the command line, several threads, and backups.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../support/command.ts';
import { endServers, serve, succeed } from '../support/program.ts';
import { startDashboard } from '../support/running-dashboard.ts';

const PASSWORD = 'correct horse battery';
let folder: string;
let data: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-dashboard-'));
  data = join(folder, 'data');
});
afterAll(() => {
  endServers();
  rmSync(folder, { recursive: true });
});

interface Person {
  readonly cookie: string;
  readonly csrfToken: string;
}

async function post(base: string, path: string, body: unknown, person?: Person) {
  const headers: Record<string, string> = { 'content-type': 'application/json', origin: base, connection: 'close' };
  if (person) Object.assign(headers, { cookie: person.cookie, 'x-csrf-token': person.csrfToken });
  const reply = await fetch(`${base}/console/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads an answer of any route
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as any };
}

function personOf({ headers, body }: Awaited<ReturnType<typeof post>>): Person {
  return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '', csrfToken: body.csrf_token };
}

test('two threads share the sessions of one dashboard, and the server ends with status 0', async () => {
  const server = await serve('--data', data, '--workers', '2');
  const [, token = ''] = /set-up#token=([\w-]+)/.exec(server.said()) ?? [];
  const ann = { token, email: 'ann@acme.example', name: 'Ann', password: PASSWORD };
  const person = personOf(await post(server.base, 'set-up', ann));
  for (let time = 0; time < 6; time += 1) {
    const plan = { name: `plan-${time}`, credits_per_month: 100, requests_per_second: 100 };
    expect((await post(server.base, 'plans', plan, person)).status).toBe(200);
  }
  await post(server.base, 'accounts', { name: 'Acme', plan: 'plan-1' }, person);
  for (let time = 0; time < 6; time += 1) {
    const call = await post(server.base, 'call/v2/utils/current-date?account=Acme', { region: 'UTC' }, person);
    expect(call.headers.get('x-credits-remaining')).toBe(String(99 - time));
  }
  const again = await post(server.base, 'set-up', ann);
  expect(again.status).toBe(404);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.said()).not.toContain('"level":50');
});

test('a backup keeps the members; the command line invites, lists and removes others', async () => {
  const copy = join(folder, 'copy');
  expect(await succeed('backup', copy, '--data', data)).toContain('members.db');
  const restored = join(folder, 'restored');
  await succeed('restore', copy, '--data', restored);
  const link = await succeed('members', 'invite', 'Bob@acme.example', '--account', 'Acme', '--data', restored);
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/invite#token=[\w-]{43}\n$/);
  const remote = await succeed('dashboard', 'link', '--data', restored, '--json');
  expect(JSON.parse(remote).link).toContain('/set-up#token=');
  const server = await serve('--data', restored);
  expect(server.said()).not.toContain('set-up#token');
  const signedIn = await post(server.base, 'session/sign-in', { email: 'ann@acme.example', password: PASSWORD });
  expect(signedIn.status).toBe(200);
  await succeed('members', 'invite', 'ann@acme.example', '--role', 'operator', '--data', restored);
  const listed = async () => {
    const rows = JSON.parse(await succeed('members', 'list', '--data', restored, '--json'));
    return rows.map(({ email, name, role, account, state, expires_at: end }: Record<string, string | null>) =>
      [email, name, role, account, state, end === null ? '' : 'ends'].join(' '),
    );
  };
  const known = ['ann@acme.example Ann operator  member ', 'ann@acme.example Ann operator  password_reset ends'];
  expect(await listed()).toEqual([...known, 'bob@acme.example  member Acme invited ends']);
  const token = link.trim().replace(/^.*token=/, '');
  const accepted = await post(server.base, 'invitations/accept', { token, name: 'Bob', password: PASSWORD });
  expect(accepted.body.member).toMatchObject({ email: 'bob@acme.example', role: 'member', account: 'Acme' });
  expect(await listed()).toEqual([known[0], 'bob@acme.example Bob member Acme member ', known[1]]);
  await succeed('members', 'remove', 'bob@acme.example', '--data', restored);
  expect((await post(server.base, 'keys', {}, personOf(accepted))).status).toBe(401);
  await server.end('SIGTERM');
  expect(await succeed('doctor', '--data', restored)).toMatch(/members\s+ok/);
});

test('an impossible command is rejected with the remedy', async () => {
  const rejection = async (...args: string[]) => {
    const { code, stderr } = await runHere(...args, '--data', data);
    return `${code} ${stderr.trim()}`;
  };
  expect(await rejection('members', 'remove', 'ann@acme.example')).toContain('1 error: this is the last operator');
  expect(await rejection('members', 'remove', 'eve@acme.example')).toContain('1 error: no member has the address');
  expect(await rejection('members', 'invite', 'eve@acme.example')).toContain(
    '2 error: the role member needs an account',
  );
  expect(await rejection('members', 'invite', 'eve', '--account', 'Acme')).toContain('1 error: this is not an e-mail');
  expect(await rejection('members', 'invite', 'eve@acme.example', '--account', 'Nowhere')).toContain(
    '1 error: no account',
  );
  expect(await rejection('members', 'invite', 'eve@acme.example', '--role', 'boss')).toContain(
    'billing, read_only, member, operator',
  );
  expect(await rejection('members', 'two-step-off', 'ann@acme.example')).toContain('1 error: two-step sign-in of ann');
  expect(await rejection('members', 'two-step-off', 'eve@acme.example')).toContain(
    '1 error: no member has the address',
  );
});

test('a search for traces of a person leaves the stores of the server to it, also while commands use them', async () => {
  const own = join(folder, 'searched');
  const people = join(folder, 'people.jsonl');
  const importPeople = (...slugs: string[]) => {
    const lines = slugs.map((slug) => JSON.stringify({ network_url: `/in/${slug}`, full_name: slug }));
    writeFileSync(people, `${lines.join('\n')}\n`);
    return succeed('import', 'people', people, '--data', own);
  };
  await importPeople('jane', 'joe');
  const server = await serve('--data', own);
  const [, token = ''] = /set-up#token=([\w-]+)/.exec(server.said()) ?? [];
  const ann = { token, email: 'ann@acme.example', name: 'Ann', password: PASSWORD };
  const person = personOf(await post(server.base, 'set-up', ann));
  const forget = async (named: string) => post(server.base, 'records/forget', { named }, person);
  expect((await forget('jane')).status).toBe(200);
  const { status, body } = await forget('unknown');
  expect([status, body.error.message]).toEqual([
    422,
    'no person was found with the slug unknown: nothing was removed. ' +
      'To keep a person out of later imports, add the person to the suppression list',
  ]);
  const logs = ['catalog.db-wal', 'accounts.db-wal', 'members.db-wal'].map((name) => join(own, name));
  const before = logs.map((log) => statSync(log).ino);
  await importPeople('jim');
  await succeed('plans', 'set', 'pro', '--credits', '5', '--rps', '5', '--data', own);
  await succeed('members', 'list', '--data', own);
  // A removed log would be another file.
  expect(logs.map((log) => statSync(log, { throwIfNoEntry: false })?.ino)).toEqual(before);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.said()).not.toContain('"level":50');
});

test('an import of the dashboard is listed once, with its run, also if the data folder is a relative path', async () => {
  const { request, upload, server } = await startDashboard(relative('', join(folder, 'relative')));
  const id = await upload('firms.csv', Buffer.from('Company Name,Website\nAcme,acme.example\n'));
  expect((await request('POST', 'imports', { upload: id, kind: 'companies' })).status).toBe(200);
  const listed = async () => (await request('GET', 'imports')).body.rows;
  await expect.poll(async () => (await listed())[0].state, { interval: 200 }).toBe('finished');
  expect(await listed()).toMatchObject([{ id, run: 1, started_by: 'ann@acme.example' }]);
  await server.end('SIGTERM');
});
