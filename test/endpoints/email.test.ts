import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl, person, personUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { longestUrl, otherThan, spellingsOf, wrongShapes } from '../support/url-forms.ts';

const address = (name: string, status: string | null, verified_at: string | null = null, is_primary = false) => ({
  email: `${name}@acme.example`,
  status,
  verified_at,
  is_primary,
});
const [OLD, NEW] = ['2028-03-01T08:00:00Z', '2029-11-30T23:59:59Z'];

/** For each rule: the addresses of a person, and their order of precedence in answers. */
const CHOICES = [
  {
    rule: 'the primary address precedes a better status',
    slug: 'primary',
    emails: [address('a.valid', 'valid', NEW), address('b.primary', 'unknown', OLD, true)],
    answered: ['b.primary', 'a.valid'],
  },
  {
    rule: 'valid precedes catch_all, then unknown, then never verified',
    slug: 'status',
    emails: [
      address('a.never', null),
      address('b.unknown', 'unknown', NEW),
      address('c.catch', 'catch_all', NEW),
      address('d.valid', 'valid', OLD),
    ],
    answered: ['d.valid', 'c.catch', 'b.unknown', 'a.never'],
  },
  {
    rule: 'with equal status the newest check comes first, one without a date last',
    slug: 'newest',
    emails: [address('a.undated', 'valid'), address('b.old', 'valid', OLD), address('c.new', 'valid', NEW)],
    answered: ['c.new', 'b.old', 'a.undated'],
  },
  {
    rule: 'an invalid address is never answered, even as the primary one',
    slug: 'invalid',
    emails: [address('a.invalid', 'invalid', NEW, true), address('b.unknown', 'unknown'), address('c.no', 'invalid')],
    answered: ['b.unknown'],
  },
];

const PEOPLE = [
  ...CHOICES.map(({ slug, emails }) => person(slug, 1, { emails })),
  person('acme', 1, { emails: [address('acme', 'valid', OLD)] }),
  person('without', 1),
  person('only-invalid', 1, { emails: [address('bounced', 'invalid', NEW, true)] }),
  person('personal', 1, { emails: [{ email: 'jo@gmail.com', status: 'valid' }] }),
  person('both', 1, { emails: [{ email: 'jo@orange.fr', status: 'valid', is_primary: true }, address('both', null)] }),
  person('at-provider', 1, {
    emails: [{ email: 'jo@orange.fr', status: 'valid' }],
    experiences: [{ company_network_url: companyUrl('orange'), job_title: 'Clerk' }],
  }),
  person('mixed-case', 1, { emails: [{ email: 'Mixed.Case@ACME.Example', status: 'valid' }] }),
  person('josé-山田', 1, { emails: [address('jose', 'valid')] }),
  person("o'neil&(co)+,’", 1, { emails: [address('oneil', 'valid')] }),
  person('leaver', 1, { emails: [address('leaver', 'valid')] }),
  person('mover', 1, { emails: [address('mover', 'valid'), address('mover.second', 'valid')] }),
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    companies: [company('orange', 'Orange', { domain: 'orange.fr' })],
    people: PEOPLE,
  });
});
afterAll(() => service.close());
const request = (person_network_url: unknown) => service.call('email', { person_network_url });

it('answers the address with its status and the time of its check', async () => {
  const { status, body } = await request(personUrl('acme'));
  const found = { email: 'acme@acme.example', status: 'valid', verified_at: OLD };
  expect(status).toBe(200);
  expect(body).toEqual({ found: true, ...found, all_emails: [found] });
});

describe('of several addresses', () => {
  it.each(CHOICES)('$rule', async ({ slug, emails, answered }) => {
    const { status, body } = await request(personUrl(slug));
    const expected = answered.map((name) => {
      const { is_primary: _, ...wire } = emails.find(
        ({ email }) => email === `${name}@acme.example`,
      ) as (typeof emails)[0];
      return wire;
    });
    expect(status).toBe(200);
    expect(body).toEqual({ found: true, ...expected[0], all_emails: expected });
  });
});

it('answers null for the status of an address that was never verified, and the address in lower case', async () => {
  await service.import({ people: [person('unchecked', 1, { emails: [{ email: 'Un.Checked@Acme.Example' }] })] });
  const unchecked = await request(personUrl('unchecked'));
  expect(unchecked.body).toMatchObject({ email: 'un.checked@acme.example', status: null, verified_at: null });
  expect((await request(personUrl('mixed-case'))).body.email).toBe('mixed.case@acme.example');
});

it('answers the status unknown for a check that is older than the setting', async () => {
  const emails = [
    address('a.old', 'valid', '2030-02-13T11:59:59Z'),
    address('b.new', 'catch_all', '2030-02-15T12:00:00Z'),
  ];
  const aging = await startTestService({ people: [person('aging', 1, { emails })] }, { emailStatusDays: '90' });
  try {
    const { body } = await aging.call('email', { person_network_url: personUrl('aging') });
    expect(body.all_emails).toMatchObject([
      { email: 'b.new@acme.example', status: 'catch_all' },
      { email: 'a.old@acme.example', status: 'unknown', verified_at: '2030-02-13T11:59:59Z' },
    ]);
  } finally {
    await aging.close();
  }
});

describe('is a 404 without charge if', () => {
  it.each([
    ['the person is unknown', 'nobody'],
    ['the person has no address', 'without'],
    ['the person has invalid addresses only', 'only-invalid'],
  ])('%s', async (_, slug) => {
    const { status, body } = await request(personUrl(slug));
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('an address at a public mail provider', () => {
  it('comes after work addresses, even if it is primary and valid', async () => {
    const { body } = await request(personUrl('both'));
    expect(body.all_emails.map(({ email }: { email: string }) => email)).toEqual(['both@acme.example', 'jo@orange.fr']);
  });

  it('is answered if it is the only one', async () => {
    expect((await request(personUrl('personal'))).body.email).toBe('jo@gmail.com');
  });

  it('is a work address of a person who works at the provider', async () => {
    expect((await request(personUrl('at-provider'))).body.email).toBe('jo@orange.fr');
  });
});

describe('the profile URL', () => {
  it.each(spellingsOf('in'))('%j identifies acme', async (url) => {
    const { status, body } = await request(url);
    expect([status, body.email]).toEqual([200, 'acme@acme.example']);
  });

  it.each([
    ['/in/josé-山田', 'jose@acme.example'],
    ['/in/jose\u0301-山田', 'jose@acme.example'],
    ['/in/JOSÉ-山田', 'jose@acme.example'],
    ['/in/jos%C3%A9-%E5%B1%B1%E7%94%B0', 'jose@acme.example'],
    ['/in/jose%CC%81-%e5%b1%b1%e7%94%b0', 'jose@acme.example'],
    ["/in/o'neil&(co)+,’", 'oneil@acme.example'],
    ['/in/O%27Neil%26%28CO%29%2B%2C%E2%80%99', 'oneil@acme.example'],
    [longestUrl('in'), 'acme@acme.example'],
  ])('%j is decoded once, composed and lower-cased', async (url, email) => {
    const { status, body } = await request(url);
    expect([status, body.email]).toEqual([200, email]);
  });

  it.each(otherThan('in'))('rejects %j', async (url) => {
    const { status, body } = await request(url);
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      { path: 'person_network_url', message: expect.stringContaining('/in/{slug}'), suggestion: null },
    ]);
  });

  it.each(wrongShapes('person_network_url', 'person_network_url or person'))(
    'rejects the wrong shape %j',
    async (sent, message) => {
      const { status, body } = await service.call('email', sent);
      expect([status, body.error.message]).toEqual([422, message]);
    },
  );

  it('is rejected with the right spelling if it is misspelled', async () => {
    const { status, body } = await service.call('email', { person_network_ur: personUrl('acme') });
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      {
        path: 'person_network_url',
        message: 'is required; give exactly one of person_network_url or person',
        suggestion: null,
      },
      { path: 'person_network_ur', message: expect.any(String), suggestion: 'person_network_url' },
    ]);
  });
});

describe('at once, without a new edition,', () => {
  it('an imported person is found', async () => {
    expect((await request('/in/newcomer')).status).toBe(404);
    await service.import({ people: [person('newcomer', 1, { emails: [address('newcomer', 'valid')] })] });
    expect((await request('/in/newcomer')).body.email).toBe('newcomer@acme.example');
  });

  it('a suppressed person is not found', async () => {
    expect((await request('/in/leaver')).status).toBe(200);
    await service.suppress('person', 'leaver');
    expect((await request('/in/leaver')).status).toBe(404);
  });

  it('a person with a suppressed address is not found, even by another address', async () => {
    expect((await request('/in/mover')).status).toBe(200);
    await service.suppress('email', 'mover@acme.example');
    expect((await request('/in/mover')).status).toBe(404);
  });

  it('a suppressed person stays hidden after another import', async () => {
    await service.import({ people: [person('leaver', 2, { emails: [address('leaver', 'valid')] })] });
    expect((await request('/in/leaver')).status).toBe(404);
  });
});
