import { describe, expect, test } from 'vitest';
import { atOnce } from '../ops/work.ts';
import { ValidBodies } from './valid-bodies.ts';

const read = (bodies: ValidBodies, body: Buffer) => atOnce(bodies.read(body));

const bytes = (text: string) => Buffer.from(text);

describe('a body that is sent again', () => {
  test('is the same object where answers are kept by it', () => {
    const bodies = new ValidBodies('people-search');
    const first = read(bodies, bytes('{"people":{"job_title":["José"]}}'));
    expect(first).toEqual({ people: { job_title: ['José'] } });
    expect(read(bodies, bytes('{"people":{"job_title":["José"]}}'))).toBe(first);
  });

  test('is another object where it is said in other bytes', () => {
    const bodies = new ValidBodies('people-search');
    const first = read(bodies, bytes('{"people":{"job_title":["é"]}}'));
    const other = read(bodies, bytes('{"people":{"job_title":["\\u00e9"]}}'));
    expect(other).toEqual(first);
    expect(other).not.toBe(first);
    expect(read(bodies, bytes('{"people":{"job_title":["è"]}}'))).toEqual({ people: { job_title: ['è'] } });
  });

  test('is not kept where an answer depends on more', () => {
    const bodies = new ValidBodies('current-date');
    const text = '{"region":"UTC"}';
    expect(read(bodies, bytes(text))).not.toBe(read(bodies, bytes(text)));
  });

  test('is refused each time where it is bad, also as bytes that only look like good ones', () => {
    const bodies = new ValidBodies('people-search');
    read(bodies, bytes('{"people":{"job_title":["Ã©"]}}'));
    for (let turn = 0; turn < 2; turn += 1) {
      expect(() => read(bodies, bytes('{"people":{"job_level":"VP"}}'))).toThrow('job_level');
      // A lone byte of what was accepted above as two.
      expect(() => read(bodies, Buffer.from('{"people":{"job_title":["é"]}}', 'latin1'))).toThrow('UTF-8');
    }
  });
});
