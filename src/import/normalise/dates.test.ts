import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPast, parseDate, parseTimestamp } from './dates.ts';

describe('dates', () => {
  it.each([
    ['2019', '2019'],
    ['2019-05', '2019-05'],
    ['2019-5-7', '2019-05-07'],
    ['2019/05/07', '2019-05-07'],
    ['2019.05.07', '2019-05-07'],
    ['2019-05-07T10:00:00Z', '2019-05-07'],
    ['2019-05-07 10:00:00', '2019-05-07'],
    ['2020-02-29', '2020-02-29'],
  ])('%s is %s', (text, date) => expect(parseDate(text)).toBe(date));

  it.each([
    '2019-13',
    '2019-00',
    '2019-02-29',
    '1900-02-29',
    '2019-04-31',
    '05/07/2019',
    '07.05.2019',
    'May 2019',
    '0019',
    '20190507',
    '',
  ])('%s is none', (text) => expect(parseDate(text)).toBe(null));

  it('a date that is known in part is past only when all of it is', () => {
    expect(isPast('2025', '2026-03-15')).toBe(true);
    expect(isPast('2026', '2026-03-15')).toBe(false);
    expect(isPast('2026-03', '2026-03-15')).toBe(false);
    expect(isPast('2026-02', '2026-03-15')).toBe(true);
    expect(isPast('2026-03-14', '2026-03-15')).toBe(true);
    expect(isPast('2026-03-15', '2026-03-15')).toBe(false);
  });
});

describe('timestamps', () => {
  it.each([
    ['2024-05-17T08:30:00Z', '2024-05-17T08:30:00Z'],
    ['2024-05-17T08:30:00.000Z', '2024-05-17T08:30:00Z'],
    ['2024-05-17T08:30:00.123456Z', '2024-05-17T08:30:00.123Z'],
    ['2024-05-17T10:30:00+02:00', '2024-05-17T08:30:00Z'],
    ['2024-05-17 10:30:00 +0200', '2024-05-17T08:30:00Z'],
    ['2024-05-17 08:30', '2024-05-17T08:30:00Z'],
    ['2024-05-17 08:30:00 UTC', '2024-05-17T08:30:00Z'],
    ['2024-05-17', '2024-05-17T00:00:00Z'],
    ['1715934600', '2024-05-17T08:30:00Z'],
    ['1715934600000', '2024-05-17T08:30:00Z'],
  ])('%s is %s', (text, timestamp) => expect(parseTimestamp(text)).toBe(timestamp));

  it.each(['2024-05', '2024-02-30T00:00:00Z', '2024-05-17T25:00:00Z', '2024-05-17T08:61:00Z', 'yesterday', '2024'])(
    '%s is none',
    (text) => expect(parseTimestamp(text)).toBe(null),
  );

  it('what comes out goes in again unchanged', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('9999-01-01'), noInvalidDate: true }),
        (date) => {
          const once = parseTimestamp(date.toISOString());
          expect(Date.parse(once ?? '')).toBe(date.getTime());
          expect(parseTimestamp(once ?? '')).toBe(once);
        },
      ),
    );
  });
});
