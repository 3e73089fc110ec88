// The paths of watch calls, without their schemas: the ledger reads them.

/** The path of all watch calls, by which keys allow or forbid them. */
export const WATCHES_PATH = '/v2/watches';

const ONE = `${WATCHES_PATH}/:id`;

/** The operation of each method of each path; `:id` is the identifier of a watch. */
export const WATCH_METHODS = {
  [WATCHES_PATH]: { GET: 'list', POST: 'create' },
  [ONE]: { GET: 'show', DELETE: 'remove' },
  [`${ONE}/pause`]: { POST: 'pause' },
  [`${ONE}/resume`]: { POST: 'resume' },
  [`${ONE}/changes`]: { GET: 'changes' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
