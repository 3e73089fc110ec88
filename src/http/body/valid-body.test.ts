import { expect, test } from 'vitest';
import { atOnce } from '../../ops/scheduling/work.ts';
import { validBody } from './valid-body.ts';

const read = (bytes: Buffer) => atOnce(validBody('people-search', bytes));

test('returns the object of a valid body, however its bytes are written', () => {
  const body = { people: { job_title: ['é'] } };
  expect(read(Buffer.from('{"people":{"job_title":["é"]}}'))).toEqual(body);
  expect(read(Buffer.from('{"people":{"job_title":["\\u00e9"]}}'))).toEqual(body);
});

test('rejects an invalid body with its fault', () => {
  expect(() => read(Buffer.from('{"people":{"job_level":"VP"}}'))).toThrow('job_level');
  expect(() => read(Buffer.from('{"people":{"job_title":["é"]}}', 'latin1'))).toThrow('UTF-8');
});
