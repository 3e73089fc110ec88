import { expect, test } from 'vitest';
import { CONSOLE_PREFIX } from './route.ts';
import { type AnswerOf, type BodyOf, type ParamsOf, type QueryOf, ROUTE_NAMES, ROUTES } from './routes.ts';

test('have one entry per method and path, under the one prefix', () => {
  const places = ROUTE_NAMES.map((name) => `${ROUTES[name].method} ${ROUTES[name].path}`);
  expect(new Set(places).size).toBe(places.length);
  for (const name of ROUTE_NAMES) expect(ROUTES[name].path.startsWith(`${CONSOLE_PREFIX}/`)).toBe(true);
});

test('declare exactly the parameters of their path', () => {
  for (const name of ROUTE_NAMES) {
    const { path, params } = ROUTES[name];
    const named = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
    expect(Object.keys(params?.properties ?? {}), name).toEqual(named);
  }
});

test('record every change in the audit log; read-only routes change nothing', () => {
  const silent = ROUTE_NAMES.filter((name) => ROUTES[name].method === 'POST' && ROUTES[name].audit === null);
  expect(silent).toEqual([
    'invitations.open',
    'uploads.part',
    'uploads.preview',
    'suppressions.check',
    'records.gone',
    'drafts.preview',
  ]);
  const noted = ROUTE_NAMES.filter((name) => ROUTES[name].method === 'GET' && ROUTES[name].audit !== null);
  expect(noted).toEqual(['session.oidc-finish']);
});

test('execute repeated calls that create, grant, send or remove something only once', () => {
  const isRepeated = /\.(create|save|grant|run|start|rotate|test|replay|continue|withdraw|remove)$/;
  const twice = ROUTE_NAMES.filter((name) => isRepeated.test(name) && !('once' in ROUTES[name]));
  // Their names are unique: a repetition is rejected, and a later removal under the same name is another one.
  expect(twice.filter((name) => !/^(accounts|plans|suppressions)\./.test(name))).toEqual(['drafts.create']);
  const once = ROUTE_NAMES.filter((name) => 'once' in ROUTES[name]);
  const unfit = once.filter((name) => ROUTES[name].who === 'public' || 'takesFile' in ROUTES[name]);
  expect(unfit).toEqual([]);
});

test('have types that match their schemas', () => {
  const body: BodyOf<'keys.create'> = { name: 'crm', allowed_paths: [], expires_at: null };
  const params: ParamsOf<'keys.rotate'> = { id: 'key_1' };
  const query: QueryOf<'overview'> = { days: '7' };
  const none: BodyOf<'keys.revoke'> = null;
  const answer: AnswerOf<'suppressions.remove'> = { was_listed: true };
  expect([body, params, query, none, answer]).toHaveLength(5);
});
