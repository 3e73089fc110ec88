import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Codec, CodecError, DICTIONARY_BYTES_MAX, RAW_BYTES_MAX } from './codec.ts';

const DICTIONARY = Buffer.from(
  ['"headline":null,"about_me":null,"location":{"city":"', '","job_title":"Senior ', '"country_code":"DE"}'].join('\0'),
);
const codecs = [
  new Codec(DICTIONARY),
  new Codec(new Uint8Array(0)),
  new Codec(Buffer.alloc(DICTIONARY_BYTES_MAX, 'abc')),
];

/** Texts with runs, repetitions at all distances, and parts of the dictionary. */
const pieces = fc.oneof(
  fc.string(),
  fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), fc.nat(700)).map(([text, times]) => text.repeat(times)),
  fc
    .tuple(fc.nat(DICTIONARY.length), fc.nat(90))
    .map(([from, length]) => DICTIONARY.toString('latin1', from, from + length)),
);
const texts = fc.oneof(
  fc.uint8Array({ maxLength: 600 }),
  fc.json().map((json) => Buffer.from(json)),
  fc.array(pieces, { maxLength: 12 }).map((all) => Buffer.from([...all, ...all].join(''))),
);

test('decode(encode(x)) = x, for bytes and JSON, with any dictionary', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const codec of codecs) {
        const unit = Buffer.from(codec.encode(text));
        expect(unit.length).toBeLessThanOrEqual(text.length + 5);
        expect(Buffer.from(codec.decode(unit)).equals(text)).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});

test('a unit is decoded at any position between other bytes', () => {
  const [codec] = codecs as [Codec];
  const unit = Buffer.from(codec.encode(Buffer.from('{"city":"Bern"}'.repeat(9))));
  const among = Buffer.concat([Buffer.alloc(7, 255), unit, Buffer.alloc(7, 255)]);
  expect(codec.decode(among, 7, 7 + unit.length).toString()).toBe('{"city":"Bern"}'.repeat(9));
});

test('repetitions at the longest distance, and longer texts than the scratch memory', () => {
  const noise = Buffer.from(
    Uint8Array.from({ length: 70_000 }, (_, index) => (index * index * 31 + (index >> 7)) % 256),
  );
  for (const codec of codecs) {
    for (const gap of [65_530, 65_535, 65_536, 69_000]) {
      const text = Buffer.concat([
        Buffer.from('a text of its own'),
        noise.subarray(0, gap - 17),
        Buffer.from('a text of its own'),
      ]);
      expect(Buffer.from(codec.decode(Buffer.from(codec.encode(text)))).equals(text)).toBe(true);
    }
    const large = Buffer.concat(Array.from({ length: 40 }, () => noise));
    expect(Buffer.from(codec.decode(Buffer.from(codec.encode(large)))).equals(large)).toBe(true);
  }
});

describe('a damaged unit', () => {
  const [codec] = codecs as [Codec];

  test('is an error or has the stated length, whichever byte is flipped or missing', () =>
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(7), (text, at, bit) => {
        const unit = Buffer.from(codec.encode(text));
        const cut = unit.subarray(0, at % unit.length);
        expect(() => codec.decode(cut)).toThrow(CodecError);
        unit[at % unit.length]! ^= 1 << bit;
        try {
          const decoded = codec.decode(unit);
          const header = lengthIn(unit);
          expect(decoded.length).toBe(header);
        } catch (error) {
          expect(error).toBeInstanceOf(CodecError);
        }
      }),
      { numRuns: 2000 },
    ));

  test('never reads bytes of an earlier call', () => {
    codec.decode(Buffer.from(codec.encode(Buffer.from('a secret of another record '.repeat(20)))));
    // 40 bytes are stated; the match reaches before the dictionary, or over the end.
    for (const sequences of [
      [0x00, 0xff, 0xff],
      [0x10, 0x41, 0x00, 0x00],
      [0x1f, 0x41, 0x01, 0x00, 200],
      [0xf0, 255, 255],
      [],
    ])
      expect(() => codec.decode(Uint8Array.from([80, ...sequences]))).toThrow(CodecError);
  });
});

test('lengths beyond the limit are rejected', () => {
  const [codec] = codecs as [Codec];
  expect(() => codec.encode(Buffer.alloc(RAW_BYTES_MAX + 1))).toThrow(RangeError);
  expect(() => codec.decode(Uint8Array.from([254, 255, 255, 255, 127]))).toThrow(CodecError);
  expect(() => new Codec(Buffer.alloc(DICTIONARY_BYTES_MAX + 1))).toThrow(RangeError);
});

/** The raw length that a unit states. */
function lengthIn(unit: Uint8Array): number {
  let value = 0;
  let scale = 1;
  for (const byte of unit) {
    value += (byte & 127) * scale;
    if (byte < 128) break;
    scale *= 128;
  }
  return Math.floor(value / 2);
}
