// `cardfile usage` from outside: its output streams, its days, and rejected options.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashKey } from '../src/accounts/key-format.ts';
import { openAccounts } from '../src/accounts/sqlite/open-accounts.ts';
import { run } from './support/program.ts';

const data = mkdtempSync(join(tmpdir(), 'cardfile-usage-'));
const PATH = '/v2/search/people';
const keyIds: string[] = [];

/** Three days of two accounts: one charged call in each listed hour, and a 404 in the last. */
beforeAll(async () => {
  let now = Date.parse('2030-05-14T22:30:00Z');
  const { accounts, admin } = openAccounts({ file: join(data, 'accounts.db'), clock: { now: () => now } });
  await admin.setPlan({ name: 'pro', creditsPerMonth: 100, requestsPerSecond: 5 });
  for (const accountName of ['acme', 'Smith, "Jo" & Sons']) {
    await admin.createAccount(accountName, 'pro');
    const { key } = await admin.createKey({ accountName, name: '', allowedPaths: [], expiresAt: null });
    const caller = await accounts.authenticate(hashKey(key));
    if (!caller) throw new Error('the key is new');
    keyIds.push(caller.keyId);
    for (const hour of ['2030-05-14T23', '2030-05-15T00', '2030-05-15T23', '2030-05-16T00']) {
      now = Date.parse(`${hour}:59:59.999Z`);
      await accounts.charge({ caller, requestId: `${accountName} ${hour}`, path: PATH, status: 200, credits: 1 });
    }
    accounts.count({ caller, path: PATH, status: 404 });
  }
  await accounts.close();
});
afterAll(() => rmSync(data, { recursive: true }));

const usage = (...args: string[]) => run('usage', '--data', data, ...args);

describe('cardfile usage', () => {
  it('prints a table on standard output and the totals on standard error', async () => {
    const { code, stdout, stderr } = await usage('--by', 'day');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '10 calls, 8 credits\n' });
    expect(stdout.split('\n')).toEqual([
      'day         calls  credits',
      '2030-05-14      2        2',
      '2030-05-15      4        4',
      '2030-05-16      4        2',
      '',
    ]);
  });

  it('prints all stored usage without options, as JSON too', async () => {
    const { stdout } = await usage('--json', '--account', 'acme', '--from', '2030-05-16');
    const kept = { hour: '2030-05-16T00:00:00.000Z', account: 'acme', key: keyIds[0], path: PATH };
    expect(JSON.parse(stdout)).toEqual([
      { ...kept, status: 200, calls: 1, credits: 1 },
      { ...kept, status: 404, calls: 1, credits: 0 },
    ]);
  });

  it('includes both days from their first hour to their last', async () => {
    const { stdout } = await usage(
      '--json',
      '--account',
      'acme',
      '--by',
      'hour',
      '--from',
      '2030-05-15',
      '--to',
      '2030-05-15',
    );
    expect(JSON.parse(stdout)).toEqual([
      { hour: '2030-05-15T00:00:00.000Z', calls: 1, credits: 1 },
      { hour: '2030-05-15T23:00:00.000Z', calls: 1, credits: 1 },
    ]);
  });

  it('prints comma-separated values with a header line, also without usage', async () => {
    const { stdout } = await usage('--csv', '--by', 'account,status');
    expect(stdout).toBe(
      'account,status,calls,credits\r\n"Smith, ""Jo"" & Sons",200,4,4\r\n"Smith, ""Jo"" & Sons",404,1,0\r\nacme,200,4,4\r\nacme,404,1,0\r\n',
    );
    const none = await usage('--csv', '--by', 'month', '--from', '2031-01-01');
    expect(none).toEqual({ code: 0, stdout: 'month,calls,credits\r\n', stderr: '0 calls, 0 credits\n' });
  });

  it.each([
    [['--from', '2030-02-30'], 2, '--from must be a day such as 2030-01-31, not "2030-02-30"'],
    [['--to', 'yesterday'], 2, '--to must be a day such as 2030-01-31, not "yesterday"'],
    [['--from', '2030-05-16', '--to', '2030-05-15'], 2, '--from 2030-05-16 is after --to 2030-05-15'],
    [['--by', 'hours'], 2, '--by: usage cannot be grouped by "hours"; did you mean hour?'],
    [['--json', '--csv'], 2, '--json and --csv'],
    [['--account', 'unknown'], 1, "--account: no account named 'unknown'"],
  ])('rejects %j and names the option', async (args, code, message) => {
    expect(await usage(...args)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
  });
});
