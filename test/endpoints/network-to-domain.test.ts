import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { otherThan, spellingsOf, wrongShapes } from '../support/url-forms.ts';

const COMPANIES = [
  company('acme', 'Acme', { domain: 'www.Acme.example' }),
  company('mailing', 'Mailing', { domain: 'mailing.example', email_domain: 'Mail.Mailing.Example' }),
  company('mail-only', 'Mail only', { email_domain: 'mail-only.example' }),
  company('several', 'Several', { domain: 'first.example', domains: ['second.example'] }),
  company('site-only', 'Site only', { website: 'https://www.site-only.example/about' }),
  company('bücher', 'Bücher', { domain: 'bücher.example' }),
  company('without', 'Without', { employee_count: 5 }),
  company('leaver', 'Leaver', { domain: 'leaver.example' }),
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: COMPANIES });
});
afterAll(() => service.close());
const request = (company_network_url: unknown) => service.call('network-to-domain', { company_network_url });

it.each([
  ['its domain', 'acme', 'acme.example'],
  ['the domain of its e-mail address before its domain', 'mailing', 'mail.mailing.example'],
  ['the domain of its e-mail address if it has no other', 'mail-only', 'mail-only.example'],
  ['the primary one of several domains', 'several', 'first.example'],
  ['the domain of its website if it has no other', 'site-only', 'site-only.example'],
  ['an international domain in ASCII', 'bücher', 'xn--bcher-kva.example'],
])('answers %s', async (_, slug, email_domain) => {
  const { status, body } = await request(companyUrl(slug));
  expect(status).toBe(200);
  expect(body).toEqual({ found: true, email_domain });
});

describe('is a 404 without charge if', () => {
  it.each([
    ['the company is unknown', 'nowhere'],
    ['the company has no domain', 'without'],
  ])('%s', async (_, slug) => {
    const { status, body } = await request(companyUrl(slug));
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the profile URL', () => {
  it.each(spellingsOf('company'))('%j identifies acme', async (url) => {
    const { status, body } = await request(url);
    expect([status, body.email_domain]).toEqual([200, 'acme.example']);
  });

  it.each(otherThan('company'))('rejects %j', async (url) => {
    const { status, body } = await request(url);
    expect([status, body.error.details[0].path]).toEqual([422, 'company_network_url']);
  });

  it.each(wrongShapes('company_network_url'))('rejects the wrong shape %j', async (sent, message) => {
    const { status, body } = await service.call('network-to-domain', sent);
    expect([status, body.error.message]).toEqual([422, message]);
  });
});

it('does not find a suppressed company, at once', async () => {
  expect((await request(companyUrl('leaver'))).status).toBe(200);
  await service.suppress('domain', 'leaver.example');
  expect((await request(companyUrl('leaver'))).status).toBe(404);
});
