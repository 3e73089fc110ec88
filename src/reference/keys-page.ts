// The page on keys, credits, rate, repeated calls and the headers that report them.
import { ENDPOINTS } from '../contract/endpoints/endpoints.ts';
import { pricesText } from '../contract/endpoints/prices.ts';
import { LIMITS } from '../contract/limits.ts';
import { LOCAL_SERVER } from './endpoint-page.ts';
import { bullets, codeBlock, page, table } from './markdown.ts';

const KEYS = [
  'Every request carries a key in the header `x-api-key`, or as `Authorization: Bearer` (the scheme in any letter case). One of the two is enough; two different keys are a 401. Keep the key in server-side code; never put it into a web page or an app.',
  'A key looks like `cf_live_…` and is shown once, when it is created. The service stores only a hash.',
  'A key may be limited to paths and may expire. Every valid key may call key-info, which lists the paths in `allowed_apis`. Any other path is a 401, which counts against the rate of the account like every call.',
  'A revoked key is rejected within a second. A call that began before is completed, and batches that the key created continue.',
  'An ingest key looks like `cf_ingest_…` and belongs to the operator. It pushes records under `/ingest/v1` (guide *Push changes*), costs no credits, and gets a 401 on every other path; API keys get a 401 under `/ingest/v1`.',
];

const CREDITS = [
  'Credits belong to the plan of the account; all its keys share them.',
  `An answer with status 200 costs ${pricesText(ENDPOINTS)}, charged durably before the answer is sent. Errors, look-ups without a result and replayed answers cost nothing.`,
  'A bulk call costs the price of the single call for each item with status 200, charged in one transaction. Items are answered in their order as far as the credits reach; each further valid item is a 402 item. Without any credit the call itself is a 402.',
  'The credits of a plan reset at 00:00 UTC on the first day of each month (`next_reset_at` of key-info). Granted credits add to the current month.',
  'With fewer credits left than the call costs, the answer is a 402. On an unlimited plan `remaining_credits` is `null`.',
];

const RATE = [
  'The plan admits a number of requests per second (`max_requests_per_seconds` of key-info), shared by all keys of the account: never more in any rolling second.',
  'Every call with a valid key counts, including rejected calls and key-info. A call above the limit is a 429 with `Retry-After`: whole seconds, at least 1.',
  'Each item of a bulk call counts as a call. A bulk call above the limit is a 429 as a whole. One with more items than the limit is admitted if no other call was admitted in the last second; it then uses up the following seconds too: 100 items at 50 requests per second take 2 seconds.',
  `Calls without a valid key are limited by address: ${LIMITS.unauthorizedPerSecond} a second. All addresses of an IPv6 /64 count as one.`,
  `${LIMITS.promptRejections} calls above a limit are answered at once in a second. Further ones get their 429 ${LIMITS.lateRejectionMs} ms later.`,
];

const IDEMPOTENCY = [
  `\`Idempotency-Key\` is any text of 1 to ${LIMITS.idempotencyKeyLengthMax} characters, on POST endpoints that cost credits, and on those that create or change batches, webhooks and watches. Free calls, such as counts and autocomplete, ignore it: they can be repeated. It is valid for ${LIMITS.idempotencyHours} hours, per key and path.`,
  'The same key with the same body, byte by byte, returns the stored answer with `Idempotency-Replayed: true` and costs nothing. Answers with a status 2xx and 404 are stored; other errors are not, so that you can retry the call. A replayed 404 differs only in `error.request_id`, which is that of the new request. The stored answer of a call that created a webhook or a watch is returned also after a DELETE of the object; a batch that is removed is a 409.',
  `The stored answers of an account take at most ${LIMITS.idempotencyAnswerBytesMax / 1024 ** 2} MiB, compressed; beyond that the oldest are deleted first, and those of all charged calls when a suppression hides a record. If the answer of a charged call was deleted, a repeated call is executed again on the current data (a bulk call as far as the charged credits reach), returns \`Idempotency-Replayed: true\` and costs nothing, even without credits. Within ${LIMITS.idempotencyHours} hours a key is never charged twice.`,
  'The same key with another body is a 422. While the first call is running, a second one is a 429 with `Retry-After: 1`.',
];

const HEADERS = [
  ['`x-request-id`', 'every answer under `/v2`', 'the identifier of the request'],
  ['`RateLimit-Policy`', 'answers to a valid key', '`"default";q=10;w=1`: 10 requests per window of 1 second'],
  ['`RateLimit`', 'answers to a valid key', '`"default";r=9;t=1`: 9 are left, more after 1 second'],
  [
    '`x-credits-used`',
    'answers to a valid key where credits apply',
    'the price of the endpoint, the sum of the items for a bulk call, or 0 for errors and replayed answers',
  ],
  ['`x-credits-remaining`', 'answers to a valid key where credits apply', 'a number, or `unlimited`'],
  ['`Retry-After`', '429, 503, and unfinished batches', 'whole seconds to wait'],
  ['`Idempotency-Replayed`', 'replayed answers', '`true`'],
  ['`Location`', 'calls that create a batch, a webhook or a watch', 'the path of the created object'],
  ['`x-next-cursor`', 'results of a batch that has more', 'the `cursor` of the next results'],
  ['`Allow`', '405', 'the methods of the path'],
];

/** The page in Markdown. */
export function keysPage(): string {
  return page(
    '# Keys, credits and rate',
    'Every call has a key, counts against the rate of its account, and costs credits if it succeeds.',
    '## Keys',
    bullets(KEYS),
    codeBlock(
      'sh',
      `export CARDFILE_KEY=cf_live_…\ncurl ${LOCAL_SERVER}/v2/account/key-info -H "x-api-key: $CARDFILE_KEY"`,
    ),
    '## Credits',
    bullets(CREDITS),
    '## Rate',
    bullets(RATE),
    '## Repeated calls',
    'An interrupted call may have been charged. With an `Idempotency-Key` you can repeat it without paying twice.',
    bullets(IDEMPOTENCY),
    '## Headers of answers',
    table(['header', 'present on', 'value'], HEADERS),
  );
}
