// Lists and batches of the account of a member, or of any account for an operator.
import { Readable } from 'node:stream';
import type { Batch } from '../../accounts/batch-port.ts';
import type { Account } from '../../accounts/port.ts';
import { batchView } from '../../batches/batch-view.ts';
import type { Draft } from '../../batches/draft-store.ts';
import { resultName } from '../../batches/list-service.ts';
import type { ConsoleContext, Handlers, SignedIn } from '../context.ts';
import { named } from '../named.ts';
import { Rejection } from '../rejection.ts';
import type { AnswerOf } from '../routes/routes.ts';
import { activeAccount, selectedAccount, visibleAccount } from '../scope.ts';

type BatchAnswer = AnswerOf<'batches.cancel'>;

export const ENRICHMENT_HANDLERS = {
  'drafts.list': async ({ query }, call, context) => {
    const account = await selectedAccount(query.account, call, context);
    return { rows: (await context.lists.draftsOf(account.id)).map((draft) => draftHead(draft, account)) };
  },

  'drafts.create': async ({ query }, call, context) => {
    const account = await activeAccount(query.account, call, context);
    call.subject = `${query.file} for ${account.name}`;
    // Keeps the connection open, so that a rejection reaches a browser that is still sending.
    const body = call.request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    try {
      return await draftView(await context.lists.upload(account.id, query.file, body), account, context);
    } finally {
      call.request.raw.resume();
    }
  },

  'drafts.show': async ({ params }, call, context) => {
    const { draft, account } = await ownDraft(params.id, call, context);
    return draftView(draft, account, context);
  },

  'drafts.preview': async ({ params, body }, call, context) => {
    const { draft, account } = await ownDraft(params.id, call, context);
    const keyHash = await context.admin.dashboardKeyHash(account.name);
    return context.lists.preview(draft, body, { keyHash, isGone: () => call.request.raw.socket.destroyed });
  },

  'drafts.run': async ({ params, body }, call, context) => {
    const { draft, account } = await ownDraft(params.id, call, context);
    call.subject = `${draft.name} for ${account.name}: ${body.operation}, credit limit ${body.max_credits}`;
    const keyHash = await context.admin.dashboardKeyHash(account.name);
    return batchOf(await context.lists.run(draft, body, keyHash), account, context);
  },

  'drafts.remove': async ({ params }, call, context) => {
    const { draft, account } = await ownDraft(params.id, call, context);
    call.subject = `${draft.name} of ${account.name}`;
    await context.lists.removeDraft(draft);
    return { done: true };
  },

  'batches.list': async ({ query }, call, context) => {
    const account = await selectedAccount(query.account, call, context);
    const batches = await context.lists.batchesOf(account.id);
    return { rows: batches.map((batch) => batchOf(batch, account, context)) };
  },

  'batches.cancel': async ({ params }, call, context) => {
    const { batch, account } = await ownBatch(params.id, call, context);
    return batchOf(await context.lists.cancel(batch), account, context);
  },

  'batches.resume': async ({ params, body }, call, context) => {
    const { batch, account } = await ownBatch(params.id, call, context);
    return batchOf(await context.lists.resume(batch, body.max_credits), account, context);
  },

  'batches.remove': async ({ params }, call, context) => {
    const { batch } = await ownBatch(params.id, call, context);
    await context.lists.removeBatch(batch);
    return { done: true };
  },

  'batches.continue': async ({ params }, call, context) => {
    const { batch, account } = await ownBatch(params.id, call, context);
    return draftView(await context.lists.continue(batch), account, context);
  },

  'batches.results': async ({ params, query }, call, context) => {
    const { batch } = await ownBatch(params.id, call, context);
    const format = query.format ?? 'csv';
    return {
      name: resultName(context.lists.nameOf(batch) ?? batch.id, batch, format),
      type: format === 'csv' ? 'text/csv' : 'application/jsonl',
      content: Readable.from(context.lists.results(batch, format)),
    };
  },
} as const satisfies Handlers<
  | 'drafts.list'
  | 'drafts.create'
  | 'drafts.show'
  | 'drafts.preview'
  | 'drafts.run'
  | 'drafts.remove'
  | 'batches.list'
  | 'batches.cancel'
  | 'batches.resume'
  | 'batches.remove'
  | 'batches.continue'
  | 'batches.results'
>;

/** A draft that is visible to the member. A draft of another account is answered like a missing one. */
async function ownDraft(id: string, call: SignedIn, context: ConsoleContext) {
  call.subject = id;
  const draft = await context.lists.draft(id);
  const account = draft && (await visibleAccount(draft.accountId, call, context));
  if (!draft || !account)
    throw new Rejection('NOT_FOUND', 'there is no such list, or it is older than a day: upload it');
  call.subject = `${named(draft.name, id)} of ${account.name}`;
  return { draft, account };
}

/** A batch that is visible to the member, by the same rule. */
async function ownBatch(id: string, call: SignedIn, context: ConsoleContext) {
  call.subject = id;
  const batch = await context.lists.batch(id);
  const account = batch && (await visibleAccount(batch.accountId, call, context));
  if (!batch || !account) throw new Rejection('NOT_FOUND', 'there is no such batch');
  call.subject = `${named(context.lists.nameOf(batch), id)} of ${account.name}`;
  return { batch, account };
}

function draftHead({ id, name, rows, createdAt }: Draft, account: Account) {
  return { id, name, rows, account: account.name, created_at: new Date(createdAt).toISOString() };
}

async function draftView(draft: Draft, account: Account, { lists }: ConsoleContext): Promise<AnswerOf<'drafts.show'>> {
  const samples = await lists.samples(draft);
  return {
    ...draftHead(draft, account),
    columns: samples.map(({ header, samples: values, filledPercent }) => ({
      header,
      samples: [...values],
      filled_percent: filledPercent,
    })),
    guesses: draft.guesses,
    offers: lists.offers,
  };
}

function batchOf(batch: Batch, account: Account, { lists }: ConsoleContext): BatchAnswer {
  return { ...batchView(batch), state: batch.state, account: account.name, name: lists.nameOf(batch) };
}
