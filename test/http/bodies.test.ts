// Request bodies as bytes, as JSON and as an object. The scenarios of the endpoints test their fields.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { startTestService, type TestService } from '../support/service.ts';

const BODY_BYTES_MAX = 1024 * 1024;
const UTC = '{"region":"UTC"}';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const send = (raw: string | Buffer, headers: Record<string, string> = {}) =>
  service.call('current-date', undefined, { raw, headers });
/** Status, code and message of the error for a body that is rejected as a whole. */
const rejectionOf = async (raw: string | Buffer, headers: Record<string, string> = {}) => {
  const { status, body } = await send(raw, headers);
  return [status, body.error?.code, body.error?.message];
};

describe('the content type', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON ; Charset="utf-8"',
  ])('accepts %s', async (type) => {
    expect((await send(UTC, { 'content-type': type })).status).toBe(200);
  });

  it.each([
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/vnd.api+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json, text/plain',
    'json',
    '/',
    ';',
    '',
  ])('rejects %j', async (type) => {
    const rejection = [422, 'INVALID_INPUT', expect.stringContaining('Content-Type: application/json')];
    expect(await rejectionOf(UTC, { 'content-type': type })).toEqual(rejection);
  });

  it('in another encoding is rejected by the name of the right one', async () => {
    const type = { 'content-type': 'application/json; charset=latin1' };
    expect((await rejectionOf(UTC, type))[2]).toBe(
      'send the body in UTF-8, with the header Content-Type: application/json',
    );
  });

  it('is required', async () => {
    const request = { method: 'POST', url: '/v2/utils/current-date', headers: { 'x-api-key': service.key } } as const;
    const { status, body } = await service.request({ ...request, payload: UTC });
    expect([status, body.error.message]).toEqual([422, 'send the header Content-Type: application/json']);
  });

  it.each(['gzip', 'br', 'x'])('rejects the content encoding %s', async (encoding) => {
    const rejection = [422, 'INVALID_INPUT', expect.stringContaining(`"${encoding}"`)];
    expect(await rejectionOf(UTC, { 'content-encoding': encoding })).toEqual(rejection);
  });
});

describe('the bytes', () => {
  it.each([
    ['a lone continuation byte', [0x80]],
    ['a truncated character', [0xe2, 0x82]],
    ['an overlong encoding', [0xc0, 0xaf]],
    ['a lone surrogate', [0xed, 0xa0, 0x80]],
    ['a byte that never occurs in UTF-8', [0xff]],
  ])('must be UTF-8: rejects %s', async (_, bytes) => {
    const raw = Buffer.concat([Buffer.from('{"region":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect(await rejectionOf(raw)).toEqual([422, 'INVALID_INPUT', 'the body is not valid UTF-8']);
  });

  it('must not be UTF-16', async () => {
    expect((await rejectionOf(Buffer.from(`\ufeff${UTC}`, 'utf16le')))[0]).toBe(422);
  });

  it('may reach the limit, but not exceed it', async () => {
    const padded = (length: number) => UTC.padEnd(length, ' ');
    expect((await send(padded(BODY_BYTES_MAX))).status).toBe(200);
    const rejection = [413, 'INVALID_INPUT', expect.stringContaining('1048576 bytes')];
    expect(await rejectionOf(padded(BODY_BYTES_MAX + 1))).toEqual(rejection);
    expect(await rejectionOf('é'.repeat(BODY_BYTES_MAX / 2 + 1))).toEqual(rejection);
  });
});

describe('the body as JSON', () => {
  it('must not be empty', async () => {
    expect(await rejectionOf('')).toEqual([422, 'INVALID_INPUT', 'the body is empty; send a JSON object']);
  });

  it.each([
    ' ',
    '{',
    '{"region":"UTC"',
    '{"region":"UTC"}}',
    '{"region":"UTC"} {}',
    "{'region':'UTC'}",
    '{region:"UTC"}',
    '{"region":"UTC",}',
    '{"region":NaN}',
    '{"region":"\u0000"}',
    '{"region":"a\nb"}',
    '{"region":"\\x41"}',
    '{"region":"\\ud8"}',
    '// no comment\n{"region":"UTC"}',
    '\ufeff{"region":"UTC"}',
    'region=UTC',
    '<region>UTC</region>',
  ])('rejects %j', async (raw) => {
    expect(await rejectionOf(raw)).toEqual([
      422,
      'INVALID_INPUT',
      expect.stringMatching(/^the body is not valid JSON/),
    ]);
  });

  it.each([
    ['\ufeff{"region":"UTC"}', 'it begins with a byte order mark (U+FEFF)'],
    ['\u200b{"region":"UTC"}', 'U+200B'],
    ['{"region":\u00a0"UTC"}', 'U+00A0'],
  ])('names a character of %j that is not visible', async (raw, part) => {
    const [, , message] = await rejectionOf(raw);
    expect(message).toContain(part);
    expect(message).not.toMatch(/[\u00a0\u200b\ufeff]/);
  });

  it.each(['null', 'true', '0', '1e999', '"region"', '[]', '[{"region":"UTC"}]'])(
    'must be an object: rejects %s',
    async (raw) => {
      expect(await rejectionOf(raw)).toEqual([422, 'INVALID_INPUT', 'the body must be a JSON object']);
    },
  );

  it.each([
    ['{"region":"UTC","region":"Europe/Berlin"}', 'region'],
    ['{"region":"UTC","re\\u0067ion":"UTC"}', 'region'],
    ['{"region":"UTC","x":[{"y":1},{"y":1,"y":1}]}', 'x[1].y'],
  ])('has each key once in an object: rejects %s', async (raw, path) => {
    const { status, body } = await send(raw);
    const message = 'occurs more than once in its object; send it once';
    expect([status, body.error.details]).toEqual([422, [{ path, message, suggestion: null }]]);
  });

  it('accepts the same key in several objects', async () => {
    const { body } = await send('{"region":"UTC","x":[{"y":1},{"y":1}]}');
    expect(body.error.details).toMatchObject([{ path: 'x', message: expect.stringContaining('unknown') }]);
  });

  it('accepts white space around the object, escapes and line breaks', async () => {
    expect((await send('\r\n\t {\n"re\\u0067ion" :\t"\\u0055TC" } \n')).status).toBe(200);
  });
});

describe('a string', () => {
  it.each([
    ['a high surrogate alone', { region: 'UTC\ud800' }, 'region'],
    ['a low surrogate alone', { region: '\udc00UTC' }, 'region'],
    ['NUL', { region: 'UTC\0' }, 'region'],
  ])('is rejected with its path if it contains %s', async (_, body, path) => {
    const { status, body: answer } = await send(JSON.stringify(body));
    expect([status, answer.error.details]).toEqual([422, [{ path, message: expect.any(String), suggestion: null }]]);
  });

  it('with a lone surrogate in a nested value is listed with the other errors', async () => {
    const { status, body } = await send(JSON.stringify({ region: 'UTC', x: [{ y: ['\ud83d', 'a\0'] }] }));
    expect(status).toBe(422);
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(['x[0].y[0]', 'x[0].y[1]', 'x']);
  });

  it.each(['{"\\ud800":1}', '{"\\u0000":1}', '{"region":{"a\\udfff":1}}'])(
    'with a lone surrogate or NUL is also rejected as a key: %s',
    async (raw) => {
      expect((await send(raw)).status).toBe(422);
    },
  );

  it('may contain surrogate pairs, escaped or not', async () => {
    for (const name of ['😀', '\\ud83d\\ude00']) {
      const { status, body } = await service.call('people-search', undefined, {
        raw: `{"people":{"job_title":["chief ${name}"]}}`,
      });
      expect([status, body.results]).toEqual([200, []]);
    }
  });
});

describe('a key that every object inherits is unknown like any other key:', () => {
  const places: [Operation, (key: string) => string, string][] = [
    ['current-date', (key) => `{"region":"UTC","${key}":{"region":"UTC"}}`, ''],
    ['current-date', (key) => `{"${key}":{"region":"UTC"}}`, ''],
    ['people-search', (key) => `{"people":{"job_level":["VP"],"${key}":["x"]}}`, 'people.'],
    ['people-search', (key) => `{"company":{"hq":{"city":["x"],"${key}":1}}}`, 'company.hq.'],
    ['employee-finder', (key) => `{"company_network_url":"/company/acme","${key}":[]}`, ''],
  ];
  const keys = [
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    'valueOf',
    '__defineGetter__',
    '',
  ];
  it.each(keys)('%j', async (key) => {
    for (const [operation, rawOf, prefix] of places) {
      const { status, body } = await service.call(operation, undefined, { raw: rawOf(key) });
      expect(status).toBe(422);
      expect(body.error.details.map((problem: { path: string }) => problem.path)).toContain(`${prefix}${key}`);
    }
    expect({}).not.toHaveProperty('region');
  });
});

describe('a number', () => {
  it.each(['10', '10.0', '1e1', '100'])('accepts %s as an integer', async (max_results) => {
    const raw = `{"people":{"job_level":["VP"]},"max_results":${max_results}}`;
    expect((await service.call('people-search', undefined, { raw })).status).toBe(200);
  });

  it.each(['0', '-1', '101', '10.5', '1e400', '-1e400', '"10"', 'true', 'null', '[10]', '{}', '1e-7'])(
    'rejects %s as max_results without coercion',
    async (max_results) => {
      const raw = `{"people":{"job_level":["VP"]},"max_results":${max_results}}`;
      const { status, body } = await service.call('people-search', undefined, { raw });
      expect(status).toBe(422);
      for (const { path } of body.error.details) expect(path).toBe('max_results');
    },
  );
});

describe('a number beyond all limits is a 422', () => {
  it.each(['{"min":1,"max":1e400}', '{"min":1e400}'])('as employee_range %s', async (range) => {
    const raw = `{"company":{"employee_range":${range}}}`;
    expect((await service.call('company-search', undefined, { raw })).status).toBe(422);
  });
});

describe('a body of extreme size or depth is rejected quickly:', () => {
  const million = (text: string) => text.repeat(Math.floor((BODY_BYTES_MAX - 200) / text.length));
  const half = (text: string) => text.repeat(Math.floor((BODY_BYTES_MAX - 200) / text.length / 2));
  it.each([
    ['deep arrays', `{"people":${half('[')}${half(']')}}`],
    ['deep arrays and an escape sequence', `{"x":"\\u0041","people":${half('[')}${half(']')}}`],
    ['deep objects', `{"people":${half('{"a":')}1${half('}')}}`.padEnd(10)],
    [
      'deep objects and an escape sequence',
      `{"x":"\\u0041","people":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`,
    ],
    ['deep arrays in a filter', `{"people":{"job_title":${half('[')}${half(']')}}}`],
    ['a long list', `{"people":{"job_title":[${million('"x",')}"x"]}}`],
    ['a long list of the wrong type', `{"people":{"job_title":[${million('1,')}1]}}`],
    ['a long list of closed values', `{"people":{"job_level":[${million('"VQ",')}"VQ"]}}`],
    ['a long list of lists', `{"people":{"country_code":[${million('[],')}[]]}}`],
    ['many keys', `{${Array.from({ length: 60_000 }, (_, n) => `"key${n}":1`).join()}}`],
    ['a long key', `{"${million('k')}":1}`],
    ['a long string', `{"people":{"job_title":["${million('x ')}"]}}`],
    ['a long cursor', `{"people":{"job_level":["VP"]},"cursor":"${million('x')}"}`],
    ['a long number', `{"people":{"job_level":["VP"]},"max_results":${million('9')}}`],
    ['lone surrogates in a long list', `{"people":{"job_title":[${million('"\\ud800",')}"x"]}}`],
  ])('%s', async (_, raw) => {
    const started = performance.now();
    const { status, body } = await service.call('people-search', undefined, { raw });
    expect(status).toBe(422);
    expect(body.error.details.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify(body).length).toBeLessThan(100_000);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it('accepts at most 50 entries in a list and 200 code points in a string', async () => {
    const title = (entries: string[]) => service.call('people-search', { people: { job_title: entries } });
    expect((await title(Array(50).fill('x'))).status).toBe(200);
    expect((await title(Array(51).fill('x'))).body.error.message).toMatch(/^people\.job_title: .*at most 50/);
    expect((await title(['😀'.repeat(199).concat('x')])).status).toBe(200);
    expect((await title(['x'.repeat(201)])).body.error.message).toMatch(/^people\.job_title\[0\]: .*at most 200/);
  });
});
