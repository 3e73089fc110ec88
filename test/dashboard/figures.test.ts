// Figures of keys, usage, accounts and records in the dashboard, and the calls that it makes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, PASSWORD, startTestConsole, type TestConsole } from '../support/console.ts';

const HOUR_MS = 3_600_000;
const companies = [
  {
    name: 'Acme',
    network_url: 'https://www.network.example/company/acme',
    domain: 'acme.example',
    hq: { country_code: 'US' },
  },
  {
    name: 'Bolt',
    network_url: 'https://www.network.example/company/bolt',
    hq: { country_code: 'US' },
    industry: 'Banking',
  },
  { name: 'Cord', network_url: 'https://www.network.example/company/cord', hq: { country_code: 'DE' } },
];
const people = [
  {
    ...{
      full_name: 'Jane Doe',
      network_url: 'https://www.network.example/in/jane',
      job_title: 'Chief Executive Officer',
    },
    ...{ company_domain: 'acme.example', emails: [{ email: 'jane@acme.example', status: 'valid' }] },
  },
  { full_name: 'John Roe', network_url: 'https://www.network.example/in/john' },
];

let site: TestConsole;
let bob: Browser;
beforeAll(async () => {
  site = await startTestConsole({ records: { companies, people } });
  await site.service.admin.setPlan({ name: 'small', creditsPerMonth: 3, requestsPerSecond: 100 });
  await site.service.admin.createAccount('Bolt', 'small');
  bob = await site.member('Bob', 'Bolt');
});
afterAll(() => site.close());

const callAs = (browser: Browser, path: string, body: unknown) =>
  browser.request('POST', `/console/api/call${path}`, { body });
const PEOPLE = '/v2/search/people';

test('a signed-in member gets the same answers, credits, limits and errors as a caller with a key', async () => {
  const body = { people: { job_level: ['C-Team'] } };
  const key = await site.service.makeKey({ accountName: 'Bolt' });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const direct = await site.app.inject({ method: 'POST', url: PEOPLE, headers, payload: JSON.stringify(body) });
  const reply = await callAs(bob, PEOPLE, body);
  expect(reply.body).toEqual(direct.json());
  expect(reply.body.results).toMatchObject([{ full_name: 'Jane Doe' }]);
  expect(reply.headers).toMatchObject({ 'x-credits-used': '1', 'x-credits-remaining': '1' });
  const invalid = await callAs(bob, PEOPLE, { people: { job_lvl: ['C-Team'] } });
  expect([invalid.status, invalid.body.error.details[0].suggestion]).toEqual([422, 'job_level']);
  expect((await callAs(bob, '/v2/enrichment/email', { person_network_url: 'https://x.example/in/no' })).status).toBe(
    404,
  );
  await callAs(bob, PEOPLE, body);
  const exhausted = await callAs(bob, PEOPLE, body);
  expect([exhausted.status, exhausted.headers['x-credits-remaining']]).toEqual([402, '0']);
  const info = await bob.request('GET', '/console/api/call/v2/account/key-info');
  expect(info.body).toMatchObject({ valid: true, remaining_credits: 0, max_requests_per_seconds: 100 });
  expect((await bob.request('GET', `/console/api/call${PEOPLE}`)).status).toBe(405);
  expect((await callAs(bob, '/v2/nothing', {})).status).toBe(404);
});

test('an operator counts and suggests without an account, and no account is charged or counts the calls', async () => {
  const usage = async () => (await site.service.admin.usage({})).reduce((sum, { calls }) => sum + calls, 0);
  const before = await usage();
  const counted = await callAs(site.operator, `${PEOPLE}/count`, { people: { job_level: ['C-Team'] } });
  expect([counted.status, counted.body.total_results > 0]).toEqual([200, true]);
  expect((await callAs(site.operator, `${PEOPLE}/count`, {})).status).toBe(422);
  const suggested = await callAs(site.operator, '/v2/utils/autocomplete', { field: 'people.job_title' });
  expect(suggested.status).toBe(200);
  const info = await site.operator.request('GET', '/console/api/call/v2/account/key-info');
  expect([info.status, info.body.error.message]).toEqual([422, 'give the account in the field account']);
  expect(await usage()).toBe(before);
});

test('an operator chooses the account that a call is charged to', async () => {
  const none = await callAs(site.operator, PEOPLE, { people: { job_level: ['C-Team'] } });
  expect([none.status, none.body.error.message]).toEqual([422, 'give the account in the field account']);
  const path = `${PEOPLE}?account=tester`;
  const before = (await site.service.admin.accounts()).find(({ name }) => name === 'tester')?.used ?? 0;
  expect((await callAs(site.operator, path, { people: { job_level: ['C-Team'] } })).status).toBe(200);
  const after = (await site.service.admin.accounts()).find(({ name }) => name === 'tester')?.used;
  expect(after).toBe(before + 1);
  expect((await callAs(site.operator, `${PEOPLE}?acount=tester`, {})).body.error.details[0].suggestion).toBe('account');
});

test('the overview counts the calls', async () => {
  site.service.clock.ms += HOUR_MS;
  const { body } = await bob.do('overview', { query: { days: '1' } });
  expect(body.credits).toEqual({
    ...{ used: 3, granted: 0, per_month: 3, remaining: 0 },
    next_reset_at: '2030-06-01T00:00:00.000Z',
  });
  expect(body.requests).toMatchObject({
    days: 1,
    step: 'hour',
    from: '2030-05-14T14:00:00.000Z',
    to: '2030-05-15T14:00:00.000Z',
  });
  const of = (status: number) => body.requests.rows.find((row: { status: number }) => row.status === status);
  expect(of(200)).toEqual({ at: '2030-05-15T12:00:00.000Z', status: 200, calls: 4, credits: 3 });
  expect(of(422)).toMatchObject({ calls: 1, credits: 0 });
  expect(body.top_endpoints[0]).toEqual({ path: PEOPLE, calls: 5, credits: 3 });
  expect(body.top_errors).toContainEqual({ path: PEOPLE, status: 402, calls: 1 });
  expect(body.edition).toMatchObject({ companies: 3, people: 2, positions: 1, jobs: 0 });
  expect(body.newest_import).toBeNull();
  const all = (await site.operator.do('overview', { query: { days: '30' } })).body;
  expect(all.account).toBeNull();
  expect(all.requests.rows).toContainEqual({ at: '2030-05-15T00:00:00.000Z', status: 200, calls: 5, credits: 4 });
  expect(all.newest_import).toMatchObject({ kind: 'people', source: 'test', state: 'finished', rows: 2 });
});

test('the overview shows how many records have each field, once they are counted', async () => {
  await expect.poll(async () => (await site.operator.do('overview')).body.coverage).not.toBeNull();
  const { coverage } = (await bob.do('overview')).body;
  expect(coverage.people).toContainEqual({ field: 'email', share: 0.5 });
  expect(coverage.companies).toContainEqual({ field: 'domain', share: 1 / 3 });
});

test('usage is summed by the requested groups, also as a file', async () => {
  const query = { by: 'day,status', from: '2030-05-15T00:00:00Z', to: '2030-05-16T00:00:00Z' };
  const { body } = await bob.do('usage.show', { query });
  expect(body.rows).toContainEqual({ day: '2030-05-15', status: 402, calls: 1, credits: 0 });
  const csv = await bob.call('usage.csv', { query });
  expect(String(csv.headers['content-type'])).toBe('text/csv; charset=utf-8');
  expect(csv.body).toBe(
    [
      '\uFEFFday,status,calls,credits',
      '2030-05-15,200,4,3',
      '2030-05-15,402,1,0',
      '2030-05-15,404,1,0',
      '2030-05-15,422,1,0',
      '',
    ].join('\r\n'),
  );
  expect((await bob.call('usage.show', { query: { by: 'week' } })).body.error.details[0].path).toBe('by');
  expect((await bob.call('usage.show', { query: { from: 'soon' } })).body.error.details[0].path).toBe('from');
});

test('an account creates, rotates and revokes its own keys', async () => {
  const draft = { name: 'crm', allowed_paths: [PEOPLE], expires_at: '2030-12-31T00:00:00Z' };
  const made = (await bob.do('keys.create', { body: draft })).body;
  expect(made).toMatchObject({ account: 'Bolt', name: 'crm', allowed_paths: [PEOPLE], state: 'active' });
  const headers = { 'x-api-key': made.key };
  const info = await site.app.inject({ method: 'GET', url: '/v2/account/key-info', headers });
  expect(info.json()).toMatchObject({ id: made.id, allowed_apis: ['/v2/account/key-info', PEOPLE] });
  const next = (await bob.do('keys.rotate', { params: { id: made.id }, body: { grace_hours: 0 } })).body;
  expect(next).toMatchObject({ name: 'crm', allowed_paths: [PEOPLE] });
  expect((await site.app.inject({ method: 'GET', url: '/v2/account/key-info', headers })).statusCode).toBe(401);
  expect((await bob.do('keys.revoke', { params: { id: next.id } })).body.state).toBe('revoked');
  const { rows } = (await bob.do('keys.list')).body;
  expect(rows.map((row: { id: string }) => row.id).slice(0, 2)).toEqual([next.id, made.id]);
  expect(JSON.stringify(rows)).not.toContain(made.key);
  const wrong = await bob.call('keys.create', { body: { ...draft, allowed_paths: ['/v2/search/persons'] } });
  expect(wrong.body.error).toMatchObject({ details: [{ path: 'allowed_paths[0]' }] });
  expect((await bob.call('keys.create', { body: { ...draft, expires_at: '2029-01-01' } })).status).toBe(422);
});

test('operators list ingest keys, and revoke them', async () => {
  const { operator, service } = site;
  const made = await service.admin.createIngestKey({ name: 'crm', expiresAt: null });
  const { rows } = (await operator.do('ingest-keys.list')).body;
  expect(rows).toMatchObject([{ id: made.id, name: 'crm', masked: made.masked, state: 'active' }]);
  expect(JSON.stringify(rows)).not.toContain(made.key);
  const revoked = (await operator.do('ingest-keys.revoke', { params: { id: made.id } })).body;
  expect(revoked).toMatchObject({ id: made.id, state: 'revoked' });
  expect((await operator.call('ingest-keys.revoke', { params: { id: 'ikey_none' } })).status).toBe(404);
});

test('operators create plans and accounts, and grant credits', async () => {
  const { operator } = site;
  const plan = { name: 'gold', credits_per_month: null, requests_per_second: 50 };
  expect((await operator.do('plans.set', { body: plan })).body).toEqual(plan);
  expect((await operator.do('plans.list')).body.rows).toContainEqual(plan);
  const account = (await operator.do('accounts.create', { body: { name: 'Cord', plan: 'gold' } })).body;
  expect(account).toMatchObject({ name: 'Cord', plan: 'gold', used: 0, remaining: null });
  expect((await operator.call('accounts.create', { body: { name: 'Cord', plan: 'gold' } })).status).toBe(422);
  const granted = await operator.do('accounts.grant', { body: { account: 'Bolt', credits: 10 } });
  expect(granted.body).toMatchObject({ granted: 10, remaining: 10 });
  expect((await operator.call('accounts.grant', { body: { account: 'Unknown', credits: 10 } })).status).toBe(404);
});

test('the figures of the catalog are counted in the background, and again after a change', async () => {
  const ready = async () => {
    await expect.poll(async () => (await site.operator.do('catalog.show')).body.state).toBe('ready');
    return (await site.operator.do('catalog.show')).body;
  };
  const figures = await ready();
  expect(figures.counts).toEqual({ companies: 3, people: 2, openings: 0 });
  const company = (field: string) => figures.coverage.companies.find((row: { field: string }) => row.field === field);
  const person = (field: string) => figures.coverage.people.find((row: { field: string }) => row.field === field);
  expect(company('domain')).toEqual({ field: 'domain', count: 1, share: 1 / 3 });
  expect(company('industry').count).toBe(1);
  for (const field of ['email', 'email_valid', 'job_title', 'job_level']) expect(person(field).share, field).toBe(0.5);
  expect(person('phone').count).toBe(0);
  const us = { value: 'US', count: 2 };
  expect(figures.company_countries).toEqual([us, { value: 'DE', count: 1 }]);
  expect(figures.industries).toEqual([{ value: 'Banking', count: 1 }]);
  await site.operator.do('suppressions.add', {
    body: { kind: 'person', value: 'https://www.network.example/in/jane' },
  });
  expect((await site.operator.do('catalog.show')).body.state).toBe('counting');
  expect((await ready()).counts.people).toBe(1);
});

test('an operator sees the origin of each field of a record', async () => {
  const named = 'https://www.network.example/company/acme/';
  const { body } = await site.operator.do('records.explain', { query: { kind: 'company', named } });
  expect(body.slug).toBe('acme');
  const from = { source: 'test', run: 1, file: 'companies-1.jsonl', line: 1 };
  const name = body.fields.find(({ field }: { field: string }) => field === 'name');
  expect(name).toMatchObject({ field: 'name', value: 'Acme', from, not_chosen: [] });
  expect(body.rows).toMatchObject([{ ...from, replaced: false }]);
  const person = await site.operator.do('records.explain', { query: { kind: 'person', named: 'JOHN' } });
  expect(person.body.slug).toBe('john');
  const unknown = await site.operator.call('records.explain', { query: { kind: 'person', named: 'nobody' } });
  expect(unknown.status).toBe(404);
});

test('a suppressed person disappears at once, and reappears when the entry is removed', async () => {
  const { operator } = site;
  const entry = { kind: 'company', value: 'https://www.network.example/company/cord' };
  const added = await operator.do('suppressions.add', { body: { ...entry, reason: 'objection' } });
  expect(added.body).toEqual({ hidden_people: 0, hidden_companies: 1 });
  const profile = { company_network_url: entry.value };
  const path = '/v2/enrichment/company?account=tester';
  expect((await callAs(operator, path, profile)).status).toBe(404);
  const { rows } = (await operator.do('suppressions.list')).body;
  expect(JSON.stringify(rows)).not.toContain('cord');
  const { email: added_by } = (await operator.do('session.show')).body.member;
  const own = rows.filter(({ kind }: { readonly kind: string }) => kind === 'company');
  expect(own).toEqual([expect.objectContaining({ reason: 'objection', added_by })]);
  const check = async (kind: string, value: string) =>
    (await operator.do('suppressions.check', { body: { kind, value } })).body.rows;
  expect(await check('company', 'cord')).toEqual(own);
  expect(await check('company', 'acme')).toEqual([]);
  expect((await operator.call('suppressions.check', { body: { kind: 'phone', value: '12' } })).status).toBe(422);
  expect((await operator.do('suppressions.remove', { body: entry })).body).toEqual({ was_listed: true });
  expect((await operator.do('suppressions.remove', { body: entry })).body).toEqual({ was_listed: false });
  expect((await callAs(operator, path, profile)).status).toBe(200);
  expect((await operator.call('suppressions.add', { body: { kind: 'phone', value: '12' } })).status).toBe(422);
  const noted = (await operator.do('audit.list')).body.rows.filter((row: { action: string }) =>
    row.action.startsWith('suppressions'),
  );
  expect(JSON.stringify(noted)).not.toMatch(/cord|jane/);
});

// This test is the last one, because sessions end during it.
test('without a number of days the overview shows the shortest period that has calls', async () => {
  const shown = async () => (await bob.do('overview')).body.requests;
  const startMs = site.service.clock.ms;
  expect(await shown()).toMatchObject({ days: 7, step: 'hour' });
  for (const [later, days] of [
    [8, 30],
    [31, 90],
    [91, 7],
  ] as const) {
    site.service.clock.ms = startMs + later * 24 * HOUR_MS;
    await bob.do('session.sign-in', { body: { email: 'bob@acme.example', password: PASSWORD } });
    expect(await shown(), `${later} days later`).toMatchObject({ days, step: days === 7 ? 'hour' : 'day' });
  }
});
