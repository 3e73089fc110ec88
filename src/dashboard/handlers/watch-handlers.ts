// Watches of lists and saved searches, of the account of a member, or of any account for an operator.
import type { Account } from '../../accounts/port.ts';
import type { Watch } from '../../accounts/watch-port.ts';
import { LIMITS } from '../../contract/limits.ts';
import { WATCH_CHANGE_CREDITS } from '../../contract/resources/watches.ts';
import { subjectOf } from '../../watches/watch-service.ts';
import type { ConsoleContext, Handlers, SignedIn } from '../context.ts';
import { invalidField, Rejection } from '../rejection.ts';
import type { AnswerOf, BodyOf } from '../routes/routes.ts';
import { activeAccount, selectedAccount, selectedAccountName, visibleAccount } from '../scope.ts';
import { ownList, presentRecords } from './list-handlers.ts';

const CHANGES_SHOWN = 50;

export const WATCH_HANDLERS = {
  'watches.list': async ({ query }, call, context) => {
    const account = await selectedAccount(query.account, call, context);
    const rows: AnswerOf<'watches.list'>['rows'] = [];
    for (const watch of await context.watches.watchesOf(account.id))
      rows.push(await watchView(watch, account, context));
    const { watchesMax, watchRecordsMax } = LIMITS;
    return { rows, max: watchesMax, records_max: watchRecordsMax, credits_per_change: WATCH_CHANGE_CREDITS };
  },

  'watches.create': async ({ body }, call, context) => {
    call.subject = body.origin;
    const account = await activeAccount(body.account, call, context);
    call.subject = `${body.origin} of ${account.name}`;
    const subject = await requestBodyOf(body, call, context);
    const keyHash = await context.admin.dashboardKeyHash(account.name);
    const { watch } = await context.watches.createFor(subject, { keyHash, origin: body.origin });
    call.subject = `${watch.id} for ${body.origin} of ${account.name}`;
    return watchView(watch, account, context);
  },

  'watches.changes': async ({ params }, call, context) => {
    const { watch } = await ownWatch(params.id, call, context);
    const rows = await context.watches.latest(watch, CHANGES_SHOWN);
    return { rows: rows.map((change) => ({ ...change, fields: [...change.fields] })) };
  },

  'watches.pause': async ({ params }, call, context) => {
    const { watch, account } = await ownWatch(params.id, call, context);
    return watchView(await context.watches.pause(watch), account, context);
  },

  'watches.resume': async ({ params }, call, context) => {
    const { watch, account } = await ownWatch(params.id, call, context);
    return watchView(await context.watches.resume(watch), account, context);
  },

  'watches.remove': async ({ params }, call, context) => {
    const { watch } = await ownWatch(params.id, call, context);
    await context.watches.remove(watch);
    return { done: true };
  },
} as const satisfies Handlers<
  'watches.list' | 'watches.create' | 'watches.changes' | 'watches.pause' | 'watches.resume' | 'watches.remove'
>;

/** The body with which a caller of the API would create the watch. */
async function requestBodyOf(
  { account, origin, search, fields }: BodyOf<'watches.create'>,
  call: SignedIn,
  context: ConsoleContext,
): Promise<object> {
  if (!origin.startsWith('lst_')) {
    const name = await selectedAccountName(account, call, context);
    if (!(await context.store.searches.searchesOf(name)).some(({ id }) => id === origin))
      throw new Rejection('NOT_FOUND', 'there is no such saved search');
    if (search === undefined) throw invalidField('search', 'give the filters of the saved search');
    return { search, ...(fields === undefined ? {} : { fields }) };
  }
  if (search !== undefined) throw invalidField('search', 'a list has no filters; omit it');
  const subject = call.subject;
  const found = await ownList(origin, { requested: account, call }, context);
  call.subject = subject;
  const records = await presentRecords(found, context);
  const max = LIMITS.watchRecordsMax;
  if (records.length === 0) throw invalidField('origin', 'the list is empty; add records first');
  if (records.length > max)
    throw invalidField(
      'origin',
      `a watch has up to ${max} records, and this list has ${records.length}; watch a shorter list`,
    );
  const urls = records.map(({ row }) => (JSON.parse(row) as { network_url: string }).network_url);
  return { records: urls, ...(fields === undefined ? {} : { fields }) };
}

/** A watch that is visible to the member. A watch of another account is answered like a missing one. */
async function ownWatch(id: string, call: SignedIn, context: ConsoleContext) {
  call.subject = id;
  const watch = await context.watches.find(id);
  const account = watch && (await visibleAccount(watch.accountId, call, context));
  if (!watch || !account) throw new Rejection('NOT_FOUND', 'there is no such watch');
  call.subject = `${id} of ${account.name}`;
  return { watch, account };
}

async function watchView(
  watch: Watch,
  { name }: Account,
  { watches }: ConsoleContext,
): Promise<AnswerOf<'watches.create'>> {
  const { origin, search } = subjectOf(watch);
  const { kind = null, ...scopes } = search ?? {};
  const filters = Object.values(scopes).reduce((sum, scope) => sum + Object.keys(scope ?? {}).length, 0);
  return { ...(await watches.view(watch)), account: name, origin, search: kind, filters };
}
