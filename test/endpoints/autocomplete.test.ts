// POST /v2/utils/autocomplete: suggested values, their order and counts, price, and rejected requests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUGGESTED_FIELDS } from '../../src/contract/endpoints/autocomplete.ts';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { FIXTURE } from '../support/fixture.ts';
import { company, person, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

const suggest = async (field: string, prefix: string, limit = 50) => {
  const { status, body } = await service.call('autocomplete', { field, prefix, limit });
  expect(status).toBe(200);
  expect(body.results_length).toBe(body.results.length);
  return body.results as { value: string; count: number }[];
};
const valuesOf = async (field: string, prefix: string, limit?: number) =>
  (await suggest(field, prefix, limit)).map(({ value }) => value);

/** The search that counts the records with a value, according to the reference. */
function searchFor(name: string, value: string): [Operation, object] {
  const [scope = '', ...path] = name.split('.');
  const input = name === 'company.industry' ? [value] : [`[${value}]`];
  const filters = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), input) as object;
  const operation = scope === 'people' ? 'people-search' : scope === 'job' ? 'job-search' : 'company-search';
  return [operation, { [scope]: filters, include_total: true, max_results: 1 }];
}

describe.each(SUGGESTED_FIELDS.map(({ name }) => name))('%s', (name) => {
  it('counts for each value the matches of a search for it, the most frequent first', async () => {
    const results = await suggest(name, '');
    expect(results.length).toBeGreaterThan(3);
    for (const { value, count } of results) {
      const { body } = await service.call(...searchFor(name, value));
      expect([value, count]).toEqual([value, body.total_results]);
    }
    if (name === 'company.name') return;
    expect(results.map(({ count }) => count)).toEqual(results.map(({ count }) => count).toSorted((a, b) => b - a));
  });

  it('finds values by the beginning of any word in any case; a shorter list is a prefix of a longer one', async () => {
    for (const { value } of await suggest(name, '', 8)) {
      for (const word of value.split(/[\s/,]+/).filter((each) => /^\p{L}{3,}/u.test(each))) {
        const found = await valuesOf(name, word.slice(0, 3).toUpperCase());
        expect(found).toContain(value);
        expect(await valuesOf(name, word.slice(0, 3), 2)).toEqual(found.slice(0, 2));
      }
    }
  });

  it('finds nothing for a prefix that begins no word', async () => {
    expect(await suggest(name, 'zzzz')).toEqual([]);
    expect(await suggest(name, '—')).toEqual([]);
  });
});

describe('words', () => {
  it('several words must be adjacent, and the last may be a prefix', async () => {
    expect(await valuesOf('people.job_title', 'chief exec')).toEqual(['Chief Executive Officer']);
    expect(await valuesOf('people.job_title', 'executive off')).toEqual(['Chief Executive Officer']);
    expect(await valuesOf('people.job_title', 'chief off')).toEqual([]);
    expect(await valuesOf('people.job_title', 'officer chief')).toEqual([]);
  });

  it('the last may be a prefix of a word with punctuation', async () => {
    const people = ['Senior C++ Developer', 'ASP.NET Lead'].map((job_title, index) =>
      person(`typed-${index}`, null, { experiences: [position('node', job_title)] }),
    );
    const typed = await startTestService({ companies: [company('node', 'Node.js Shop')], people });
    try {
      const found = async (field: string, prefix: string) => {
        const { results } = (await typed.call('autocomplete', { field, prefix })).body as {
          results: { value: string }[];
        };
        return results.map(({ value }) => value);
      };
      for (const prefix of ['node', 'node.', 'Node.j', 'node.js', 'node.js s'])
        expect(await found('company.name', prefix)).toEqual(['Node.js Shop']);
      for (const prefix of ['c', 'c+', 'C++', 'senior c+'])
        expect(await found('people.job_title', prefix)).toEqual(['Senior C++ Developer']);
      expect(await found('people.job_title', 'asp.n')).toEqual(['ASP.NET Lead']);
      for (const prefix of ['c.', 'xc+', 'node.x', '+'])
        expect([...(await found('people.job_title', prefix)), ...(await found('company.name', prefix))]).toEqual([]);
    } finally {
      await typed.close();
    }
  });

  it('a trailing blank completes the last word', async () => {
    expect(await valuesOf('job.title', 'engineer')).not.toEqual([]);
    expect(await valuesOf('job.title', 'engin ')).toEqual([]);
    expect(await valuesOf('company.name', 'bolt ')).toEqual(['Bolt Bank']);
    expect(await valuesOf('company.name', 'bol ')).toEqual([]);
  });

  it('folds accents and special letters, and answers values as stored', async () => {
    expect(await valuesOf('company.hq.city', 'zuri')).toEqual(['Zürich']);
    expect(await valuesOf('company.hq.city', 'PAULO')).toEqual(['São Paulo']);
    expect(await valuesOf('company.hq.city', '東')).toEqual(['東京']);
    expect(await valuesOf('people.location.city', 'koln')).toEqual(['Köln']);
    expect(await valuesOf('company.name', 'fjord')).toEqual(['Fjørd & Søn']);
    expect(await valuesOf('job.title', 'c++')).toEqual(['C++ Developer']);
  });

  it('finds an industry by its former label if records contain it', async () => {
    expect(await valuesOf('company.industry', 'computer so')).toEqual(['Software Development']);
  });

  it('answers companies in the order of searches', async () => {
    expect(await valuesOf('company.name', '', 3)).toEqual(['Acme Robotics', 'Bolt Bank', 'Cobalt Bank AG']);
    expect(await valuesOf('company.name', 'bank')).toEqual(['Bolt Bank', 'Cobalt Bank AG']);
  });
});

it('merges spellings of the same words into one value, and counts people, not positions', async () => {
  const small = await startTestService({
    companies: [company('one', 'One'), company('two', 'Two'), company('uno', 'ONE!')],
    people: [
      person('a', 1, { experiences: [position('one', 'VP Sales'), position('two', 'Vp, sales')] }),
      person('b', 1, { experiences: [position('one', 'VP Sales')] }),
      person('c', 1, { experiences: [position('one', 'VPN Engineer')] }),
    ],
  });
  const request = { field: 'people.job_title', prefix: 'vp' };
  expect((await small.call('autocomplete', request)).body.results).toEqual([
    { value: 'VP Sales', count: 2 },
    { value: 'VPN Engineer', count: 1 },
  ]);
  const names = await small.call('autocomplete', { field: 'company.name' });
  expect(names.body.results).toEqual([
    { value: 'One', count: 2 },
    { value: 'Two', count: 1 },
  ]);
  await small.suppress('person', 'c');
  expect((await small.call('autocomplete', { ...request, prefix: 'vpn' })).body.results).toEqual([]);
  await small.close();
});

describe('credits and limits', () => {
  it('is free, works without credits, and sends no credit headers', async () => {
    const key = await service.makeAccount({ name: 'poor', creditsPerMonth: 0, requestsPerSecond: 100 });
    const { status, headers } = await service.call('autocomplete', { field: 'company.name' }, { key });
    expect(status).toBe(200);
    expect(headers['x-credits-used']).toBeUndefined();
    expect(headers['ratelimit']).toBe('"default";r=99;t=1');
  });

  it('counts against the rate limit', async () => {
    const key = await service.makeAccount({ name: 'slow', creditsPerMonth: 5, requestsPerSecond: 1 });
    const statuses = [];
    for (let call = 0; call < 2; call++)
      statuses.push((await service.call('autocomplete', { field: 'company.name' }, { key })).status);
    expect(statuses).toEqual([200, 429]);
  });

  it('ignores an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'again' };
    for (const prefix of ['a', 'b']) {
      const reply = await service.call('autocomplete', { field: 'company.name', prefix }, { headers });
      expect([reply.status, reply.headers['idempotency-replayed']]).toEqual([200, undefined]);
    }
  });

  it('answers ten values without a limit', async () => {
    const { body } = await service.call('autocomplete', { field: 'people.job_title' });
    expect(body.results_length).toBe(10);
  });
});

it.each([
  [{}, 'field: is required'],
  [{ field: 'people.headline' }, expect.stringMatching(/^field: "people.headline" is not an allowed value/)],
  [{ field: 'job_title' }, 'field: "job_title" is not an allowed value; did you mean "job.title"?'],
  [{ field: null }, 'field: must be a string, not null'],
  [{ field: 'company.name', prefix: 1 }, 'prefix: must be a string, not 1'],
  [{ field: 'company.name', prefix: 'x'.repeat(201) }, 'prefix: must have at most 200 characters'],
  [{ field: 'company.name', limit: 0 }, 'limit: must be at least 1, not 0'],
  [{ field: 'company.name', limit: 51 }, 'limit: must be at most 50, not 51'],
  [{ field: 'company.name', word: 'x' }, expect.stringMatching(/^word: is unknown/)],
])('rejects the body %j', async (sent, message) => {
  const { status, body } = await service.call('autocomplete', sent);
  expect([status, body.error.message]).toEqual([422, message]);
});
