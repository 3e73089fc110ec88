// The store of members in PostgreSQL passes the conformance suite that every store of members passes.
import { expect, test } from 'vitest';
import { LIFE, type StoreUnderTest } from '../../src/members/conformance/scene.ts';
import { membersConformance } from '../../src/members/conformance.ts';
import { openPostgresMembers } from '../../src/members/postgres/open-members.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

describeOnPostgres('on PostgreSQL', () => {
  const schema = testSchema();

  async function freshStore(): Promise<StoreUnderTest> {
    await schema.empty();
    return { open: (clock) => openPostgresMembers({ url: schema.url, clock, life: LIFE }), remove: () => {} };
  }

  membersConformance('PostgreSQL', freshStore);

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
