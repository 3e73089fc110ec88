// Request smuggling: requests that two parsers could split differently. None is answered as a call, and none leaves
// bytes that pass for another request. Each case ends with a complete call of key-info; if it is answered, its answer
// is the last, and there are no others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type RawRequest, requestText, talk } from '../support/raw-http.ts';
import { checkErrorBody, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  port = await listen(service);
});
afterAll(() => service.close());

const used = async () => (await service.admin.accounts()).reduce((sum, account) => sum + account.used, 0);
const text = (request: RawRequest) => requestText({ key: service.key, ...request });
const keyInfo = () => text({ method: 'GET', target: '/v2/account/key-info', body: '' });
/** The request that an attacker would inject into the connection of another caller. */
const SMUGGLED = 'GET /v2/smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const CHUNKED_BODY = '10\r\n{"region":"UTC"}\r\n0\r\n\r\n';

describe('is a 400 in the envelope that is free and closes the connection:', () => {
  it.each<[string, RawRequest]>([
    ['a length and chunks', { lines: ['Content-Length: 4', 'Transfer-Encoding: chunked'], body: CHUNKED_BODY }],
    ['chunks and a length', { lines: ['Transfer-Encoding: chunked', 'Content-Length: 4'], body: CHUNKED_BODY }],
    ['two lengths', { lines: ['Content-Length: 16', 'Content-Length: 0'] }],
    ['the same length twice', { lines: ['Content-Length: 16', 'Content-Length: 16'] }],
    ['a list of lengths', { lines: ['Content-Length: 16, 16'] }],
    ['a signed length', { lines: ['Content-Length: +16'] }],
    ['a negative length', { lines: ['Content-Length: -16'] }],
    ['a hexadecimal length', { lines: ['Content-Length: 0x10'] }],
    ['a length with a blank inside', { lines: ['Content-Length: 1 6'] }],
    ['a length above all limits', { lines: ['Content-Length: 99999999999999999999999'] }],
    ['a blank before the colon', { lines: ['Content-Length : 16'] }],
    ['a header folded onto a second line', { lines: ['X-Note: a', ' Content-Length: 0'] }],
    ['a line that ends without CR', { lines: ['X-Note: a\nContent-Length: 0'] }],
    ['a line that ends without LF', { lines: ['X-Note: a\rContent-Length: 0'] }],
    ['a NUL in a header', { lines: ['X-Note: a\0b'] }],
    ['a header without a name', { lines: [': chunked'] }],
    ['a header without a colon', { lines: ['Transfer-Encoding chunked'] }],
    ['an unknown transfer coding', { lines: ['Transfer-Encoding: xchunked'], body: CHUNKED_BODY }],
    ['chunks that are not the last coding', { lines: ['Transfer-Encoding: chunked, identity'], body: CHUNKED_BODY }],
    ['another coding and chunks', { lines: ['Transfer-Encoding: gzip, chunked'], body: CHUNKED_BODY }],
    ['chunks named twice', { lines: ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], body: CHUNKED_BODY }],
    ['chunks after a vertical tab', { lines: ['Transfer-Encoding: \vchunked'], body: CHUNKED_BODY }],
    ['a chunk length that is no number', { lines: ['Transfer-Encoding: chunked'], body: 'xyz\r\n' }],
    ['a chunk length above all limits', { lines: ['Transfer-Encoding: chunked'], body: 'ffffffffffffffffff\r\n' }],
    ['a chunk with a sign', { lines: ['Transfer-Encoding: chunked'], body: '+10\r\n{"region":"UTC"}\r\n0\r\n\r\n' }],
    [
      'a chunk with a wrong length',
      { lines: ['Transfer-Encoding: chunked'], body: '4\r\n{"region":"UTC"}\r\n0\r\n\r\n' },
    ],
    [
      'chunks whose lines end without CR',
      { lines: ['Transfer-Encoding: chunked'], body: '10\n{"region":"UTC"}\n0\n\n' },
    ],
    [
      'a chunk extension that ends without CR',
      { lines: ['Transfer-Encoding: chunked'], body: `10;a\n{"region":"UTC"}\r\n0\r\n\r\n` },
    ],
    ['no host', { host: [] }],
    ['two hosts', { host: ['Host: localhost', 'Host: other.example'] }],
    ['a NUL in the path', { target: '/v2/utils/current-date\0' }],
    ['a tab in the path', { target: '/v2/utils/\tcurrent-date' }],
    ['a fragment', { target: '/v2/utils/current-date#/../healthz' }],
    ['no version', { version: '' }],
    ['an unknown version', { version: 'HTTP/1.2' }],
    ['another protocol', { version: 'HTPP/1.1' }],
  ])('%s', async (_, request) => {
    const before = await used();
    const { answers, isClosed } = await talk(port, [text(request) + SMUGGLED + keyInfo()]);
    expect(answers.map((answer) => answer.status)).toEqual([400]);
    expect(answers[0]?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    checkErrorBody(JSON.parse(answers[0]?.body ?? ''));
    expect(isClosed).toBe(true);
    expect((await used()) - before).toBe(0);
  });
});

describe('is parsed in exactly one way, up to the next call:', () => {
  it.each<[string, RawRequest, number]>([
    ['a body with a length', {}, 200],
    ['a body in chunks', { lines: ['Transfer-Encoding: chunked'], body: CHUNKED_BODY }, 200],
    [
      'chunks with extensions',
      { lines: ['Transfer-Encoding: chunked'], body: `10;a=b\r\n{"region":"UTC"}\r\n0;c\r\n\r\n` },
      200,
    ],
    [
      'a key in the trailer, which is ignored',
      { key: '', lines: ['Transfer-Encoding: chunked'], body: `10\r\n{"region":"UTC"}\r\n0\r\nx-api-key: KEY\r\n\r\n` },
      401,
    ],
    ['a whole request as the body of a GET', { method: 'GET', target: '/v2/account/key-info', body: SMUGGLED }, 200],
    ['a whole request as the body of a call without a key', { key: '', body: SMUGGLED }, 401],
    ['a whole request as the body of an unknown path', { target: '/v2/nowhere', body: SMUGGLED }, 404],
    ['a whole request as the body of another method', { method: 'PUT', body: SMUGGLED }, 405],
    ['a whole request as a body that is not JSON', { body: SMUGGLED }, 422],
    ['an unknown expectation', { lines: ['Expect: 200-ok'] }, 200],
    ['a header that names others to remove', { lines: ['Connection: x-api-key'] }, 200],
    ['a target in absolute form', { target: 'http://other.example/v2/utils/current-date' }, 200],
  ])('%s', async (_, request, status) => {
    const first = text(request).replace('KEY', service.key);
    const { answers } = await talk(port, [first + keyInfo()], { quietMs: 1000 });
    expect(answers.map((answer) => answer.status)).toEqual([status, 200]);
    expect(JSON.parse(answers[1]?.body ?? '')).toMatchObject({ valid: true });
  });
});

describe('no answer takes the place of another:', () => {
  it('answers a call before the nonsense that follows it', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const { answers, isClosed } = await talk(port, [`${text({})}${keyInfo()}nonsense\r\n\r\n`]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
      expect(isClosed).toBe(true);
    }
  });

  it('rejects nonsense that follows an answered call', async () => {
    const [first, ...rest] = [keyInfo(), ...Array<string>(200).fill(''), 'nonsense\r\n\r\n'];
    const { answers, isClosed } = await talk(port, [first ?? '', ...rest]);
    expect([[200, 400], [200]]).toContainEqual(answers.map((answer) => answer.status));
    expect(isClosed).toBe(true);
  });

  it('closes the connection without a second answer if a body becomes invalid after the rejection', async () => {
    const rejected = text({ key: 'none', lines: ['Transfer-Encoding: chunked'], body: '' });
    const { answers, isClosed } = await talk(port, [
      rejected,
      ...Array<string>(50).fill('2\r\nab\r\n'),
      'nonsense\r\n',
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([401]);
    expect(isClosed).toBe(true);
  });

  it('ignores bytes after a call that closes the connection', async () => {
    const { answers, isClosed } = await talk(port, [text({ lines: ['Connection: close'] }) + keyInfo()]);
    expect(answers.map((answer) => answer.status)).toEqual([200]);
    expect(isClosed).toBe(true);
  });
});

it.each([
  ['a socket', ['Connection: Upgrade', 'Upgrade: websocket']],
  ['HTTP/2', ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']],
])('ignores an upgrade to %s, closes the connection, and ignores the bytes that follow', async (_, lines) => {
  for (const parts of [[text({ lines }) + keyInfo()], [text({ lines, method: 'GET', body: '' }) + SMUGGLED]]) {
    const { answers, isClosed } = await talk(port, parts);
    expect(answers).toHaveLength(1);
    expect(answers[0]?.headers['connection']).toBe('close');
    expect(isClosed).toBe(true);
  }
});

it('rejects a proxy request: CONNECT closes the connection', async () => {
  const { answers, isClosed } = await talk(port, ['CONNECT other.example:443 HTTP/1.1\r\nHost: other.example\r\n\r\n']);
  expect([answers, isClosed]).toEqual([[], true]);
});

it('a caller of HTTP/1.0 may omit the host', async () => {
  const { answers, isClosed } = await talk(port, [text({ version: 'HTTP/1.0', host: [] })]);
  expect(answers.map((answer) => answer.status)).toEqual([200]);
  expect(isClosed).toBe(true);
});
