import { expect, test } from 'vitest';
import { atOnce } from '../ops/work.ts';
import { validBody } from './valid-body.ts';

const read = (bytes: Buffer) => atOnce(validBody('people-search', bytes));

test('a body that fits its schema is its object, in whichever bytes it is written', () => {
  const body = { people: { job_title: ['é'] } };
  expect(read(Buffer.from('{"people":{"job_title":["é"]}}'))).toEqual(body);
  expect(read(Buffer.from('{"people":{"job_title":["\\u00e9"]}}'))).toEqual(body);
});

test('a body that does not fit is rejected with its fault', () => {
  expect(() => read(Buffer.from('{"people":{"job_level":"VP"}}'))).toThrow('job_level');
  expect(() => read(Buffer.from('{"people":{"job_title":["é"]}}', 'latin1'))).toThrow('UTF-8');
});
