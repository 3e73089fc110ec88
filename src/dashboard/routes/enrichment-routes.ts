// The routes of lists, which are uploaded as drafts, previewed, and run as batches of an account; and the shapes of
// their answers.

import { BATCH_STATES } from '../../accounts/batch-port.ts';
import { BATCH_FORMATS, BatchAnswer, PreviewAnswer } from '../../contract/resources/batches.ts';
import { closed, count, maybeText, nullable, oneOf, text } from '../../contract/schemas/schema.ts';
import { Type } from '../../contract/schemas/schema-types.ts';
import { act, done, id, type Route, read, shortText } from './route.ts';

const ofAccount = Type.Optional(shortText('Name of the account; optional for a member'));
const LIST_KINDS = ['person', 'company'] as const;

const columnsBy = (description: string) =>
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 2000 },
    maxProperties: 100,
    description,
  });

const OfferShape = closed({
  operation: text('Operation of the batch'),
  kind: oneOf(LIST_KINDS, { description: 'Kind of record that each row describes' }),
  credits: count('Credits for a row with a match'),
  fields: Type.Array(Type.String(), { description: 'Fields of the row that a column may fill' }),
  adds: Type.Array(Type.String(), { description: 'Fields of the answer that become columns' }),
});

const draftHead = {
  id: text('Identifier, drf_…'),
  account: text('Name of the account'),
  name: text('Name of the uploaded file'),
  rows: count('Rows'),
  created_at: text('Time of the upload; the list is removed after a day'),
};

const DraftShape = closed({
  ...draftHead,
  columns: Type.Array(
    closed({
      header: text('Name of the column'),
      samples: Type.Array(Type.String(), { description: 'Some of the first values' }),
      filled_percent: count('Percentage of the first rows that have a value'),
    }),
  ),
  guesses: closed({
    person: columnsBy('Column: field of a person'),
    company: columnsBy('Column: field of a company'),
  }),
  offers: Type.Array(OfferShape, { description: 'Possible enrichments of the list' }),
});

const BatchShape = closed({
  ...BatchAnswer.properties,
  // Columns for a file, including operations that only the API offers.
  operation: text('Operation of each row'),
  state: oneOf(BATCH_STATES, { description: 'A paused or failed batch continues after a resume' }),
  account: text('Name of the account'),
  name: maybeText('Name of the uploaded file; null if the rows were sent to the API'),
});

const choices = {
  operation: shortText('Operation for each row'),
  map: columnsBy('Field of the row: its column'),
};

/** By name. */
export const ENRICHMENT_ROUTES = {
  'drafts.list': read({
    path: '/console/api/drafts',
    who: 'read_only',
    summary: 'Uploaded lists of an account, newest first; each is kept for a day',
    query: closed({ account: ofAccount }),
    answer: closed({ rows: Type.Array(closed(draftHead)) }),
  }),
  'drafts.create': act({
    path: '/console/api/drafts',
    who: 'member',
    summary: 'Uploads a list: the bytes of a file in any format that imports read',
    query: closed({ account: ofAccount, file: shortText('Name of the file') }),
    takesFile: true,
    answer: DraftShape,
    audit: 'drafts.create',
  }),
  'drafts.show': read({
    path: '/console/api/drafts/:id',
    who: 'read_only',
    summary: 'An uploaded list with its columns, first values and possible enrichments',
    params: id,
    answer: DraftShape,
  }),
  'drafts.preview': act({
    path: '/console/api/drafts/:id/preview',
    who: 'member',
    summary: 'Number of rows with a match, and the credits; free',
    params: id,
    body: closed(choices),
    answer: PreviewAnswer,
    audit: null,
  }),
  'drafts.run': act({
    path: '/console/api/drafts/:id/run',
    who: 'member',
    summary: 'Runs the list as a batch of its account: each row with a match costs its credits',
    params: id,
    body: closed({
      ...choices,
      fields: Type.Array(shortText('Field of the answer'), { minItems: 1, maxItems: 100 }),
      max_credits: Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Maximum number of credits',
      }),
    }),
    answer: BatchShape,
    once: true,
    audit: 'drafts.run',
  }),
  'drafts.remove': act({
    path: '/console/api/drafts/:id/remove',
    who: 'member',
    summary: 'Removes an uploaded list; its batches remain',
    params: id,
    answer: done,
    once: true,
    audit: 'drafts.remove',
  }),
  'batches.list': read({
    path: '/console/api/batches',
    who: 'read_only',
    summary: 'Batches of an account, newest first',
    query: closed({ account: ofAccount }),
    answer: closed({ rows: Type.Array(BatchShape) }),
  }),
  'batches.cancel': act({
    path: '/console/api/batches/:id/cancel',
    who: 'member',
    summary: 'Ends a batch; the results so far remain',
    params: id,
    answer: BatchShape,
    audit: 'batches.cancel',
  }),
  'batches.resume': act({
    path: '/console/api/batches/:id/resume',
    who: 'member',
    summary: 'Continues a paused or failed batch',
    params: id,
    body: closed({
      max_credits: nullable(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Credit limit of the whole batch; null: no limit',
        }),
      ),
    }),
    answer: BatchShape,
    audit: 'batches.resume',
  }),
  'batches.remove': act({
    path: '/console/api/batches/:id/remove',
    who: 'member',
    summary: 'Removes a batch with its results; charges remain',
    params: id,
    answer: done,
    once: true,
    audit: 'batches.remove',
  }),
  'batches.continue': act({
    path: '/console/api/batches/:id/continue',
    who: 'member',
    summary: 'Creates a list from the results, so that it can be enriched further',
    params: id,
    answer: DraftShape,
    once: true,
    audit: 'drafts.create',
  }),
  'batches.results': read({
    path: '/console/api/batches/:id/results',
    who: 'read_only',
    summary: 'The results so far: the original and the added columns',
    params: id,
    query: closed({ format: Type.Optional(oneOf(BATCH_FORMATS, { description: 'Default: csv' })) }),
    answer: null,
    media: 'file',
  }),
} as const satisfies Readonly<Record<string, Route>>;
