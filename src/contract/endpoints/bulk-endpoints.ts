// The bulk endpoints. Each answers up to 100 calls of another endpoint in one call, and is derived from that endpoint.

import type { TObject } from 'typebox';
import { LIMITS } from '../limits.ts';
import { CallError } from '../schemas/answers.ts';
import { closed, count, maybeText } from '../schemas/schema.ts';
import { Type } from '../schemas/schema-types.ts';
import { itemId } from './body-members.ts';
import { BULKED_OPERATIONS, type BulkedOperation, type Endpoint, search } from './endpoint.ts';
import { MISSING } from './examples.ts';
import { bulkPath } from './paths.ts';

/** Makes the bulk endpoint of each of these endpoints, by operation. */
export function bulkEndpoints(singles: Readonly<Record<BulkedOperation, Endpoint<TObject>>>) {
  const entries = BULKED_OPERATIONS.map((name) => [`bulk-${name}`, bulkEndpoint(name, singles[name])]);
  return Object.fromEntries(entries) as { readonly [Name in BulkedOperation as `bulk-${Name}`]: Endpoint<TObject> };
}

function bulkEndpoint(itemsOf: BulkedOperation, single: Endpoint<TObject>): Endpoint<TObject> {
  const { path, summary, credits, body, answer } = single;
  const item = closed({ id: itemId, ...body.properties });
  return search({
    path: bulkPath(itemsOf),
    tag: 'Bulk',
    summary: `Bulk: ${summary}`,
    description: `Answers up to ${LIMITS.bulkItemsMax} calls of \`${path}\` at once. An item is the body of such a call, and its result is the answer of that call.`,
    body: closed({
      items: Type.Array(item, { minItems: 1, maxItems: LIMITS.bulkItemsMax, description: 'Bodies of single calls' }),
    }),
    answer: bulkAnswer(answer),
    credits,
    example: {
      items: [
        { id: 'row-1', ...single.example },
        { id: 'row-2', ...MISSING[itemsOf] },
      ],
    },
    itemsOf,
  });
}

/** The schema of a bulk answer whose items have this schema. */
function bulkAnswer(answer: TObject) {
  return closed({
    results: Type.Array(
      closed({
        index: count('Place in `items`, from 0'),
        id: maybeText('The `id` of the item; null if it has none'),
        status: Type.Integer({ minimum: 200, maximum: 599, description: 'Status of the single call' }),
        body: Type.Optional(answer),
        error: Type.Optional(CallError),
        credits: count('Credits of the item: the price of the single call for status 200, otherwise 0'),
      }),
      { description: 'One for each item, in the order of `items`: `body` for status 200, otherwise `error`' },
    ),
    credits_used: count('Sum of the credits of all items'),
  });
}
