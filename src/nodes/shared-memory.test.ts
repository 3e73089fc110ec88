import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packShared, unpackShared } from './shared-memory.ts';

const numbers = fc.uint32Array({ maxLength: 20 });
const plain = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true, min: -1, max: 1 }),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    plain,
    numbers,
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
      tie('value'),
      {
        maxKeys: 3,
        noNullPrototype: true,
      },
    ),
    fc.array(fc.tuple(fc.string(), tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
  ),
}));

test('returns an equal value', () => {
  fc.assert(
    fc.property(value, (given) => {
      const back = unpackShared(packShared(given));
      expect(packShared(back)).toEqual(packShared(given));
      expect(JSON.stringify(back)).toBe(JSON.stringify(given));
    }),
  );
});

test('views of one memory remain views of one shared memory', () => {
  const memory = new SharedArrayBuffer(16);
  const given = { all: memory, part: new Uint32Array(memory, 4, 2), sections: new Map([['a', memory]]) };
  given.part.set([7, 8]);
  const back = unpackShared(packShared(given)) as typeof given;
  expect(back.all).toBeInstanceOf(SharedArrayBuffer);
  expect(back.part.buffer).toBe(back.all);
  expect(back.sections.get('a')).toBe(back.all);
  expect([...back.part]).toEqual([7, 8]);
});

test('a view of a pool sends only its own bytes', () => {
  const pool = Buffer.from('secret of another call, and mine');
  expect(packShared({ mine: pool.subarray(-4) }).includes('secret')).toBe(false);
});

test('cut and foreign bytes are rejected', () => {
  const bytes = packShared({ numbers: new Uint32Array([1, 2, 3]) });
  expect(() => unpackShared(bytes.subarray(0, -1))).toThrow('incomplete');
  expect(() => unpackShared(Buffer.concat([bytes, Buffer.alloc(1)]))).toThrow('incomplete');
  expect(() => unpackShared(Buffer.from('{"layers": []}'))).toThrow('another format');
});

test('a value that cannot be sent is a fault of the program', () => {
  expect(() => packShared({ act: () => 1 })).toThrow('cannot be published');
  expect(() => packShared(new Date())).toThrow('cannot be published');
});
