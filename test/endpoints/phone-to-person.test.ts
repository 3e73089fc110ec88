import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, person, personUrl, position, rank } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const SHARED = '+1 202 555 0190';
const mobile = (phone: string) => ({ phones: [{ phone, kind: 'mobile' }] });
const at = (employer: string, phone: string) => ({
  ...mobile(phone),
  experiences: [position(employer, 'Clerk', rank('Staff'))],
});

const COMPANIES = [
  company('small', 'Small', { employee_count: 10 }),
  company('large', 'Large', { employee_count: 5000 }),
  company('bucket', 'Bucket', { size: '1001-5000' }),
  company('unsized', 'Unsized'),
];
const PEOPLE = [
  person('us', 7, { ...at('small', '+1 202 555 0101'), location: { country_code: 'US' } }),
  person('gb', 1, mobile('+44 7700 900123')),
  person('fr', 1, mobile('+33 1 99 00 12 34')),
  person('au', 1, mobile('+61 491 570 006')),
  person('jobless', 500, mobile(SHARED)),
  person('of-unsized', 500, at('unsized', SHARED)),
  person('of-small', 500, at('small', SHARED)),
  person('of-bucket', 500, at('bucket', SHARED)),
  person('of-large', 1, at('large', SHARED)),
  person('leaver', 1, at('large', '+44 7700 900200')),
  person('stayer', 1, at('small', '+44 7700 900200')),
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: COMPANIES, people: PEOPLE });
});
afterAll(() => service.close());
const request = (phone: unknown) => service.call('phone-to-person', { phone });

it('answers the person with the main position, but no number', async () => {
  const { status, body } = await request('+12025550101');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    found: true,
    person: {
      network_url: personUrl('us'),
      full_name: 'Us',
      connections_count: 7,
      job_title: 'Clerk',
      job_level: 'Staff',
    },
  });
  expect(JSON.stringify(body)).not.toContain('5550101');
});

describe('the number', () => {
  it.each([
    ['+12025550101', 'us'],
    ['+1 202 555 0101', 'us'],
    ['+1 (202) 555-0101', 'us'],
    ['+1.202.555.0101', 'us'],
    ['(+1) 202 555 0101', 'us'],
    [' +1-202-555-0101 ', 'us'],
    ['12025550101', 'us'],
    ['1 (202) 555-0101', 'us'],
    ['0012025550101', 'us'],
    ['00 1 202 555 0101', 'us'],
    ['2025550101', 'us'],
    ['(202) 555-0101', 'us'],
    ['+44 7700 900123', 'gb'],
    ['+44 (0)7700 900123', 'gb'],
    ['447700900123', 'gb'],
    ['00447700900123', 'gb'],
    ['07700 900123', 'gb'],
    ['+33 1 99 00 12 34', 'fr'],
    ['0033 1 99 00 12 34', 'fr'],
    ['61491570006', 'au'],
  ])('%j finds %s', async (phone, slug) => {
    const { status, body } = await request(phone);
    expect([status, body.person?.network_url]).toEqual([200, personUrl(slug)]);
  });

  it.each([
    ['unknown', '+1 202 555 0199'],
    ['one digit short', '+1 202 555 010'],
    ['a national number of a country that is not in the settings', '01 99 00 12 34'],
    ['of seven digits', '5550101'],
    ['of fifteen digits', '+123456789012345'],
    ['of no country', '+999 2025550101'],
  ])('%s is a 404: %j', async (_, phone) => {
    const { status, body } = await request(phone);
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    '202555',
    '+1 202 555 0101 2345 6',
    '+1 202 555 01O1',
    '+1 202 555 0101 ext 5',
    '+1/202/555/0101',
    '+1 202+555 0101',
    '++12025550101',
    '12025550101+',
    '+1_202_555_0101',
    'tel:+12025550101',
    '١٢٠٢٥٥٥٠١٠١',
    '+1\t202\t555\t0101',
    '+',
    ' ',
    '()-. ',
  ])('rejects %j', async (phone) => {
    const { status, body } = await request(phone);
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      { path: 'phone', message: expect.stringContaining('7 to 15 digits'), suggestion: null },
    ]);
  });

  it.each([
    [{}, 'phone: is required'],
    [{ phone: null }, 'phone: must be a string, not null'],
    [{ phone: 12025550101 }, 'phone: must be a string, not 12025550101'],
    [{ phone: '' }, 'phone: must not be empty'],
    [{ phone: '1'.padEnd(201, ' ') }, 'phone: must have at most 200 characters'],
  ])('rejects the wrong shape %j', async (sent, message) => {
    const { status, body } = await service.call('phone-to-person', sent);
    expect([status, body.error.message]).toEqual([422, message]);
  });
});

it('answers the owner of a shared number at the largest company, with unknown sizes and no employer last', async () => {
  const owners: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const { body } = await request(SHARED);
    const slug = body.person.network_url.split('/').at(-1);
    owners.push(slug);
    await service.suppress('person', slug);
  }
  expect(owners).toEqual(['of-large', 'of-bucket', 'of-small', 'of-unsized', 'jobless']);
  expect((await request(SHARED)).status).toBe(404);
});

it('answers the other owner of a number at once if one is suppressed, and 404 if the number is', async () => {
  expect((await request('+447700900200')).body.person.full_name).toBe('Leaver');
  await service.suppress('person', 'leaver');
  expect((await request('+447700900200')).body.person.full_name).toBe('Stayer');
  await service.suppress('phone', '+447700900200');
  expect((await request('+447700900200')).status).toBe(404);
});

it('tries the countries of the settings for a national number, in their order only', async () => {
  const french = await startTestService(
    { people: [person('fr', 1, mobile('+33 1 99 00 12 34')), person('us', 1, mobile('+1 202 555 0101'))] },
    { phoneCountries: 'FR' },
  );
  try {
    const found = await french.call('phone-to-person', { phone: '01 99 00 12 34' });
    expect([found.status, found.body.person?.full_name]).toEqual([200, 'Fr']);
    expect((await french.call('phone-to-person', { phone: '202 555 0101' })).status).toBe(404);
  } finally {
    await french.close();
  }
});
