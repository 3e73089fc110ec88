// Lists of records of the account of a member, or of any account for an operator. The audit log contains the
// kinds and identifiers of lists, not their names.
import { parseNetworkUrl } from '../../identity/network-url.ts';
import type { ListedRecord, ListKind, RecordList } from '../../members/port.ts';
import type { ConsoleContext, Handlers, SignedIn } from '../context.ts';
import { named } from '../named.ts';
import { invalidField, Rejection } from '../rejection.ts';
import type { AnswerOf } from '../routes/routes.ts';
import { knownAccount, selectedAccount, selectedAccountName } from '../scope.ts';

type ListAnswer = AnswerOf<'lists.create'>;
type Listed = AnswerOf<'lists.show'>['rows'][number];

export const LIST_HANDLERS = {
  'lists.list': async ({ query }, call, context) => {
    const account = await selectedAccountName(query.account, call, context);
    return { rows: (await context.store.lists.listsOf(account)).map(listView) };
  },

  'lists.create': async ({ body }, call, context) => {
    const { name: accountName } = await selectedAccount(body.account, call, context);
    const { name, kind } = body;
    call.subject = `a list of ${kind} for ${accountName}`;
    const made = await context.store.lists.create({ accountName, name, kind, madeBy: call.member.email });
    call.subject = `${subjectOf(made)} of ${accountName}`;
    return listView(made);
  },

  'lists.show': async ({ params, query }, call, context) => {
    const found = await ownList(params.id, { requested: query.account, call }, context);
    const records = await presentRecords(found, context);
    const gone = found.forgotten + found.records - records.length;
    return { ...listView(found), gone, rows: records.map(({ row }) => JSON.parse(row) as Listed) };
  },

  'lists.add': async ({ params, query, body }, call, context) => {
    const before = await ownList(params.id, { requested: query.account, call }, context);
    call.subject = `${recordsOf(body.rows)} to ${subjectOf(before)} of ${before.accountName}`;
    const records = body.rows.map((row, index) => {
      const slug = slugOf(row.network_url, before.kind, `rows[${index}].network_url`);
      return { slug, row: JSON.stringify(row) };
    });
    const after = await context.store.lists.add(before.accountName, before.id, records);
    return { ...listView(after), added: Math.max(0, after.records - before.records) };
  },

  'lists.drop': async ({ params, query, body }, call, context) => {
    const list = await ownList(params.id, { requested: query.account, call }, context);
    const { id, accountName, kind } = list;
    call.subject = `${recordsOf(body.records)} from ${subjectOf(list)} of ${accountName}`;
    const slugs = body.records.map((url, index) => slugOf(url, kind, `records[${index}]`));
    return listView(await context.store.lists.drop(accountName, id, slugs));
  },

  'lists.rename': async ({ params, query, body }, call, context) => {
    const { id, accountName } = await ownList(params.id, { requested: query.account, call }, context);
    return listView(await context.store.lists.rename(accountName, id, body.name));
  },

  'lists.remove': async ({ params, query }, call, context) => {
    const { id, accountName } = await ownList(params.id, { requested: query.account, call }, context);
    await context.store.lists.removeList(accountName, id);
    return { done: true };
  },
} as const satisfies Handlers<
  'lists.list' | 'lists.create' | 'lists.show' | 'lists.add' | 'lists.drop' | 'lists.rename' | 'lists.remove'
>;

/** A list in the audit log. */
function subjectOf({ id, kind }: Pick<RecordList, 'id' | 'kind'>): string {
  return named(`a list of ${kind}`, id);
}

const recordsOf = ({ length }: ArrayLike<unknown>) => (length === 1 ? '1 record' : `${length} records`);

interface Wanted {
  /** Account of the query. */
  readonly requested: string | undefined;
  readonly call: SignedIn;
}

/** A list that is visible to the member. A list of another account is answered like a missing one. */
export async function ownList(id: string, { requested, call }: Wanted, context: ConsoleContext): Promise<RecordList> {
  call.subject = id;
  const account = await selectedAccountName(requested, call, context);
  call.subject = `${id} of ${account}`;
  const found = (await context.store.lists.listsOf(account)).find((each) => each.id === id);
  if (!found) throw new Rejection('NOT_FOUND', 'there is no such list');
  call.subject = `${subjectOf(found)} of ${account}`;
  return found;
}

/** The records of a list that answers may contain now. */
export async function presentRecords(
  { id, accountName, kind }: RecordList,
  { store, admin, present }: ConsoleContext,
): Promise<ListedRecord[]> {
  const records = await store.lists.recordsOf(accountName, id);
  const account = await knownAccount(accountName, { admin });
  const shown = await present(
    kind,
    records.map(({ slug }) => slug),
    account.id,
  );
  return records.filter(({ slug }) => shown.has(slug));
}

/** The slug in a profile URL of this kind; null if it is none. */
export function slugIn(url: string, kind: ListKind): string | null {
  return parseNetworkUrl(url, kind === 'people' ? 'person' : 'company')?.slug ?? null;
}

function slugOf(url: string, kind: ListKind, path: string): string {
  const slug = slugIn(url, kind);
  if (slug !== null) return slug;
  const example = kind === 'people' ? '/in/jane-doe' : '/company/acme';
  throw invalidField(
    path,
    `this is not the profile URL of a ${kind === 'people' ? 'person' : 'company'}, such as ${example}`,
  );
}

function listView({ id, accountName, name, kind, records, madeBy, createdAt, changedAt }: RecordList): ListAnswer {
  return {
    id,
    account: accountName,
    name,
    kind,
    records,
    made_by: madeBy,
    created_at: createdAt,
    changed_at: changedAt,
  };
}
