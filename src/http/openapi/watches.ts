// Watches in the OpenAPI document.
import { personUrl } from '../../contract/endpoints/examples.ts';
import { priceText } from '../../contract/endpoints/prices.ts';
import { LIMITS } from '../../contract/limits.ts';
import { WATCHES_PATH } from '../../contract/resources/watch-paths.ts';
import {
  WATCH_CHANGE_CREDITS,
  WatchAnswer,
  WatchBody,
  WatchChanges,
  WatchCreated,
  WatchList,
} from '../../contract/resources/watches.ts';
import { answer, CREATED_HEADERS, errors, FREE_HEADERS, IDEMPOTENCY_KEY, REPLAYED_HEADER } from './parts.ts';
import { type Json, schemaReference } from './schemas.ts';

/** The tag of these operations and its description. */
export const WATCHES_TAG = {
  name: 'Watches',
  description: `New matches of saved searches, and changes of listed records. Each reported one costs ${priceText(WATCH_CHANGE_CREDITS)}; the first state is free.`,
};

const ID: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of the watch',
  schema: { type: 'string' },
};

type Described = readonly [operationId: string, summary: string, description: string];

const operation = ([operationId, summary, description]: Described, rest: Json): Json => ({
  operationId,
  summary,
  description,
  tags: [WATCHES_TAG.name],
  ...rest,
});

const EXAMPLE = { records: [personUrl.person_network_url], fields: ['title'] };

/** The paths of the watches. */
export function watchPaths(): Json {
  const one = `${WATCHES_PATH}/{id}`;
  const shown = answer('The watch.', WatchAnswer);
  const changed = {
    parameters: [ID, IDEMPOTENCY_KEY],
    responses: { 200: answer('The watch.', WatchAnswer, REPLAYED_HEADER), ...errors(404, 409, 413) },
  };
  return {
    [WATCHES_PATH]: {
      get: operation(['listWatches', 'Watches', 'The watches of the account.'], {
        responses: { 200: answer('The watches.', WatchList), ...errors() },
      }),
      post: createOperation(),
    },
    [one]: {
      get: operation(['showWatch', 'State of a watch', 'Its state, reported changes and credits.'], {
        parameters: [ID],
        responses: { 200: shown, ...errors(404) },
      }),
      delete: operation(
        ['removeWatch', 'Remove a watch', 'Removes the watch and its reported changes. Charges stay.'],
        {
          parameters: [ID],
          responses: { 204: { description: 'Removed.', headers: FREE_HEADERS }, ...errors(404, 413) },
        },
      ),
    },
    [`${one}/pause`]: {
      post: operation(
        [
          'pauseWatch',
          'Pause a watch',
          'Nothing is reported or charged until it is resumed. Only an active one is paused.',
        ],
        changed,
      ),
    },
    [`${one}/resume`]: {
      post: operation(
        ['resumeWatch', 'Resume a watch', 'Continues a paused or failed watch; the changes meanwhile are reported.'],
        changed,
      ),
    },
    [`${one}/changes`]: { get: changesOperation() },
  };
}

function createOperation(): Json {
  return operation(
    [
      'createWatch',
      'Create a watch',
      `Send either \`search\` or \`records\`. An account has up to ${LIMITS.watchesMax} watches. What matches now is the first state, which is free and not reported.`,
    ],
    {
      parameters: [IDEMPOTENCY_KEY],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaReference(WatchBody), example: EXAMPLE } },
      },
      responses: { 201: answer('The watch.', WatchCreated, CREATED_HEADERS), ...errors(409, 413) },
    },
  );
}

function changesOperation(): Json {
  const cursor = {
    name: 'cursor',
    in: 'query',
    required: false,
    schema: { type: 'string', pattern: '^\\d{1,9}$' },
    description: 'The `cursor` of the last page, or of an event; without it the page begins with the first change',
  };
  return operation(
    [
      'watchChanges',
      'Changes of a watch',
      `Up to 100 reported changes, the oldest first. They can be read for ${LIMITS.watchChangeDays} days. Reading is free.`,
    ],
    { parameters: [ID, cursor], responses: { 200: answer('The changes.', WatchChanges), ...errors(404) } },
  );
}
