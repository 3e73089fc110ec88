// The conformance suite of a store of accounts, which each implementation runs against itself.
import { describe } from 'vitest';
import { accountLifeTests, planLifeTests } from './conformance/account-life.ts';
import { batchTests } from './conformance/batches.ts';
import { chargeTests, creditLaws, creditTests } from './conformance/charges.ts';
import { type FreshStore, removeFixturesAfterEach } from './conformance/fixture.ts';
import { idempotencyRaceTests, idempotencyRoomTests, idempotencyTests } from './conformance/idempotent-requests.ts';
import { dashboardKeyTests, keyEndTests, keyTests } from './conformance/keys.ts';
import { operatorTests } from './conformance/operator.ts';
import { priceTests } from './conformance/prices.ts';
import { usageTests } from './conformance/usage.ts';
import { watchTests } from './conformance/watches.ts';
import { webhookTests } from './conformance/webhooks.ts';

/** Registers the suite; `fresh` creates an empty store for each test. */
export function accountsConformance(name: string, fresh: FreshStore): void {
  describe(`accounts in ${name}`, () => {
    removeFixturesAfterEach();
    chargeTests(fresh);
    creditTests(fresh);
    priceTests(fresh);
    creditLaws(fresh);
    keyTests(fresh);
    keyEndTests(fresh);
    dashboardKeyTests(fresh);
    idempotencyTests(fresh);
    idempotencyRoomTests(fresh);
    idempotencyRaceTests(fresh);
    usageTests(fresh);
    operatorTests(fresh);
    planLifeTests(fresh);
    accountLifeTests(fresh);
    batchTests(fresh);
    webhookTests(fresh);
    watchTests(fresh);
  });
}
