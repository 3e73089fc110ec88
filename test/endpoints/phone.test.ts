import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, personUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { otherThan, spellingsOf, wrongShapes } from '../support/url-forms.ts';

const PEOPLE = [
  person('acme', 1, { phones: [{ phone: '+44 7700 900100', kind: 'mobile' }] }),
  person('all-kinds', 1, {
    phones: [
      { phone: '+1 202 555 0101' },
      { phone: '+1 202 555 0102', kind: 'work' },
      { phone: '+1 202 555 0103', kind: 'direct' },
      { phone: '+1 202 555 0104', kind: 'mobile' },
    ],
  }),
  person('direct-and-work', 1, {
    phones: [
      { phone: '+1 202 555 0105', kind: 'work' },
      { phone: '+1 202 555 0106', kind: 'direct' },
    ],
  }),
  person('work-and-unknown', 1, {
    phones: [{ phone: '+1 202 555 0107' }, { phone: '+1 202 555 0108', kind: 'work' }],
  }),
  person('unknown-kind', 1, { phones: [{ phone: '+1 202 555 0109' }] }),
  person('two-mobiles', 1, {
    phones: [
      { phone: '+1 202 555 0111', kind: 'mobile' },
      { phone: '+1 202 555 0110', kind: 'mobile' },
    ],
  }),
  person('national', 1, { location: { country_code: 'US' }, phones: [{ phone: '(202) 555-0112', kind: 'direct' }] }),
  person('extension', 1, { phones: [{ phone: '+1 202-555-0113 ext. 77', kind: 'direct' }] }),
  person('work-only', 1, { phones: [{ phone: '+1 202 555 0115', kind: 'work' }] }),
  person('unknown-and-direct', 1, {
    phones: [{ phone: '+1 202 555 0114' }, { phone: '+1 202 555 0116', kind: 'direct' }],
  }),
  person('without', 1, { emails: [{ email: 'without@acme.example', status: 'valid' }] }),
  person('leaver', 1, { phones: [{ phone: '+44 7700 900101', kind: 'mobile' }] }),
  person('mover', 1, {
    phones: [
      { phone: '+44 7700 900102', kind: 'mobile' },
      { phone: '+44 7700 900103', kind: 'work' },
    ],
  }),
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ people: PEOPLE });
});
afterAll(() => service.close());
const request = (person_network_url: unknown) => service.call('phone', { person_network_url });

it.each([
  ['a mobile number before all others', 'all-kinds', '+12025550104', 'mobile'],
  ['a direct number before a work number', 'direct-and-work', '+12025550106', 'direct'],
  ['a number of unknown kind before a work number', 'work-and-unknown', '+12025550107', null],
  ['a number of unknown kind if it is the only one', 'unknown-kind', '+12025550109', null],
  ['the first listed one of a direct number and one of unknown kind', 'unknown-and-direct', '+12025550114', null],
  ['the first listed one of two mobile numbers', 'two-mobiles', '+12025550111', 'mobile'],
  ["a national number with the code of the person's country", 'national', '+12025550112', 'direct'],
  ['a number without its extension', 'extension', '+12025550113', 'direct'],
])('answers %s', async (_, slug, phone, kind) => {
  for (const include_work of [undefined, false, true]) {
    const { status, body } = await service.call('phone', { person_network_url: personUrl(slug), include_work });
    expect(status).toBe(200);
    expect(body).toEqual({ found: true, phone, kind });
  }
});

describe('a work number', () => {
  it('is answered only with include_work, and the 404 explains it', async () => {
    for (const include_work of [undefined, false]) {
      const { status, body } = await service.call('phone', {
        person_network_url: personUrl('work-only'),
        include_work,
      });
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
      expect(body.error.message).toContain('"include_work": true');
    }
  });

  it('is answered with its kind if include_work is true and no better number is known', async () => {
    const { status, body } = await service.call('phone', {
      person_network_url: personUrl('work-only'),
      include_work: true,
    });
    expect([status, body]).toEqual([200, { found: true, phone: '+12025550115', kind: 'work' }]);
  });

  it.each([null, 'true', 1, []])('rejects include_work %j', async (include_work) => {
    const { status, body } = await service.call('phone', { person_network_url: personUrl('work-only'), include_work });
    expect([status, body.error.details[0].path]).toEqual([422, 'include_work']);
  });
});

describe('is a 404 without charge if', () => {
  it.each([
    ['the person is unknown', 'nobody'],
    ['the person has no number', 'without'],
  ])('%s', async (_, slug) => {
    const { status, body } = await request(personUrl(slug));
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(body.error.message).not.toContain('include_work');
  });
});

describe('the profile URL', () => {
  it.each(spellingsOf('in'))('%j identifies acme', async (url) => {
    const { status, body } = await request(url);
    expect([status, body.phone]).toEqual([200, '+447700900100']);
  });

  it.each(otherThan('in'))('rejects %j', async (url) => {
    const { status, body } = await request(url);
    expect([status, body.error.details[0].path]).toEqual([422, 'person_network_url']);
  });

  it.each(wrongShapes('person_network_url', 'person_network_url or person'))(
    'rejects the wrong shape %j',
    async (sent, message) => {
      const { status, body } = await service.call('phone', sent);
      expect([status, body.error.message]).toEqual([422, message]);
    },
  );
});

describe('at once, without a new edition,', () => {
  it.each([
    ['suppressed', 'leaver', { kind: 'person', value: 'leaver' }],
    ['with a suppressed number', 'mover', { kind: 'phone', value: '+447700900103' }],
  ] as const)('a person %s is not found', async (_, slug, entry) => {
    expect((await request(personUrl(slug))).status).toBe(200);
    await service.suppress(entry.kind, entry.value);
    expect((await request(personUrl(slug))).status).toBe(404);
  });
});
