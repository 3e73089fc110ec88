// Keys, plans and accounts.
import type { Key } from '../../accounts/port.ts';
import { PATHS } from '../../contract/endpoints/paths.ts';
import { makeAccount, removeAccount, renameAccount } from '../../tasks/account-life.ts';
import { nearest } from '../../words/nearest.ts';
import type { ConsoleContext, Handlers, SignedIn } from '../context.ts';
import { named } from '../named.ts';
import { invalidField, Rejection } from '../rejection.ts';
import { knownAccount, requestedAccount, selectedAccount, selectedAccountName } from '../scope.ts';
import { accountView, ingestKeyView, keyView, planView } from '../views.ts';

export const ACCOUNT_HANDLERS = {
  'keys.list': async ({ query }, call, context) => {
    const account = await requestedAccount(query.account, call, context);
    const now = context.clock.now();
    const keys = await context.admin.keys(account ?? undefined);
    return { rows: keys.map((key) => keyView(key, now)).reverse() };
  },

  'keys.create': async ({ body }, call, context) => {
    const accountName = await selectedAccountName(body.account, call, context);
    // A rejected name may be a key by mistake, so it is not in the audit log.
    call.subject = `a key of ${accountName}`;
    checkPaths(body.allowed_paths);
    const { name, allowed_paths: allowedPaths, expires_at: expiresAt } = body;
    const { key, ...made } = await context.admin.createKey({ accountName, name, allowedPaths, expiresAt });
    call.subject = `${named(made.name, made.id)} of ${accountName}`;
    return { ...keyView(made, context.clock.now()), key };
  },

  'keys.rotate': async ({ params, body }, call, context) => {
    const old = await ownKey(params.id, call, context);
    const { key, ...made } = await context.admin.rotateKey(old.id, body.grace_hours);
    call.subject = `${named(old.name, old.id)} to ${made.id} of ${old.accountName}`;
    return { ...keyView(made, context.clock.now()), key };
  },

  'keys.revoke': async ({ params }, call, context) => {
    const { id } = await ownKey(params.id, call, context);
    return keyView(await context.admin.revokeKey(id), context.clock.now());
  },

  'ingest-keys.list': async (_input, _visit, { admin, clock }) => {
    const now = clock.now();
    return { rows: (await admin.ingestKeys()).map((key) => ingestKeyView(key, now)).reverse() };
  },

  'ingest-keys.revoke': async ({ params }, call, { admin, clock }) => {
    call.subject = params.id;
    const key = await admin.revokeIngestKey(params.id);
    call.subject = `${named(key.name, key.id)} for ingest`;
    return ingestKeyView(key, clock.now());
  },

  'plans.list': async (_input, _visit, { admin }) => ({
    rows: (await admin.plans()).map(planView),
  }),

  'plans.set': async ({ body }, call, { admin }) => {
    const { name, credits_per_month: creditsPerMonth, requests_per_second: requestsPerSecond } = body;
    call.subject = `${name}: ${creditsPerMonth ?? 'unlimited'} credits, ${requestsPerSecond} a second`;
    await admin.setPlan({ name, creditsPerMonth, requestsPerSecond });
    return { ...body, name: name.trim() };
  },

  'accounts.list': async (_input, call, context) => {
    const own = await requestedAccount(undefined, call, context);
    const accounts = await context.admin.accounts();
    return { rows: accounts.filter(({ name }) => own === null || name === own).map(accountView) };
  },

  'accounts.show': async ({ query }, call, context) => {
    const { admin, store } = context;
    const account = await selectedAccount(query.account, call, context);
    const plan = (await admin.plans()).find(({ name }) => name === account.planName);
    const members = (await store.members.members()).filter(({ accountName }) => accountName === account.name);
    return {
      ...accountView(account),
      credits_per_month: plan?.creditsPerMonth ?? null,
      requests_per_second: plan?.requestsPerSecond ?? 0,
      members: members.map(({ name, email, role, lastSeenAt }) => ({ name, email, role, last_seen_at: lastSeenAt })),
    };
  },

  'plans.rename': async ({ body }, call, { admin }) => {
    call.subject = `${body.plan} to ${body.new_name}`;
    return planView(await admin.renamePlan(body.plan, body.new_name));
  },

  'plans.remove': async ({ body }, call, { admin }) => {
    call.subject = body.plan;
    await admin.removePlan(body.plan);
    return { done: true };
  },

  'accounts.create': async ({ body }, call, { admin, store }) => {
    call.subject = `${body.name} on ${body.plan}`;
    const { members, audit } = store;
    return accountView(await makeAccount({ admin, members, audit }, body.name, body.plan));
  },

  'accounts.rename': async ({ body }, call, context) => {
    const { admin, store } = context;
    call.subject = `${body.account} to ${body.new_name}`;
    const { members, audit } = store;
    const { member, address } = call;
    const renaming = { name: body.account, newName: body.new_name, who: member.email, address };
    return accountView(await renameAccount({ admin, members, audit }, renaming));
  },

  'accounts.move': async ({ body }, call, context) => {
    call.subject = `${body.account} to the plan ${body.plan}`;
    const { name } = await knownAccount(body.account, context);
    return accountView(await context.admin.moveAccount(name, body.plan));
  },

  'accounts.suspend': async ({ body }, call, context) => {
    call.subject = body.account;
    const { name } = await knownAccount(body.account, context);
    return accountView(await context.admin.suspendAccount(name));
  },

  'accounts.resume': async ({ body }, call, context) => {
    call.subject = body.account;
    const { name } = await knownAccount(body.account, context);
    return accountView(await context.admin.resumeAccount(name));
  },

  'accounts.remove': async ({ body }, call, { admin, store }) => {
    call.subject = body.account;
    const { keptAs, members } = await removeAccount(
      { admin, members: store.members, audit: store.audit },
      body.account,
    );
    call.subject = `${body.account}, kept as ${keptAs}; members removed: ${members.join(', ') || 'none'}`;
    return { kept_as: keptAs, removed_members: [...members] };
  },

  'accounts.grant': async ({ body }, call, context) => {
    call.subject = `${body.credits} credits to ${body.account}`;
    const { name } = await knownAccount(body.account, context);
    return accountView(await context.admin.grant(name, body.credits, call.attempt));
  },
} as const satisfies Handlers<
  | 'keys.list'
  | 'keys.create'
  | 'keys.rotate'
  | 'keys.revoke'
  | 'ingest-keys.list'
  | 'ingest-keys.revoke'
  | 'plans.list'
  | 'plans.set'
  | 'plans.rename'
  | 'plans.remove'
  | 'accounts.list'
  | 'accounts.show'
  | 'accounts.create'
  | 'accounts.rename'
  | 'accounts.move'
  | 'accounts.suspend'
  | 'accounts.resume'
  | 'accounts.remove'
  | 'accounts.grant'
>;

/** A key that is visible to the member. A key of another account is answered like a missing one. */
async function ownKey(id: string, call: SignedIn, context: ConsoleContext): Promise<Key> {
  call.subject = id;
  const account = await requestedAccount(undefined, call, context);
  const key = (await context.admin.keys(account ?? undefined)).find((one) => one.id === id);
  if (!key) throw new Rejection('NOT_FOUND', 'there is no such key');
  call.subject = `${named(key.name, id)} of ${key.accountName}`;
  return key;
}

function checkPaths(paths: readonly string[]): void {
  paths.forEach((path, index) => {
    if (PATHS.includes(path)) return;
    const suggestion = nearest(path, PATHS);
    const hint = suggestion === null ? '' : `; did you mean ${suggestion}?`;
    throw invalidField(`allowed_paths[${index}]`, `this is not a path of the API${hint}`);
  });
}
