import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.clock.ms = Date.UTC(2030, 4, 15, 12, 0, 0, 999);
});

it('answers local time, Unix seconds and the zone', async () => {
  const { status, body } = await service.call('current-date', { region: 'Europe/Berlin' });
  expect(status).toBe(200);
  expect(body).toEqual({
    datetime: '2030-05-15 14:00:00',
    timestamp: Date.UTC(2030, 4, 15, 12) / 1000,
    timezone: 'Europe/Berlin',
  });
});

it.each([
  ['2030-01-15T12:00:00Z', 'Europe/Berlin', '2030-01-15 13:00:00'],
  ['2030-01-15T12:00:00Z', 'UTC', '2030-01-15 12:00:00'],
  ['2030-01-15T12:00:00Z', 'Asia/Kathmandu', '2030-01-15 17:45:00'],
  ['2030-01-15T05:00:00Z', 'America/New_York', '2030-01-15 00:00:00'],
  ['2030-12-31T23:59:59Z', 'Pacific/Kiritimati', '2031-01-01 13:59:59'],
  ['2031-01-01T00:00:00Z', 'Pacific/Pago_Pago', '2030-12-31 13:00:00'],
  ['2032-02-29T23:30:00Z', 'America/Argentina/Buenos_Aires', '2032-02-29 20:30:00'],
  ['2030-03-31T00:59:59Z', 'Europe/Berlin', '2030-03-31 01:59:59'],
  ['2030-03-31T01:00:00Z', 'Europe/Berlin', '2030-03-31 03:00:00'],
  ['2030-10-27T01:00:00Z', 'Europe/Berlin', '2030-10-27 02:00:00'],
])('at %s it is in %s %s', async (now, region, datetime) => {
  service.clock.ms = Date.parse(now);
  const { body } = await service.call('current-date', { region });
  expect(body).toEqual({ datetime, timestamp: Date.parse(now) / 1000, timezone: region });
});

describe('the zone', () => {
  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['AMERICA/NEW_YORK', 'America/New_York'],
    ['america/buenos_aires', 'America/Buenos_Aires'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['utc', 'UTC'],
    ['us/pacific', 'US/Pacific'],
    ['europe/kyiv', 'Europe/Kyiv'],
    ['gb-eire', 'GB-Eire'],
  ])('answers %s in its canonical spelling %s', async (region, timezone) => {
    const { status, body } = await service.call('current-date', { region });
    expect([status, body.timezone]).toEqual([200, timezone]);
  });

  it.each(['US/Pacific', 'Asia/Calcutta', 'Asia/Kolkata', 'GB', 'EST'])(
    'answers %s, one of several names of a zone, as sent',
    async (region) => {
      const { status, body } = await service.call('current-date', { region });
      expect([status, body.timezone]).toEqual([200, region]);
    },
  );

  it.each([
    ['+02:00', 'Etc/GMT-2'],
    ['PST', null],
    ['IST', 'Asia/Istanbul'],
    ['BST', null],
    ['SystemV/PST8', null],
    ['-0500', 'Etc/GMT+5'],
    ['+05:30', null],
    ['GMT+2', 'Etc/GMT-2'],
    ['UTC+2', 'Etc/GMT-2'],
    ['Berlin', 'Europe/Berlin'],
    ['Europe/Berln', 'Europe/Berlin'],
    ['Mars/Olympus_Mons', null],
    [' ', null],
    ['Europe/Berlin\n', 'Europe/Berlin'],
    ['../etc/passwd', null],
  ])('rejects %j', async (region, suggestion) => {
    const { status, body } = await service.call('current-date', { region });
    expect(status).toBe(422);
    expect(body.error.details).toEqual([{ path: 'region', message: expect.stringContaining('IANA'), suggestion }]);
    expect(body.error.message).toMatch(/^region: /);
  });

  it.each([
    [{}, 'region: is required'],
    [{ region: '' }, 'region: must not be empty'],
    [{ region: null }, 'region: must be a string, not null'],
    [{ region: 2 }, 'region: must be a string, not 2'],
    [{ region: ['UTC'] }, 'region: must be a string, not an array'],
    [{ region: 'x'.repeat(201) }, 'region: must have at most 200 characters'],
    [{ region: 'UTC', zone: 'UTC' }, expect.stringMatching(/^zone: is unknown/)],
  ])('rejects the body %j', async (sent, message) => {
    const { status, body } = await service.call('current-date', sent);
    expect([status, body.error.message]).toEqual([422, message]);
  });
});
