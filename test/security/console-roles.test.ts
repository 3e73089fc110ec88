// Rights of roles: each route of the dashboard and each call is tried by each role, against the table below.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS, OPERATIONS } from '../../src/contract/endpoints/endpoints.ts';
import { ROLES, type Role } from '../../src/contract/roles.ts';
import { ROUTE_NAMES, ROUTES, type RouteName } from '../../src/dashboard/routes/routes.ts';
import { type Browser, joined, startTestConsole, type TestConsole } from '../support/console.ts';

/** Routes of every signed-in member: the own sign-in. */
const OWN: readonly RouteName[] = [
  ...(['session.sign-out', 'session.change-password', 'totp.show', 'totp.set-up'] as const),
  ...(['totp.switch-on', 'totp.switch-off', 'totp.new-recovery-codes'] as const),
];
const BILLING: readonly RouteName[] = [
  ...(['overview', 'keys.list', 'usage.show', 'usage.csv', 'accounts.list', 'accounts.show'] as const),
];
/** Routes that `read_only` may use and `billing` may not. */
const READING: readonly RouteName[] = [
  ...(['calls.list', 'drafts.list', 'drafts.show', 'batches.list', 'batches.results', 'searches.list'] as const),
  ...(['lists.list', 'lists.show', 'watches.list', 'watches.changes', 'calls.bodies'] as const),
  ...(['webhooks.list', 'webhooks.deliveries'] as const),
];
const ofOperators = (name: RouteName) => ROUTES[name].who === 'operator';
const isPublic = (name: RouteName) => ROUTES[name].who === 'public';

/** Routes that each role may use: everything that is not listed is forbidden. */
const MAY: Readonly<Record<Role, (name: RouteName) => boolean>> = {
  billing: (name) => OWN.includes(name) || BILLING.includes(name),
  read_only: (name) => OWN.includes(name) || BILLING.includes(name) || READING.includes(name),
  member: (name) => !ofOperators(name),
  operator: () => true,
};

let site: TestConsole;
const browsers = new Map<Role, Browser>();
beforeAll(async () => {
  site = await startTestConsole({ records: {} });
  for (const role of ['billing', 'read_only', 'member'] as const)
    browsers.set(role, await site.member(role.replace('_', ''), 'Acme', role));
  const zoe = { name: 'Zoe', role: 'operator', account: 'Acme' } as const;
  browsers.set('operator', await joined(site.operator, site.stranger(), zoe));
});
afterAll(() => site.close());

/** Whether a request without valid input passes the check of the role: then only its input is rejected, or nothing. */
async function passes(role: Role, name: RouteName): Promise<boolean> {
  const browser = browsers.get(role) as Browser;
  // An input that no route accepts, so that nothing is changed.
  const reply = await browser.call(name, {
    params: { id: 'none' },
    query: { no_such_field: '1' },
    raw: '{"no_such_field":1}',
  });
  return reply.status !== 403;
}

describe.each(ROLES)('%s', (role) => {
  const routes = ROUTE_NAMES.filter((name) => !isPublic(name) && name !== 'session.sign-out');
  test.each(routes.map((name) => [MAY[role](name) ? 'may use' : 'may not use', name] as const))(
    '%s %s',
    async (may, name) => {
      expect(await passes(role, name)).toBe(may === 'may use');
    },
  );

  test.each(OPERATIONS)('calls %s only with the right to', async (operation) => {
    const { method, path, credits } = ENDPOINTS[operation];
    const body = method === 'GET' ? {} : { body: { no_such_field: 1 } };
    const reply = await (browsers.get(role) as Browser).request(method, `/console/api/call${path}`, body);
    const isAllowed = role === 'member' || role === 'operator' || (role === 'read_only' && credits === 0);
    expect(reply.status === 403).toBe(!isAllowed);
  });

  test('signs out', async () => {
    expect(await passes(role, 'session.sign-out')).toBe(true);
  });
});

test('read-only members see every page of their account, and change nothing', () => {
  const isOf = (least: readonly string[], method: string) =>
    ROUTE_NAMES.filter((name) => least.includes(ROUTES[name].who) && String(ROUTES[name].method) === method);
  expect(isOf(['member'], 'GET')).toEqual([]);
  expect(isOf(['read_only', 'billing'], 'POST')).toEqual([]);
});
