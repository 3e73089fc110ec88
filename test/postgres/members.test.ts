// The store of members in PostgreSQL passes the conformance suite that every store of members passes.
import { expect, test } from 'vitest';
import { openPostgresAccounts } from '../../src/accounts/postgres/open-accounts.ts';
import { LIFE, type StoreUnderTest } from '../../src/members/conformance/fixture.ts';
import { membersConformance } from '../../src/members/conformance.ts';
import type { Members } from '../../src/members/port.ts';
import { openPostgresMembers } from '../../src/members/postgres/open-members.ts';
import { eventLoop } from '../../src/ops/scheduling/schedule.ts';
import { completeRenames, renameAccount } from '../../src/tasks/account-life.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

describeOnPostgres('on PostgreSQL', () => {
  const schema = testSchema();

  async function freshStore(): Promise<StoreUnderTest> {
    await schema.empty();
    return { open: (clock) => openPostgresMembers({ url: schema.url, clock, life: LIFE }), remove: () => {} };
  }

  membersConformance('PostgreSQL', freshStore);

  test('finishes the renaming of an account whose process ended between both stores', async () => {
    await schema.empty();
    const clock = { now: () => 1 };
    const schedule = { ...eventLoop, elapsedMs: () => clock.now() };
    const store = openPostgresMembers({ url: schema.url, clock, life: LIFE });
    const { admin, accounts } = await openPostgresAccounts({ url: schema.url, clock, schedule });
    await admin.setPlan({ name: 'pro', creditsPerMonth: 1, requestsPerSecond: 1 });
    await admin.createAccount('Acme', 'pro');
    await store.lists.create({ accountName: 'Acme', name: 'Leads', kind: 'people', madeBy: 'ann@acme.example' });
    const { members, audit } = store;
    const accountNames = () => members.accountNames();
    const dying = { accountNames, followAccount: () => Promise.reject(new Error('killed')) } as unknown as Members;
    const renaming = { name: 'Acme', newName: 'Acme to be (2)', who: 'command line', address: '' };
    await expect(renameAccount({ admin, members: dying, audit }, renaming)).rejects.toThrow('killed');
    expect(await store.lists.listsOf('Acme to be (2)')).toEqual([]);
    await completeRenames({ admin, members, audit });
    expect(await store.lists.listsOf('Acme to be (2)')).toMatchObject([{ name: 'Leads' }]);
    await accounts.close();
    await store.close();
  });

  test('stores no attempted text', async () => {
    await schema.empty();
    const store = openPostgresMembers({ url: schema.url, clock: { now: () => 1 }, life: LIFE });
    await store.attempts.admit([{ subject: 'my secret password', max: 1 }]);
    await store.close();
    const rows = await schema.query('SELECT subject FROM sign_in_attempt');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });
});
