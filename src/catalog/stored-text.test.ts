import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CodecError } from '../codec/codec.ts';
import { StoredTexts } from './stored-text.ts';

const DICTIONARIES = ['{"full_name":"', '","experiences":[{"job_title":"'].map((text) => Buffer.from(text));
const opened = () => new StoredTexts((number) => DICTIONARIES[number - 1]);

describe('a stored text', () => {
  test('is decoded by another reader, for any text and dictionary', () => {
    const [writer, reader] = [opened(), opened()];
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(0, 1, 2), (text, number) => {
        const stored = writer.encode(Buffer.from(text), number);
        expect(reader.text(stored)).toBe(text);
        const unit = reader.unitOf(stored);
        expect(unit?.dictionary).toBe(DICTIONARIES[number - 1]);
      }),
    );
  });

  test('is decoded into separate memory', () => {
    const texts = opened();
    const [one, other] = ['{"full_name":"Ann"}', '{"full_name":"Bo"}'].map((text) =>
      texts.decode(texts.encode(Buffer.from(text), 1)),
    );
    expect([one, other].map(String)).toEqual(['{"full_name":"Ann"}', '{"full_name":"Bo"}']);
  });

  test('of an unknown dictionary is an error that names it', () => {
    expect(() => opened().text(Buffer.from([3, 0]))).toThrow('the catalog has no dictionary 3');
  });

  test('that is damaged is an error', () => {
    const stored = opened().encode(Buffer.from('{"full_name":"Ann Example"}'), 1);
    expect(() => opened().text(stored.subarray(0, -1))).toThrow(CodecError);
  });
});
