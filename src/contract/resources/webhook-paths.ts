// The paths of webhook calls, without their schemas.

/** The path of all webhook calls, by which keys allow or forbid them. */
export const WEBHOOKS_PATH = '/v2/webhooks';

const ONE = `${WEBHOOKS_PATH}/:id`;

/** The operation of each method of each path; `:id` is the identifier of an endpoint. */
export const WEBHOOK_METHODS = {
  [WEBHOOKS_PATH]: { GET: 'list', POST: 'create' },
  [ONE]: { GET: 'show', PATCH: 'change', DELETE: 'remove' },
  [`${ONE}/test`]: { POST: 'test' },
  [`${ONE}/rotate`]: { POST: 'rotate' },
  [`${ONE}/deliveries`]: { GET: 'deliveries' },
  [`${ONE}/deliveries/:deliveryId/replay`]: { POST: 'replay' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
