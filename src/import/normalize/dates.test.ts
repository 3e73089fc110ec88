import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPast, parseDate, parseTimestamp } from './dates.ts';
import { dayMonthOrder, isoForm } from './written-dates.ts';

describe('dates of further languages and eras', () => {
  it.each([
    ['март 2020', '2020-03'],
    ['17 февраля 2019', '2019-02-17'],
    ['17 lutego 2019', '2019-02-17'],
    ['marzec 2020', '2020-03'],
    ['listopad 2020', '2020-11'],
    ['17. února 2019', '2019-02-17'],
    ['17 Şubat 2019', '2019-02-17'],
    ['平成30年4月1日', '2018-04-01'],
    ['令和元年', '2019'],
    ['Heisei 30', '2018'],
    ['民國109年3月5日', '2020-03-05'],
  ])('reads %s as %s', (text, date) => expect(parseDate(text)).toBe(date));

  it.each(['Room 2020', '平成400年13月', 'Heisei'])('reads no date from %s', (text) =>
    expect(parseDate(text)).toBeNull(),
  );
});

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
    ['17.05.2019', '2019-05-17'],
    ['7.5.19', '2019-05-07'],
    ['17/05/2019', '2019-05-17'],
    ['5/17/2019', '2019-05-17'],
    ['5/17/2019, 2:30 PM', '2019-05-17'],
    ['5/5/2019', '2019-05-05'],
    ['05/2019', '2019-05'],
    ['20190507', '2019-05-07'],
    ['May 2019', '2019-05'],
    ['May 17, 2019', '2019-05-17'],
    ['May 17th 2019', '2019-05-17'],
    ['17 May 2019', '2019-05-17'],
    ['17-May-19', '2019-05-17'],
    ["Sept '98", '1998-09'],
    ['17. Mai 2019', '2019-05-17'],
    ['3. März 2019', '2019-03-03'],
    ['1er août 2019', '2019-08-01'],
    ['17 de mayo de 2019', '2019-05-17'],
    ['dezembro de 2019', '2019-12'],
    ['2019 mei', '2019-05'],
    ['Fri, 17 May 2019 08:30:00 GMT', '2019-05-17'],
    ['Fri May 17 2019 08:30:00 GMT+0200 (CEST)', '2019-05-17'],
    ['Fri May 17 08:30:00 UTC 2019', '2019-05-17'],
    ['Q2 2019', '2019'],
    ['Febr. 2019', '2019-02'],
    ['5 sett. 2019', '2019-09-05'],
    ['3. Jänner 2019', '2019-01-03'],
    ['setiembre 2019', '2019-09'],
    ['17 de mayo del 2019', '2019-05-17'],
    ['Since 2019', '2019'],
    ['depuis 2019', '2019'],
    ['H1 2019', '2019'],
    ['Summer 2019', '2019'],
    ['~2019', '2019'],
    ['43602', '2019-05-17'],
    ['Jun-24', '2024-06'],
    ['Mai-98', '1998-05'],
    ['2024年6月5日', '2024-06-05'],
    ['２０２４年６月', '2024-06'],
    ['2024年', '2024'],
    ['2024년 6월 5일', '2024-06-05'],
  ])('reads %s as %s', (text, date) => expect(parseDate(text)).toBe(date));

  it.each([
    '2019-13',
    '2019-00',
    '2019-02-29',
    '1900-02-29',
    '2019-04-31',
    '05/07/2019',
    '31/31/2019',
    '31.04.2019',
    'Maybe 2019',
    'jui 2019',
    'Windows 2019',
    'Max-19',
    'Jun 24',
    '2024年13月',
    '0019',
    '99999',
    '20191307',
    '',
  ])('rejects %s', (text) => expect(parseDate(text)).toBe(null));

  it('reads seconds and milliseconds since 1970', () => {
    expect(parseDate('1700000000')).toBe('2023-11-14');
    expect(parseDate('1700000000000')).toBe('2023-11-14');
    expect(parseDate('1717545600.123')).toBe('2024-06-05');
    expect(parseTimestamp('1717545600.123')).toBe('2024-06-05T00:00:00.123Z');
    expect(parseDate('12345678901')).toBeNull();
  });

  it('treats a partial date as past only when all of it is past', () => {
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
    ['5/17/2024 8:30 AM', '2024-05-17T08:30:00Z'],
    ['17.05.2024 20:30', '2024-05-17T20:30:00Z'],
    ['May 17, 2024 12:05 am', '2024-05-17T00:05:00Z'],
    ['Fri May 17 2024 10:30:00 GMT+0200 (CEST)', '2024-05-17T08:30:00Z'],
    ['1715934600', '2024-05-17T08:30:00Z'],
    ['1715934600000', '2024-05-17T08:30:00Z'],
    ['2024年5月17日 8:30', '2024-05-17T08:30:00Z'],
  ])('reads %s as %s', (text, timestamp) => expect(parseTimestamp(text)).toBe(timestamp));

  it.each([
    '2024-05',
    '2024-02-30T00:00:00Z',
    '2024-05-17T25:00:00Z',
    '2024-05-17T08:61:00Z',
    '5/17/2024 13:30 PM',
    'yesterday',
    '2024',
  ])('rejects %s', (text) => expect(parseTimestamp(text)).toBe(null));

  it('reads its own output unchanged', () => {
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

describe('day and month as numbers', () => {
  it.each([
    ['31/12/2019', 'day-first'],
    ['12/31/2019 10:00', 'month-first'],
    ['05/07/2019', 'either'],
    ['05-07-19', 'either'],
    ['05.07.2019', 'day-first'],
    ['05/05/2019', null],
    ['2019-05-07', null],
    ['May 2019', null],
  ])('reads %s as %s', (text, order) => expect(dayMonthOrder(text)).toBe(order));

  it('uses the order of the column, unless the date is unambiguous', () => {
    expect(isoForm('05/07/2019', 'day-first')).toBe('2019-07-05');
    expect(isoForm('05/07/2019 10:15', 'month-first')).toBe('2019-05-07T10:15');
    expect(isoForm('05/07/2019', 'either')).toBe(null);
    expect(isoForm('05/17/2019', 'day-first')).toBe('2019-05-17');
  });
});

it('agrees with the calendar for each date that is checked by characters', () => {
  const digits = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0'));
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 9999 }), digits, digits, (year, month, day) => {
      const text = `${year}-${month}-${day}`;
      const date = new Date(`${text}T00:00:00Z`);
      const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
      expect(parseDate(text)).toBe(exists ? text : null);
      expect(parseTimestamp(`${text}T10:20:30Z`)).toBe(exists ? `${text}T10:20:30Z` : null);
    }),
  );
});
