// Invitations and resets of passwords by mail, through a real connection to a mail server.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smtpMailer } from '../../src/dashboard/mail.ts';
import { joined, PASSWORD, startTestConsole, type TestConsole } from '../support/console.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

const PUBLIC = 'http://localhost';
const FROM = 'Cardfile <cardfile@acme.example>';
const NEW_PASSWORD = 'a completely new one';

let server: MailServer;
let site: TestConsole;
beforeEach(async () => {
  server = await startMailServer();
  site = await startTestConsole({ mailer: smtpMailer(server.url, FROM), publicUrl: PUBLIC });
});
afterEach(async () => {
  await site.close();
  await server.close();
});

const linkIn = (content: string) => /^http\S+#token=(\S+)$/m.exec(content.replace(/=\n/g, '').replaceAll('=3D', '='));

/** The first message beyond `count`; the answer to a reset comes before its message. */
async function mailAfter(count: number) {
  for (let wait = 0; server.mails.length <= count && wait < 100; wait++) await sleep(20);
  const mail = server.mails[count];
  if (mail === undefined) throw new Error('no message was sent');
  const [link = '', token = ''] = linkIn(mail.content) ?? [];
  return { ...mail, link, token };
}

test('an invitation is mailed with its link', async () => {
  const body = { email: 'bob@acme.example', role: 'operator', account: null };
  const made = (await site.operator.do('invitations.create', { body })).body;
  expect(made.mail).toBe('sent');
  const mail = await mailAfter(0);
  expect(mail).toMatchObject({ from: 'cardfile@acme.example', to: ['bob@acme.example'], link: made.link });
  expect(mail.content).toContain('Subject: Your invitation to Cardfile');
  expect(mail.content).toContain('ann@acme.example invites you to Cardfile.');
});

test('a link has the public address, also if the operator works on the machine of the server', async () => {
  await site.close();
  site = await startTestConsole({ mailer: smtpMailer(server.url, FROM), publicUrl: 'https://card.example' });
  const body = { email: 'bob@acme.example', role: 'operator', account: null };
  const { link } = (await site.operator.do('invitations.create', { body })).body;
  expect(link).toMatch(/^https:\/\/card\.example\/invite#token=/);
  expect((await mailAfter(0)).link).toBe(link);
});

test('an invitation that the mail server rejects is created nevertheless, and the answer reports the rejection', async () => {
  const body = { email: 'bob@rejected.example', role: 'operator', account: null };
  const made = (await site.operator.do('invitations.create', { body })).body;
  expect(made).toMatchObject({ mail: 'failed', link: expect.stringContaining('/invite#token=') });
  expect(site.faults.splice(0).map(String)).toEqual([expect.stringContaining('550')]);
});

test('a mail server that answers slowly, but is never silent, does not hold an invitation', async () => {
  const sockets = new Set<Socket>();
  const slow = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.write('220 mail.test\r\n');
    const timer = setInterval(() => socket.write('2'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { port } = slow.address() as AddressInfo;
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, FROM, 500);
  await site.close();
  site = await startTestConsole({ mailer, publicUrl: PUBLIC });
  const body = { email: 'bob@acme.example', role: 'operator', account: null };
  const made = (await site.operator.do('invitations.create', { body })).body;
  expect(made).toMatchObject({ mail: 'failed', link: expect.stringContaining('/invite#token=') });
  const fault = 'Error: the mail server did not accept the message within 0.5 s';
  expect(site.faults.splice(0).map(String)).toEqual([fault]);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => slow.close(resolve));
});

test('a link for a member is listed and answered as a reset of the password, not as an invitation', async () => {
  await joined(site.operator, site.stranger(), { name: 'Bob', role: 'operator', account: null });
  const body = (email: string) => ({ body: { email, role: 'operator', account: null } });
  const reset = (await site.operator.do('invitations.create', body('bob@acme.example'))).body;
  const invited = (await site.operator.do('invitations.create', body('eve@acme.example'))).body;
  expect([reset.member_name, invited.member_name]).toEqual(['Bob', null]);
  const { rows } = (await site.operator.do('invitations.list')).body;
  const names = rows.map((row: { email: string; member_name: string | null }) => [row.email, row.member_name]);
  expect(new Map(names)).toEqual(
    new Map([
      ['bob@acme.example', 'Bob'],
      ['eve@acme.example', null],
    ]),
  );
  const [, noted] = await site.store.audit.entries(null, 2);
  expect(noted?.subject).toBe('bob@acme.example as operator, a new password');
});

test('a reset begins after its answer, whose time would otherwise reveal that the address is known', async () => {
  const done: string[] = [];
  const { members, audit } = site.store;
  const [invite, append] = [members.invite.bind(members), audit.append.bind(audit)];
  members.invite = async (invitation) => {
    done.push('link');
    return invite(invitation);
  };
  audit.append = async (entry) => {
    await append(entry);
    done.push('noted');
  };
  await site.stranger().do('session.forgotten', { body: { email: 'ann@acme.example' } });
  await mailAfter(0);
  expect(done).toEqual(['noted', 'link']);
});

test('a member resets a forgotten password with a mailed link, once; role and name stay', async () => {
  const bob = await joined(site.operator, site.stranger(), { name: 'Bob', role: 'operator', account: null });
  const count = server.mails.length;
  const reply = await site.stranger().do('session.forgotten', { body: { email: ' Bob@acme.example' } });
  expect(reply.body).toEqual({ done: true });
  const { to, content, link, token } = await mailAfter(count);
  expect(to).toEqual(['bob@acme.example']);
  expect(link.startsWith(`${PUBLIC}/invite#token=`)).toBe(true);
  expect(content).toContain('Subject: A new password for Cardfile');
  const opened = (await site.stranger().do('invitations.open', { body: { token } })).body;
  expect(opened).toMatchObject({ email: 'bob@acme.example', name: 'Bob', expires_at: '2030-05-15T13:00:00.000Z' });
  const accept = { body: { token, name: 'Bob', password: NEW_PASSWORD } };
  const { body } = await site.stranger().do('invitations.accept', accept);
  expect(body.member).toMatchObject({ email: 'bob@acme.example', role: 'operator', name: 'Bob' });
  expect((await bob.call('keys.list')).status, 'his other sessions end').toBe(401);
  expect((await site.stranger().call('invitations.accept', accept)).status).toBe(404);
  const old = await site
    .stranger()
    .call('session.sign-in', { body: { email: 'bob@acme.example', password: PASSWORD } });
  expect(old.status).toBe(401);
});

test('an unknown address gets the same answer and no message; many requests are rejected', async () => {
  const browser = site.stranger('192.0.2.7');
  for (let time = 0; time < 5; time++)
    expect((await browser.do('session.forgotten', { body: { email: 'eve@acme.example' } })).body).toEqual({
      done: true,
    });
  const again = await browser.call('session.forgotten', { body: { email: 'eve@acme.example' } });
  expect([again.status, again.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(server.mails).toEqual([]);
});

test('a reset link is void once an operator changes the role of the member', async () => {
  await joined(site.operator, site.stranger(), { name: 'Bob', role: 'operator', account: null });
  const count = server.mails.length;
  await site.stranger().do('session.forgotten', { body: { email: 'bob@acme.example' } });
  const { token } = await mailAfter(count);
  const { body } = await site.operator.do('members.list');
  const bob = body.rows.find(({ email }: { email: string }) => email === 'bob@acme.example');
  await site.service.admin.createAccount('Acme', 'tests');
  await site.operator.do('members.change', { params: { id: bob.id }, body: { role: 'member', account: 'Acme' } });
  expect((await site.stranger().call('invitations.open', { body: { token } })).status).toBe(404);
});

test('a reset keeps the role that the member has when the link is made, not when it was requested', async () => {
  await joined(site.operator, site.stranger(), { name: 'Bob', role: 'operator', account: null });
  const { audit, members } = site.store;
  const bob = (await members.byEmail('bob@acme.example'))?.member.id ?? '';
  await site.service.admin.createAccount('Acme', 'tests');
  const [count, append] = [server.mails.length, audit.append.bind(audit)];
  // Runs between the request and its answer.
  audit.append = async (entry) => {
    if (entry.action === 'session.forgotten') await members.change(bob, { role: 'read_only', accountName: 'Acme' });
    await append(entry);
  };
  await site.stranger().do('session.forgotten', { body: { email: 'bob@acme.example' } });
  const { token } = await mailAfter(count);
  const opened = await site.stranger().do('invitations.open', { body: { token } });
  expect(opened.body).toMatchObject({ email: 'bob@acme.example', role: 'read_only', account: 'Acme' });
});

test('without a mail server the dashboard offers no reset', async () => {
  const plain = await startTestConsole();
  expect((await plain.operator.do('session.show')).body.sends_resets).toBe(false);
  const reply = await plain.stranger().call('session.forgotten', { body: { email: 'ann@acme.example' } });
  expect([reply.status, reply.body.error.message]).toEqual([404, expect.stringContaining('ask an operator')]);
  const body = { email: 'bob@acme.example', role: 'operator', account: null };
  expect((await plain.operator.do('invitations.create', { body })).body.mail).toBe('off');
  await plain.close();
});
