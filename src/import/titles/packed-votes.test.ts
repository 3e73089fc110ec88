import { describe, expect, it } from 'vitest';
import { featureHash, packVotes, unpackVotes } from './packed-votes.ts';

describe('packed votes', () => {
  it('are the same after unpacking', () => {
    const rows = { hashes: Uint32Array.of(3, 4, 60_000), votes: Int8Array.of(1, -2, 127, -127, 0, 5) };
    expect(unpackVotes(packVotes(rows), 2)).toEqual(rows);
  });

  it('may be none', () => {
    const none = { hashes: new Uint32Array(), votes: new Int8Array() };
    expect(unpackVotes(packVotes(none), 21)).toEqual(none);
  });

  it('need hashes in ascending order', () => {
    expect(() => packVotes({ hashes: Uint32Array.of(9, 3), votes: new Int8Array(2) })).toThrow('not ascending');
  });

  it('know features by hashes of 24 bits, which differ for similar features', () => {
    const hashes = ['nurse', 'nurse$', 'nurs*', '~nurs', 'nurse_manager'].map(featureHash);
    expect(new Set(hashes).size).toBe(hashes.length);
    for (const hash of hashes) expect(hash).toBeLessThan(2 ** 24);
  });
});
