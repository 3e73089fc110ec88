// Entry of the thread that holds the dashboard's stores of members and accounts.
import { parentPort, workerData } from 'node:worker_threads';
import type { AccountsAdmin } from '../../accounts/port.ts';
import { openAccounts, openMembers } from '../../app/account-stores.ts';
import type { Config } from '../../app/config.ts';
import { callsFile } from '../../app/data-folder.ts';
import { CallStore, type StoredCalls } from '../../calls/call-store.ts';
import { openSharedCalls } from '../../calls/open-shared-calls.ts';
import type { MemberPorts } from '../../members/port.ts';
import { assert } from '../../ops/assert.ts';
import { answerPortCalls } from './port-calls.ts';

/** The ports of the thread. */
export interface MembersThread extends MemberPorts {
  readonly admin: AccountsAdmin;
  readonly calls: StoredCalls;
}

assert(parentPort !== null, 'the thread of the members has a parent');
const config = workerData as Config;
// The server has created the file before. A file that was removed since is not created again.
const { accounts, admin } = await openAccounts(config, { mustExist: true });
const { close, ...store } = await openMembers(config);
const calls = new CallStore(callsFile(config));
const sharedCalls = config.database === null ? null : await openSharedCalls(config.database);
const storedCalls: StoredCalls = {
  calls: async (selection) => (sharedCalls ?? calls).calls(selection),
  bodies: async (lookup) => calls.bodies(lookup),
};
answerPortCalls(parentPort, { ...store, admin, calls: storedCalls } satisfies MembersThread, async () => {
  calls.close();
  await sharedCalls?.close();
  await close();
  await accounts.close();
});
