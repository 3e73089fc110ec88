// The confidence in the function of a title: kept with the position, and filtered by min_title_confidence.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company, opening, person, position, rank } from '../support/fixture-records.ts';
import { slugsOf } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

const RECORDS = {
  companies: [company('acme', 'Acme', { employee_count: 10 })],
  people: [
    person('sure-lawyer', 5, { experiences: [position('acme', 'Lawyer')] }),
    person('given-function', 4, { experiences: [position('acme', 'Zorblax', rank('Staff', 'Legal'))] }),
    person('given-number', 3, {
      experiences: [position('acme', 'Lawyer', { ...rank('Staff', 'Legal'), title_confidence: 70 })],
    }),
    person('no-function', 2, { experiences: [position('acme', 'Zorblax')] }),
    person('no-title', 1, { experiences: [position('acme', null)] }),
  ],
  jobs: [opening('acme', 'Lawyer')],
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService(RECORDS);
});
afterAll(() => service.close());

const found = async (people: object) =>
  slugsOf(
    await service.call('people-search', { people: { name: { exclude: ['nobody'] }, ...people }, max_results: 100 }),
  );

describe('min_title_confidence', () => {
  test('finds positions with at least this confidence; a function of the source is certain', async () => {
    expect(await found({ min_title_confidence: 100 })).toEqual(['given-function']);
    expect(await found({ min_title_confidence: 90 })).toEqual(['sure-lawyer', 'given-function']);
    expect(await found({ min_title_confidence: 1 })).toEqual(['sure-lawyer', 'given-function', 'given-number']);
  });

  test('holds for the same position as the other filters, and 0 is no filter', async () => {
    expect(await found({ min_title_confidence: 80, job_title: ['lawyer'] })).toEqual(['sure-lawyer']);
    expect((await found({ min_title_confidence: 0, job_level: ['Staff'] })).length).toBe(4);
  });

  test.each([[-1], [101], [0.9], ['90']])('rejects %j without charge', async (value) => {
    const answer = await service.call('people-search', { people: { min_title_confidence: value } });
    expect([answer.status, answer.headers['x-credits-used']]).toEqual([422, '0']);
    expect(answer.body.error.details[0].path).toBe('people.min_title_confidence');
  });

  test('is an unknown filter under another name', async () => {
    const answer = await service.call('people-search', { people: { title_confidence: 90 } });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0].path).toBe('people.title_confidence');
  });
});
