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

/** Each with its addresses in a wrong order, and the order in which they are to be answered. */
const CHOICES = [
  {
    rule: 'the primary address goes before a better status',
    slug: 'primary',
    emails: [address('a.valid', 'valid', NEW), address('b.primary', 'unknown', OLD, true)],
    answered: ['b.primary', 'a.valid'],
  },
  {
    rule: 'valid goes before catch_all, that before unknown, that before never checked',
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
    rule: 'of one status the newest check goes first, one without a date last',
    slug: 'newest',
    emails: [address('a.undated', 'valid'), address('b.old', 'valid', OLD), address('c.new', 'valid', NEW)],
    answered: ['c.new', 'b.old', 'a.undated'],
  },
  {
    rule: 'an invalid address is never answered, not even as the primary one',
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
const ask = (person_network_url: unknown) => service.call('email', { person_network_url });

it('answers the address with its status and the time of its check', async () => {
  const { status, body } = await ask(personUrl('acme'));
  const found = { email: 'acme@acme.example', status: 'valid', verified_at: OLD };
  expect(status).toBe(200);
  expect(body).toEqual({ found: true, ...found, all_emails: [found] });
});

describe('of several addresses', () => {
  it.each(CHOICES)('$rule', async ({ slug, emails, answered }) => {
    const { status, body } = await ask(personUrl(slug));
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

it('answers null for the status of an address that was never checked, and the address in lower case', async () => {
  await service.import({ people: [person('unchecked', 1, { emails: [{ email: 'Un.Checked@Acme.Example' }] })] });
  const unchecked = await ask(personUrl('unchecked'));
  expect(unchecked.body).toMatchObject({ email: 'un.checked@acme.example', status: null, verified_at: null });
  expect((await ask(personUrl('mixed-case'))).body.email).toBe('mixed.case@acme.example');
});

it('tells of a check that is older than the setting that its outcome is unknown', async () => {
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

describe('nobody pays for nothing: it is a 404 where', () => {
  it.each([
    ['the person is not known', 'nobody'],
    ['the person has no address', 'without'],
    ['the person has invalid addresses only', 'only-invalid'],
  ])('%s', async (_, slug) => {
    const { status, body } = await ask(personUrl(slug));
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('an address at a provider for everybody', () => {
  it('comes behind work addresses, primary and valid as it may be', async () => {
    const { body } = await ask(personUrl('both'));
    expect(body.all_emails.map(({ email }: { email: string }) => email)).toEqual(['both@acme.example', 'jo@orange.fr']);
  });

  it('is answered where there is no other', async () => {
    expect((await ask(personUrl('personal'))).body.email).toBe('jo@gmail.com');
  });

  it('is one of somebody who works at the provider', async () => {
    expect((await ask(personUrl('at-provider'))).body.email).toBe('jo@orange.fr');
  });
});

describe('the profile URL', () => {
  it.each(spellingsOf('in'))('%j names acme', async (url) => {
    const { status, body } = await ask(url);
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
  ])('%j is decoded once, composed and in lower case', async (url, email) => {
    const { status, body } = await ask(url);
    expect([status, body.email]).toEqual([200, email]);
  });

  it.each(otherThan('in'))('%j is refused', async (url) => {
    const { status, body } = await ask(url);
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      { path: 'person_network_url', message: expect.stringContaining('/in/{slug}'), suggestion: null },
    ]);
  });

  it.each(wrongShapes('person_network_url'))('of the wrong shape is refused: %j', async (sent, message) => {
    const { status, body } = await service.call('email', sent);
    expect([status, body.error.message]).toEqual([422, message]);
  });

  it('misspelt is refused with the right spelling', async () => {
    const { status, body } = await service.call('email', { person_network_ur: personUrl('acme') });
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      { path: 'person_network_url', message: 'is required', suggestion: null },
      { path: 'person_network_ur', message: expect.any(String), suggestion: 'person_network_url' },
    ]);
  });
});

describe('at once, without a new edition,', () => {
  it('an imported person is found', async () => {
    expect((await ask('/in/newcomer')).status).toBe(404);
    await service.import({ people: [person('newcomer', 1, { emails: [address('newcomer', 'valid')] })] });
    expect((await ask('/in/newcomer')).body.email).toBe('newcomer@acme.example');
  });

  it('a suppressed person is not found', async () => {
    expect((await ask('/in/leaver')).status).toBe(200);
    await service.suppress('person', 'leaver');
    expect((await ask('/in/leaver')).status).toBe(404);
  });

  it('a person with a suppressed address is not found, not even by another address', async () => {
    expect((await ask('/in/mover')).status).toBe(200);
    await service.suppress('email', 'mover@acme.example');
    expect((await ask('/in/mover')).status).toBe(404);
  });

  it('a suppressed person stays away when imported again', async () => {
    await service.import({ people: [person('leaver', 2, { emails: [address('leaver', 'valid')] })] });
    expect((await ask('/in/leaver')).status).toBe(404);
  });
});
