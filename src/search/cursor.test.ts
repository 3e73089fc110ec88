import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../contract/limits.ts';
import { type CursorPosition, openCursor, sealCursor } from './cursor.ts';
import { compareKeyText, cutKeyText, KEY_TEXT_BYTES } from './edition/sort-key.ts';

const SECRET = Buffer.from('a secret of this installation');
const SCOPE = '/v2/search/people\nfilters';

const number = fc.nat(0xffff_fffe);
const known = fc.option(number, { nil: null });
const shortText = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.toWellFormed());
const positions: fc.Arbitrary<CursorPosition> = fc.record({
  editionId: fc.stringMatching(/^[0-9a-f]{16}$/),
  doc: number,
  key: fc.record({
    company: fc.option(fc.record({ employees: known, slug: shortText }), { nil: null }),
    person: fc.option(fc.record({ level: fc.nat(6), connections: known, slug: shortText }), { nil: null }),
    job: fc.option(fc.record({ openings: number, title: shortText, source: shortText, id: number }), { nil: null }),
  }),
});
const position: CursorPosition = {
  editionId: '0123456789abcdef',
  doc: 77,
  key: {
    company: { employees: 1200, slug: 'acme' },
    person: { level: 2, connections: null, slug: 'ada-x' },
    job: null,
  },
};

describe('a cursor', () => {
  test('decodes to the position that was encoded', () =>
    fc.assert(
      fc.property(positions, fc.string(), (sealed, scope) => {
        expect(openCursor(sealCursor({ ...sealed, scope }, SECRET), scope, SECRET)).toEqual(sealed);
      }),
    ));

  test('is foreign if any character has changed', () => {
    const cursor = sealCursor({ ...position, scope: SCOPE }, SECRET);
    for (let index = 0; index < cursor.length; index++) {
      for (const letter of ['A', 'z', '_', '=', ' ']) {
        if (letter === cursor[index]) continue;
        const changed = cursor.slice(0, index) + letter + cursor.slice(index + 1);
        expect(openCursor(changed, SCOPE, SECRET)).toBe('foreign');
      }
    }
  });

  test('is foreign if any byte has changed', () => {
    const bytes = Buffer.from(sealCursor({ ...position, scope: SCOPE }, SECRET), 'base64url');
    for (let offset = 0; offset < bytes.length * 8; offset++) {
      const changed = Buffer.from(bytes);
      changed[offset >> 3]! ^= 1 << (offset & 7);
      expect(openCursor(changed.toString('base64url'), SCOPE, SECRET)).toBe('foreign');
    }
  });

  test('is foreign if truncated, extended or empty', () => {
    const cursor = sealCursor({ ...position, scope: SCOPE }, SECRET);
    for (const text of ['', 'A', cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, ` ${cursor}`]) {
      expect(openCursor(text, SCOPE, SECRET)).toBe('foreign');
    }
  });

  test('is foreign to another installation', () => {
    expect(openCursor(sealCursor({ ...position, scope: SCOPE }, SECRET), SCOPE, Buffer.from('another secret'))).toBe(
      'foreign',
    );
  });

  test('is distinguished from a foreign one if it belongs to another query', () => {
    const cursor = sealCursor({ ...position, scope: SCOPE }, SECRET);
    expect(openCursor(cursor, '/v2/search/companies\nfilters', SECRET)).toBe('other_query');
  });

  test('has at most the documented length, in base64url, for texts of any length', () =>
    fc.assert(
      fc.property(positions, fc.constantFrom('x', 'é', '日', '\u{1f600}'), (sealed, letter) => {
        const long = letter.repeat(2000);
        const company = { employees: 1, slug: long };
        const longest = {
          ...sealed.key,
          company,
          job: { openings: 1, title: long, source: long, id: 1 },
          person: null,
        };
        const byPerson = { company, person: { level: 1, connections: 1, slug: long }, job: null };
        for (const key of [longest, byPerson]) {
          const cursor = sealCursor({ ...sealed, key, scope: SCOPE }, SECRET);
          expect(cursor).toMatch(/^[\w-]+$/);
          expect(cursor.length).toBeLessThanOrEqual(LIMITS.cursorLengthMax);
          expect(openCursor(cursor, SCOPE, SECRET)).toHaveProperty('key.company.slug', cutKeyText(long, 'slug'));
        }
      }),
    ));
});

describe('texts of a key', () => {
  const letters = fc.constantFrom('a', 'b', 'é', '日', '\u{1f600}');
  const nearLimit = fc
    .tuple(
      fc.integer({ min: KEY_TEXT_BYTES.source - 9, max: KEY_TEXT_BYTES.source }),
      fc.array(letters, { maxLength: 6 }),
    )
    .map(([length, end]) => 'a'.repeat(length) + end.join(''));

  test('are truncated between characters', () => {
    expect(cutKeyText('a'.repeat(80), 'source')).toBe('a'.repeat(80));
    expect(cutKeyText('a'.repeat(81), 'source')).toBe('a'.repeat(80));
    expect(cutKeyText(`${'a'.repeat(77)}\u{1f600}`, 'source')).toBe('a'.repeat(77));
  });

  test('sort like the full text or count as equal', () =>
    fc.assert(
      fc.property(nearLimit, nearLimit, (left, right) => {
        const order = compareKeyText(left, cutKeyText(right, 'source'), 'source');
        const exact = left < right ? -1 : left > right ? 1 : 0;
        expect([exact, 0]).toContain(order);
        if (left === right) expect(order).toBe(0);
      }),
      { numRuns: 500 },
    ));

  test('equal only themselves if they are short', () => {
    expect(compareKeyText('acme-2', 'acme', 'slug')).toBe(1);
    expect(compareKeyText('acm', 'acme', 'slug')).toBe(-1);
  });
});
