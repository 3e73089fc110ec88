// Batches in the OpenAPI document: their paths, with options as query parameters and rows as bodies of several media
// types.

import { personUrl } from '../../contract/endpoints/examples.ts';
import { BATCHES_PATH } from '../../contract/resources/batch-paths.ts';
import {
  BATCH_FORMATS,
  BatchAnswer,
  BatchBody,
  BatchList,
  BatchOptions,
  PreviewAnswer,
  ResumeBody,
} from '../../contract/resources/batches.ts';
import { headerReferences } from './headers.ts';
import {
  answer,
  CREATED_HEADERS,
  errors,
  FREE_HEADERS,
  IDEMPOTENCY_KEY,
  pageParameters,
  REPLAYED_HEADER,
} from './parts.ts';
import { type Json, schemaReference } from './schemas.ts';

/** The tag of these operations and its description. */
export const BATCHES_TAG = {
  name: 'Batches',
  description:
    'Look-ups of up to a million rows, executed in the background. Found rows are charged like single calls.',
};

const RETRY = headerReferences(['Retry-After']);
const ID: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of the batch',
  schema: { type: 'string' },
};
const option = (name: keyof typeof BatchOptions.properties, schema: Json, extra: Json = {}): Json => ({
  name,
  in: 'query',
  required: false,
  schema,
  ...extra,
  description: (BatchOptions.properties[name] as { readonly description?: string }).description ?? '',
});
const OPTIONS: readonly Json[] = [
  option('operation', schemaReference(BatchOptions.properties.operation), {}),
  option('map', { type: 'array', items: { type: 'string' }, examples: [['person_network_url:LinkedIn']] }, {}),
  option('fields', { type: 'array', items: { type: 'string' } }, { style: 'form', explode: false }),
  option('max_credits', { type: 'integer', minimum: 0 }),
];

const ROWS = [personUrl, { person_network_url: 'https://www.network.example/in/not-in-the-data' }];
const INPUT: Json = {
  required: true,
  description: 'JSON Lines or CSV with the options in the query, or one JSON object with options and `items`',
  content: {
    'application/jsonl': {
      schema: { type: 'string' },
      example: ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''),
    },
    'text/csv': {
      schema: { type: 'string' },
      example: `person_network_url\n${ROWS.map(({ person_network_url }) => `${person_network_url}\n`).join('')}`,
    },
    'application/json': { schema: schemaReference(BatchBody), example: { operation: 'email', items: ROWS } },
  },
};

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

const operation = (described: Described, rest: Json): Json => ({ ...described, tags: [BATCHES_TAG.name], ...rest });

/** The paths of the batches. */
export function batchPaths(): Json {
  const one = `${BATCHES_PATH}/{id}`;
  const shown = (description: string) => answer(description, BatchAnswer, RETRY);
  return {
    [BATCHES_PATH]: { get: listOperation(), post: createOperation() },
    [`${BATCHES_PATH}/preview`]: { post: previewOperation() },
    [one]: {
      get: operation(
        {
          operationId: 'showBatch',
          summary: 'State of a batch',
          description: 'Counts, credits and the estimated rest.',
        },
        { parameters: [ID], responses: { 200: shown('The batch.'), ...errors(404) } },
      ),
      delete: operation(
        {
          operationId: 'removeBatch',
          summary: 'Remove a batch',
          description: 'Removes input and results; a running batch ends. Charges stay.',
        },
        {
          parameters: [ID],
          responses: { 204: { description: 'Removed.', headers: FREE_HEADERS }, ...errors(404, 413) },
        },
      ),
    },
    [`${one}/results`]: { get: resultsOperation() },
    [`${one}/cancel`]: {
      post: operation(
        {
          operationId: 'cancelBatch',
          summary: 'Cancel a batch',
          description: 'Executes no further row. Results so far can be downloaded.',
        },
        { parameters: [ID], responses: { 200: shown('The batch.'), ...errors(404, 409, 413) } },
      ),
    },
    [`${one}/resume`]: {
      post: operation(
        {
          operationId: 'resumeBatch',
          summary: 'Resume a batch',
          description: 'Continues a paused or failed batch behind the last done row.',
        },
        {
          parameters: [ID, IDEMPOTENCY_KEY],
          requestBody: { required: false, content: { 'application/json': { schema: schemaReference(ResumeBody) } } },
          responses: {
            200: answer('The batch.', BatchAnswer, { ...RETRY, ...REPLAYED_HEADER }),
            ...errors(404, 409, 413),
          },
        },
      ),
    },
  };
}

function listOperation(): Json {
  return operation(
    {
      operationId: 'listBatches',
      summary: 'Batches',
      description: 'The batches of the account, the newest first, also those of its other keys and of the dashboard.',
    },
    { parameters: pageParameters('Batches'), responses: { 200: answer('The batches.', BatchList), ...errors() } },
  );
}

function createOperation(): Json {
  return operation(
    {
      operationId: 'createBatch',
      summary: 'Create a batch',
      description:
        'Stores the rows and answers before they are executed. If an unfinished batch has the same input, the call returns a 409.',
    },
    {
      parameters: [IDEMPOTENCY_KEY, ...OPTIONS],
      requestBody: INPUT,
      responses: { 202: answer('The batch.', BatchAnswer, { ...RETRY, ...CREATED_HEADERS }), ...errors(409, 413) },
    },
  );
}

function previewOperation(): Json {
  return operation(
    {
      operationId: 'previewBatch',
      summary: 'Preview a batch',
      description: 'Executes all rows and answers what the batch would find and cost. Free; stores nothing.',
    },
    {
      parameters: OPTIONS,
      requestBody: INPUT,
      responses: { 200: answer('The counts.', PreviewAnswer), ...errors(413) },
    },
  );
}

function resultsOperation(): Json {
  const next = {
    description: 'Cursor of the rows that are not done yet; absent at the end',
    schema: { type: 'string' },
  };
  return operation(
    {
      operationId: 'batchResults',
      summary: 'Results of a batch',
      description:
        'All done rows from the cursor on: the original columns, the answer, `status` (found, missed, invalid, withheld) and `reason`.',
    },
    {
      parameters: [
        ID,
        {
          name: 'format',
          in: 'query',
          required: false,
          schema: { type: 'string', enum: [...BATCH_FORMATS] },
          description: 'By default the format of the input',
        },
        {
          name: 'cursor',
          in: 'query',
          required: false,
          schema: { type: 'string' },
          description: 'The `x-next-cursor` of the last results',
        },
      ],
      responses: {
        200: {
          description: 'The rows.',
          headers: { ...FREE_HEADERS, 'x-next-cursor': next },
          content: { 'application/jsonl': { schema: { type: 'string' } }, 'text/csv': { schema: { type: 'string' } } },
        },
        ...errors(404),
      },
    },
  );
}
