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
  person('extension', 1, { phones: [{ phone: '+1 202-555-0113 ext. 77', kind: 'work' }] }),
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
const ask = (person_network_url: unknown) => service.call('phone', { person_network_url });

it.each([
  ['mobile before all others', 'all-kinds', '+12025550104'],
  ['direct before work', 'direct-and-work', '+12025550106'],
  ['work before a number of unknown kind', 'work-and-unknown', '+12025550108'],
  ['a number of unknown kind where there is no other', 'unknown-kind', '+12025550109'],
  ['of two mobiles the first given', 'two-mobiles', '+12025550111'],
  ["a national number with the code of the person's country", 'national', '+12025550112'],
  ['a number without its extension', 'extension', '+12025550113'],
])('answers %s', async (_, slug, phone) => {
  const { status, body } = await ask(personUrl(slug));
  expect(status).toBe(200);
  expect(body).toEqual({ found: true, phone });
});

describe('nobody pays for nothing: it is a 404 where', () => {
  it.each([
    ['the person is not known', 'nobody'],
    ['the person has no number', 'without'],
  ])('%s', async (_, slug) => {
    const { status, body } = await ask(personUrl(slug));
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the profile URL', () => {
  it.each(spellingsOf('in'))('%j names acme', async (url) => {
    const { status, body } = await ask(url);
    expect([status, body.phone]).toEqual([200, '+447700900100']);
  });

  it.each(otherThan('in'))('%j is refused', async (url) => {
    const { status, body } = await ask(url);
    expect([status, body.error.details[0].path]).toEqual([422, 'person_network_url']);
  });

  it.each(wrongShapes('person_network_url'))('of the wrong shape is refused: %j', async (sent, message) => {
    const { status, body } = await service.call('phone', sent);
    expect([status, body.error.message]).toEqual([422, message]);
  });
});

describe('at once, without a new edition,', () => {
  it.each([
    ['suppressed', 'leaver', { kind: 'person', value: 'leaver' }],
    ['with a suppressed number', 'mover', { kind: 'phone', value: '+447700900103' }],
  ] as const)('a person %s is not found', async (_, slug, entry) => {
    expect((await ask(personUrl(slug))).status).toBe(200);
    await service.suppress(entry.kind, entry.value);
    expect((await ask(personUrl(slug))).status).toBe(404);
  });
});
