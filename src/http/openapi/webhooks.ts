// Webhooks in the OpenAPI document: the calls that manage endpoints, and the requests that an endpoint receives.
import { LIMITS } from '../../contract/limits.ts';
import {
  DeliveryAnswer,
  DeliveryList,
  EVENT_TYPES,
  EVENTS,
  eventSchema,
  TEST_EVENT,
  TestEventData,
  WebhookAnswer,
  WebhookBody,
  WebhookChange,
  WebhookList,
  WebhookWithSecret,
} from '../../contract/resources/webhook-events.ts';
import { WEBHOOKS_PATH } from '../../contract/resources/webhook-paths.ts';
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
export const WEBHOOKS_TAG = {
  name: 'Webhooks',
  description: 'Endpoints that receive events, signed by Standard Webhooks 1.0.0. Free; counts against the rate.',
};

const parameter = (name: string, description: string): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
});
const ID = parameter('id', 'Identifier of the endpoint');
const DELIVERY_ID = parameter('deliveryId', 'Identifier of the delivery');

type Described = readonly [operationId: string, summary: string, description: string];

const operation = ([operationId, summary, description]: Described, rest: Json): Json => ({
  operationId,
  summary,
  description,
  tags: [WEBHOOKS_TAG.name],
  ...rest,
});

const bodyOf = (schema: Parameters<typeof schemaReference>[0], example: object): Json => ({
  required: true,
  content: { 'application/json': { schema: schemaReference(schema), example } },
});
const EXAMPLE = { url: 'https://hooks.acme.example/cardfile', event_types: ['batch.completed', 'credits.low'] };

/** The paths of the webhooks. */
export function webhookPaths(): Json {
  const one = `${WEBHOOKS_PATH}/{id}`;
  const shown = answer('The endpoint.', WebhookAnswer);
  return {
    [WEBHOOKS_PATH]: { get: listOperation(), post: createOperation() },
    [one]: {
      get: operation(['showWebhook', 'One endpoint', 'Its events and its state, without its secret.'], {
        parameters: [ID],
        responses: { 200: shown, ...errors(404) },
      }),
      patch: operation(
        [
          'changeWebhook',
          'Change an endpoint',
          'A disabled endpoint receives no events, also not later; its pending deliveries fail and can be replayed.',
        ],
        {
          parameters: [ID],
          requestBody: bodyOf(WebhookChange, { enabled: true }),
          responses: { 200: shown, ...errors(404, 413) },
        },
      ),
      delete: operation(['removeWebhook', 'Remove an endpoint', 'Removes the endpoint and its deliveries.'], {
        parameters: [ID],
        responses: { 204: { description: 'Removed.', headers: FREE_HEADERS }, ...errors(404, 413) },
      }),
    },
    [`${one}/test`]: {
      post: operation(['testWebhook', 'Send a test event', `Sends an event of the type \`${TEST_EVENT}\`.`], {
        parameters: [ID, IDEMPOTENCY_KEY],
        responses: { 202: answer('The delivery.', DeliveryAnswer, REPLAYED_HEADER), ...errors(404, 409, 413) },
      }),
    },
    [`${one}/rotate`]: {
      post: operation(
        [
          'rotateWebhookSecret',
          'Rotate the secret',
          `Makes a new secret. For ${LIMITS.previousSecretHours} hours deliveries are also signed with the one before.`,
        ],
        {
          parameters: [ID, IDEMPOTENCY_KEY],
          responses: { 200: answer('With the new secret.', WebhookWithSecret, REPLAYED_HEADER), ...errors(404, 413) },
        },
      ),
    },
    [`${one}/deliveries`]: { get: deliveriesOperation() },
    [`${one}/deliveries/{deliveryId}/replay`]: {
      post: operation(
        [
          'replayDelivery',
          'Replay a delivery',
          'Sends the same event again, with the same id, from its first attempt.',
        ],
        {
          parameters: [ID, DELIVERY_ID, IDEMPOTENCY_KEY],
          responses: { 202: answer('The delivery.', DeliveryAnswer, REPLAYED_HEADER), ...errors(404, 409, 413) },
        },
      ),
    },
  };
}

function listOperation(): Json {
  return operation(['listWebhooks', 'Endpoints', 'The endpoints of the account.'], {
    responses: { 200: answer('The endpoints.', WebhookList), ...errors() },
  });
}

function createOperation(): Json {
  return operation(
    [
      'createWebhook',
      'Create an endpoint',
      `The answer has the signing secret, which no later answer has. An account has up to ${LIMITS.webhooksMax} endpoints.`,
    ],
    {
      parameters: [IDEMPOTENCY_KEY],
      requestBody: bodyOf(WebhookBody, EXAMPLE),
      responses: { 201: answer('The endpoint.', WebhookWithSecret, CREATED_HEADERS), ...errors(409, 413) },
    },
  );
}

function deliveriesOperation(): Json {
  return operation(['listDeliveries', 'Delivery log', 'The deliveries of an endpoint, the newest first.'], {
    parameters: [ID, ...pageParameters('Deliveries')],
    responses: { 200: answer('The deliveries.', DeliveryList), ...errors(404) },
  });
}

const EVENT_HEADERS: readonly Json[] = [
  ['webhook-id', 'Identifier of the event, the same in each attempt'],
  ['webhook-timestamp', 'Time of the attempt, in seconds of the epoch'],
  ['webhook-signature', 'One or two signatures (`v1,` and Base64), separated by a blank'],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));

/** The requests that an endpoint receives: the section `webhooks` of the document. */
export function webhookEvents(): Json {
  const described = [...EVENT_TYPES.map((type) => [type, EVENTS[type].when, EVENTS[type].data] as const)];
  const all = [...described, [TEST_EVENT, 'a test is requested', TestEventData] as const];
  return Object.fromEntries(
    all.map(([type, when, data]) => [
      type,
      {
        post: {
          operationId: `on${type.replace(/(^|[._])(.)/g, (_, _dot, letter: string) => letter.toUpperCase())}`,
          tags: [WEBHOOKS_TAG.name],
          summary: type,
          description: `Sent when ${when}.`,
          security: [],
          parameters: EVENT_HEADERS,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaReference(eventSchema(type, data)) } },
          },
          responses: { '2XX': { description: 'The event is received. Any other answer is a failed attempt.' } },
        },
      },
    ]),
  );
}
