// Search answers never contain an e-mail address or a phone number, in any field, and no search reveals their
// presence.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { company, companyUrl, opening, person, position, rank } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const MAIL = 'hidden.person@secret.example';
const PHONE = '+44 7700 900123';
const LEAK = /hidden|secret|7700|900123/;
const leaky = (text: string) => `${text} ${MAIL}, ${PHONE}`;

const RECORDS = {
  companies: [
    company('leaky', leaky('Leaky Works'), {
      email_domain: 'mail.example',
      website: `https://leaky.example/?to=${MAIL}`,
      about: leaky('Pipes.'),
      specialties: [leaky('Valves'), MAIL, PHONE],
      hq: { city: leaky('Bath'), country_code: 'GB' },
    }),
  ],
  people: [
    person('pat-doe', 9, {
      full_name: leaky('Pat Doe'),
      first_name: leaky('Pat'),
      last_name: MAIL,
      headline: leaky('Plumber'),
      about_me: leaky('Reach me:'),
      location: { city: leaky('Bath'), state_code: PHONE, country_code: 'GB' },
      experiences: [
        position('leaky', leaky('Chief Plumber'), {
          ...rank('C-Team'),
          company_name: leaky('Leaky Works'),
          job_description: leaky('Leads'),
          job_location: { city: leaky('Bath') },
        }),
        { company_name: MAIL, job_title: PHONE, job_is_current: false },
      ],
      education: [{ school_name: leaky('Pipe School'), degree: leaky('BSc') }],
      skills: [leaky('Solder'), PHONE],
      certifications: [
        { authority: leaky('Guild'), name: leaky('Master'), url: `https://guild.example/${MAIL.replace('@', '%40')}` },
      ],
      emails: [{ email: MAIL, status: 'valid' }],
      phones: [{ phone: PHONE, kind: 'mobile' }],
    }),
  ],
  jobs: [
    opening('leaky', leaky('Fitter, apply at'), {
      location: { city: leaky('Bath'), country_code: 'GB' },
      posted_at: '2030-02-02',
      url: `https://leaky.example/apply?to=${MAIL}`,
    }),
    opening('leaky', leaky('Fitter, apply at'), {
      location: { city: leaky('Bath'), country_code: 'GB' },
      posted_at: '2030-01-01',
      url: 'https://leaky.example/apply',
    }),
  ],
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService(RECORDS);
});
afterAll(() => service.close());

const company_network_url = companyUrl('leaky');
const SEARCHES: [Operation, object][] = [
  ['people-search', { people: { country_code: ['GB'] } }],
  ['company-search', { company: { country_code: ['GB'] } }],
  ['employee-finder', { company_network_url }],
  ['waterfall', { company_network_url, cascade: [{ location: ['WORLD'] }] }],
  ['job-search', { company: { country_code: ['GB'] } }],
  ['job-search', { company: { country_code: ['GB'] }, job: { posted_at: { from: '2030-02-02' } } }],
  ['company-jobs', { company_network_url }],
];

test.each(SEARCHES)('%s shows none of them', async (operation, body) => {
  const reply = await service.call(operation, body);
  expect(reply.body.results_length).toBe(1);
  expect(JSON.stringify(reply.body)).not.toMatch(LEAK);
});

test('keeps the surrounding words', async () => {
  const people = await service.call('people-search', { people: { country_code: ['GB'] } });
  const [row] = people.body.results;
  expect([row.headline, row.job_title, row.experiences[0].job_title, row.company.name]).toEqual([
    'Plumber [redacted], [redacted]',
    'Chief Plumber [redacted], [redacted]',
    'Chief Plumber [redacted], [redacted]',
    'Leaky Works [redacted], [redacted]',
  ]);
  const jobs = await service.call('company-jobs', { company_network_url });
  expect(jobs.body.results[0].title).toBe('Fitter, apply at [redacted], [redacted]');
});

test('shows the URL of another opening instead of one with an address', async () => {
  const jobs = await service.call('company-jobs', { company_network_url });
  expect(jobs.body.results[0]).toMatchObject({ open_positions: 2, url: 'https://leaky.example/apply' });
});

describe('does not find hidden text', () => {
  test.each<[Operation, object]>([
    ['people-search', { people: { job_title: ['hidden'] } }],
    ['people-search', { people: { job_title: { include: ['secret'], include_headline: true } } }],
    ['people-search', { people: { job_title: ['7700'] } }],
    ['people-search', { people: { location: { city: ['hidden'] } } }],
    ['people-search', { company: { name: ['secret'] } }],
    ['company-search', { company: { name: ['hidden'] } }],
    ['company-search', { company: { keywords: ['900123', 'secret'] } }],
    ['company-search', { company: { hq: { city: ['7700'] } } }],
    ['employee-finder', { company_network_url, job_title: ['hidden'] }],
    ['waterfall', { company_network_url, cascade: [{ include_title: ['hidden'], include_headline_search: true }] }],
    ['job-search', { job: { title: ['secret'] } }],
  ])('%s %j', async (operation, body) => {
    expect((await service.call(operation, body)).body.results).toEqual([]);
  });
});
