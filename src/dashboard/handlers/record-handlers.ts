// Records that are gone; and for operators figures, uploads, imports, the suppression list.

import type { ListedSuppression } from '../../catalog/writer-port.ts';
import { readBytes } from '../../http/body/read-body.ts';
import type { ListKind, Members } from '../../members/port.ts';
import type { Handlers } from '../context.ts';
import { named } from '../named.ts';
import type { Presence } from '../records/presence.ts';
import type { Uploads } from '../records/records-port.ts';
import { Rejection } from '../rejection.ts';
import { PART_BYTES_MAX } from '../routes/route.ts';
import { selectedAccount } from '../scope.ts';
import { slugIn } from './list-handlers.ts';

/** An entry of the suppression list in answers, with the address of the member who added it. */
async function suppressionView(members: Pick<Members, 'members'>) {
  const emails = new Map((await members.members()).map(({ id, email }) => [id, email]));
  return ({ kind, hash, addedAt, addedBy, reason }: ListedSuppression) => ({
    kind,
    hash,
    added_at: addedAt,
    reason,
    added_by: addedBy === null ? null : (emails.get(addedBy) ?? null),
  });
}

/** An upload in the audit log. */
async function uploadNamed(uploads: Pick<Uploads, 'list'>, id: string): Promise<string> {
  return named((await uploads.list()).find((each) => each.id === id)?.file, id);
}

/** The given profile URLs of one kind whose records no answer can contain now. */
async function goneOf(kind: ListKind, urls: readonly string[], { present, accountId }: GoneOptions): Promise<string[]> {
  const slugs = urls.map((url) => slugIn(url, kind));
  const wanted = slugs.filter((slug) => slug !== null);
  const there = await present(kind, wanted, accountId);
  return urls.filter((_, index) => !there.has(slugs[index] ?? ''));
}

interface GoneOptions {
  readonly present: Presence;
  /** The account in whose turns the look-ups run. */
  readonly accountId: string;
}

export const RECORD_HANDLERS = {
  'records.gone': async ({ body }, call, context) => {
    const { id: accountId } = await selectedAccount(body.account, call, context);
    const options = { present: context.present, accountId };
    const people = await goneOf('people', body.people, options);
    return { gone: [...people, ...(await goneOf('companies', body.companies, options))] };
  },

  'catalog.show': (_input, _visit, { records }) => records.figures(),

  'uploads.list': async (_input, _visit, { uploads }) => ({ rows: await uploads.list() }),

  'uploads.create': async ({ body }, call, { uploads }) => {
    const made = await uploads.begin({ ...body, by: call.member.email });
    call.subject = named(made.file, made.id);
    return made;
  },

  'uploads.part': async ({ params, query }, { request }, { uploads }) => {
    const bytes = await readBytes(request.raw, PART_BYTES_MAX);
    return uploads.append(params.id, Number(query.offset), bytes);
  },

  'uploads.preview': ({ params, body }, _visit, { uploads }) => uploads.preview(params.id, body),

  'uploads.remove': async ({ params }, call, { uploads }) => {
    call.subject = await uploadNamed(uploads, params.id);
    await uploads.remove(params.id);
    return { done: true };
  },

  'imports.list': async (_input, _visit, { uploads }) => ({ rows: await uploads.imports() }),

  'imports.show': async ({ params }, _visit, { uploads }) => {
    const found = await uploads.importOf(params.id);
    if (!found) throw new Rejection('NOT_FOUND', 'there is no such import');
    return found;
  },

  'imports.start': async ({ body }, call, { uploads }) => {
    const { upload, ...choices } = body;
    const subject = await uploadNamed(uploads, upload);
    call.subject = subject;
    const started = await uploads.start(upload, choices, call.member.email);
    call.subject = `${subject}: ${started.kind} of ${started.source}`;
    return started;
  },

  'imports.undo': ({ body }, call, { records }) => {
    call.subject = `import ${body.run}`;
    return records.undo(body.run);
  },

  'imports.rejects': async ({ params }, _visit, { uploads }) => {
    const rejects = await uploads.rejects(params.id);
    if (!rejects) throw new Rejection('NOT_FOUND', 'no rejected rows are stored for this import');
    return rejects;
  },

  'records.explain': async ({ query }, _visit, { records }) => {
    const found = await records.explain(query.kind, query.named);
    if (!found) throw new Rejection('NOT_FOUND', `there is no such ${query.kind}`);
    return found;
  },

  'records.split': async ({ body }, call, { records }) => {
    // The audit log must not contain the person's name: the person may have to be forgotten later.
    call.subject = `${body.kind}: rows ${body.rows.join(', ')}`.slice(0, 200);
    return records.split(body.kind, body.named, body.rows);
  },

  'records.merge': ({ body }, call, { records }) => {
    // No names in the audit log, as above.
    call.subject = `two ${body.kind === 'company' ? 'companies' : 'people'}`;
    return records.merge(body.kind, body.named, body.other);
  },

  'records.forget': ({ body }, call, { records }) => {
    // No name in the audit log, as above: a forgotten name must not remain there.
    call.subject = 'a person';
    return records.forget(body.named, call.member.id);
  },

  'reviews.list': ({ query }, _visit, { records }) => records.reviews(Number(query.skip ?? 0)),

  'reviews.decide': ({ body }, call, { records }) => {
    call.subject = `review ${body.id}: ${body.decision}`;
    return records.decideReview(body.id, body.decision === 'accept');
  },

  'suppressions.list': async (_input, _visit, { records, store }) => {
    const viewOf = await suppressionView(store.members);
    return { rows: (await records.suppressions()).map(viewOf) };
  },

  'suppressions.check': async ({ body }, _visit, { records, store }) => {
    const viewOf = await suppressionView(store.members);
    return { rows: (await records.suppressionsOf(body.kind, body.value)).map(viewOf) };
  },

  'suppressions.add': async ({ body }, call, { records }) => {
    // The audit log must not contain values that the list stores only as hashes.
    call.subject = body.kind;
    const { hiddenPeople, hiddenCompanies } = await records.suppress({ ...body, by: call.member.id });
    return { hidden_people: hiddenPeople, hidden_companies: hiddenCompanies };
  },

  'suppressions.remove': async ({ body }, call, { records }) => {
    call.subject = body.kind;
    return { was_listed: await records.release(body.kind, body.value) };
  },

  'suppressions.release': async ({ body }, call, { records }) => {
    call.subject = body.kind;
    return { was_listed: await records.releaseHash(body.kind, body.hash) };
  },
} as const satisfies Handlers<
  | 'records.gone'
  | 'catalog.show'
  | 'uploads.list'
  | 'uploads.create'
  | 'uploads.part'
  | 'uploads.preview'
  | 'uploads.remove'
  | 'imports.list'
  | 'imports.show'
  | 'imports.start'
  | 'imports.undo'
  | 'imports.rejects'
  | 'records.explain'
  | 'records.split'
  | 'records.merge'
  | 'records.forget'
  | 'reviews.list'
  | 'reviews.decide'
  | 'suppressions.list'
  | 'suppressions.check'
  | 'suppressions.add'
  | 'suppressions.remove'
  | 'suppressions.release'
>;
