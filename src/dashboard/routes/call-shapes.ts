// The shapes of the log of requests.

import { closed, count, maybeText, oneOf, text } from '../../contract/schemas/schema.ts';
import { Type } from '../../contract/schemas/schema-types.ts';

/** A call in the log of requests. */
export const CallShape = closed({
  id: text('Request id, as in the header x-request-id'),
  at: text('Time of the answer'),
  account: text('Name of the account'),
  key: text('Identifier of the key; dashboard_…: the dashboard itself'),
  key_name: text('Name of the key; empty if it has none'),
  path: text('Path of the endpoint'),
  status: Type.Integer({ description: 'HTTP status' }),
  ms: Type.Number({ description: 'Milliseconds until the answer was sent' }),
  credits: count('Credits charged'),
});

export const CallBodiesShape = closed({
  state: oneOf(['off', 'kept', 'none'], {
    description:
      'off: the server keeps no bodies (CARDFILE_CALL_BODIES); none: the bodies of this call are no longer kept',
  }),
  request: maybeText('Body of the request, without addresses and numbers'),
  answer: maybeText('Body of the answer, without addresses and numbers'),
  is_cut: Type.Boolean({ description: 'Whether one of the bodies is truncated' }),
});
