// The paths of batch calls, without their schemas: the ledger reads them.

/** The path of all batch calls, by which keys allow or forbid them. */
export const BATCHES_PATH = '/v2/batches';

const ONE = `${BATCHES_PATH}/:id`;

/** The operation of each method of each path; `:id` is the identifier of a batch. */
export const BATCH_METHODS = {
  [BATCHES_PATH]: { GET: 'list', POST: 'create' },
  [`${BATCHES_PATH}/preview`]: { POST: 'preview' },
  [ONE]: { GET: 'show', DELETE: 'remove' },
  [`${ONE}/results`]: { GET: 'results' },
  [`${ONE}/cancel`]: { POST: 'cancel' },
  [`${ONE}/resume`]: { POST: 'resume' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
