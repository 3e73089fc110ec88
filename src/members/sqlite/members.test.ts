import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { LIFE, type StoreUnderTest } from '../conformance/fixture.ts';
import { membersConformance } from '../conformance.ts';
import { generateToken, hashToken } from '../secret-token.ts';
import { openMembers } from './open-members.ts';

function freshStore(): StoreUnderTest {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-members-'));
  return {
    open: (clock) => openMembers({ file: join(folder, 'members.db'), clock, life: LIFE }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

membersConformance('SQLite', freshStore);

test('stores no token and no attempted address, and rejects changes to the audit log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-members-'));
  const file = join(folder, 'members.db');
  const store = openMembers({ file, clock: { now: () => 1 }, life: LIFE });
  const token = generateToken();
  const invitation = {
    role: 'operator',
    accountName: null,
    email: 'ann@acme.example',
    lifeMs: 10,
    invitedBy: 'a test',
  };
  await store.members.invite({ ...invitation, role: 'operator', tokenHash: hashToken(token) });
  const acceptance = { email: 'ann@acme.example', name: 'Ann', passwordHash: 'hash', subject: null };
  const ann = await store.members.accept({ tokenHash: hashToken(token) }, acceptance);
  await store.sessions.begin(ann.id, hashToken(token));
  await store.attempts.admit([{ subject: 'my secret password', max: 1 }]);
  await store.audit.append({ who: 'ann', action: 'keys.create', subject: '', address: '', result: 'ok' });
  await store.close();
  const bytes = readFileSync(file, 'latin1');
  expect(bytes).toContain(hashToken(token));
  expect(bytes).not.toContain(token);
  expect(bytes).not.toContain('my secret password');
  const database = new Database(file);
  expect(() => database.exec("UPDATE audit SET who = 'bob'")).toThrow('only added to');
  expect(() => database.exec('DELETE FROM audit')).toThrow('only added to');
  database.close();
  rmSync(folder, { recursive: true });
});
