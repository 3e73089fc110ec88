// Conformance: the views of companies, people and job rows.
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { Company, Employer, JobRow, Person } from '../../contract/schemas/records.ts';
import { type CatalogUnderTest, makeFixture } from './fixture.ts';
import { companyRecord, email, opening, personRecord, position, profileUrl } from './records.ts';

const FULL_COMPANY = companyRecord('acme', {
  name: 'Ácme "A" \\ Co\u2028',
  domains: ['acme.example'],
  website: 'https://acme.example/home',
  industry: 'Software Development',
  type: 'Privately Held',
  employee_count: 60,
  followers: 7,
  founded_year: 1999,
  about: 'We build.\nCall +44 7700 900123.',
  specialties: ['Building', 'x@acme.example'],
  hq: { city: 'Köln', state: 'NRW', country_code: 'DE' },
  updated_at: '2026-01-02T03:04:05.000Z',
});

const FULL_PERSON = personRecord('jané', {
  full_name: 'Jané "J" Doe',
  first_name: 'Jané',
  last_name: 'Doe',
  headline: 'CTO, jane@acme.example',
  about_me: 'Since 2010-2015: +44 7700 900123',
  location: { city: 'Köln', state_code: null, country_code: 'DE' },
  connections_count: 500,
  experiences: [
    position('acme', {
      job_title: 'CTO',
      job_level: 'C-Team',
      job_description: 'Ask +44 7700 900124',
      job_location: { city: null, state_code: null, country_code: 'FR' },
    }),
    position({ company_name: 'Old Ltd' }, { job_is_current: false, job_start_date: '2001', job_end_date: '2009-03' }),
  ],
  education: [{ school_name: 'School', degree: null, start_date: '1990', end_date: null }],
  skills: ['SQL'],
  certifications: [{ authority: null, name: 'Driver', url: null }],
  emails: [email('jane@acme.example')],
  updated_at: '2026-01-02T03:04:05.000Z',
});

export function companyAnswerTests(fresh: () => CatalogUnderTest): void {
  describe('the view of a company', () => {
    test('contains every field of the contract, with derived values, and contacts in free text redacted', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [FULL_COMPANY] });
      const view = await fixture.company('acme');
      const answer = JSON.parse(view.json);
      expect(Value.Errors(Company, answer)).toEqual([]);
      expect(answer).toEqual({
        network_url: 'https://network.example/company/acme',
        name: 'Ácme "A" \\ Co\u2028',
        domain: 'acme.example',
        website: 'https://acme.example/home',
        industry: 'Software Development',
        type: 'Privately Held',
        size: '51-200',
        employee_count: 60,
        followers: 7,
        founded_year: 1999,
        about: 'We build.\nCall [redacted].',
        specialties: ['Building', '[redacted]'],
        hq: {
          city: 'Köln',
          state: 'NRW',
          country_code: 'DE',
          country_name: 'Germany',
          continent: 'Europe',
          sales_region: 'EMEA',
        },
        updated_at: '2026-01-02T03:04:05.000Z',
      });
      expect(view).toMatchObject({
        slug: 'acme',
        name: answer.name,
        domain: 'acme.example',
        network_url: answer.network_url,
      });
    });

    test('has a part that is the employer of a person', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [FULL_COMPANY] });
      const view = await fixture.company('acme');
      const employer = JSON.parse(view.employerJson);
      expect(Value.Errors(Employer, employer)).toEqual([]);
      expect(JSON.parse(view.json)).toMatchObject(employer);
    });

    test('contains null for unknown values, and no arrays of null', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({
        companies: [companyRecord('acme', { hq: { city: null, state: null, country_code: null } })],
      });
      const answer = JSON.parse((await fixture.company('acme')).json);
      expect(Value.Errors(Company, answer)).toEqual([]);
      expect(answer).toMatchObject({ domain: null, size: null, employee_count: null, hq: null, specialties: [] });
    });

    test('contains a size range if only that is known: searched by its lower bound, with an unknown count', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord('acme', { size: '51-200' })] });
      expect(JSON.parse((await fixture.company('acme')).json)).toMatchObject({ size: '51-200', employee_count: null });
      expect(fixture.documents().companies).toMatchObject([{ slug: 'acme', employee_count: 51 }]);
    });
  });
}

export function personAnswerTests(fresh: () => CatalogUnderTest): void {
  describe('the view of a person', () => {
    test('contains every field of the contract, with contacts in free text redacted and none elsewhere', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [FULL_PERSON] });
      const view = await fixture.person('jané');
      const answer = JSON.parse(`${view.json.slice(0, -1)},${view.mainPosition}}`);
      expect(Value.Errors(Person, answer)).toEqual([]);
      expect(answer).toMatchObject({
        network_url: 'https://network.example/in/jan%C3%A9',
        full_name: 'Jané "J" Doe',
        headline: 'CTO, [redacted]',
        about_me: 'Since 2010-2015: [redacted]',
        location: {
          city: 'Köln',
          state_code: null,
          country_code: 'DE',
          country_name: 'Germany',
          continent: 'Europe',
          sales_region: 'EMEA',
        },
        experiences: [
          {
            job_title: 'CTO',
            company_network_url: 'https://network.example/company/acme',
            job_description: 'Ask [redacted]',
            job_end_date: null,
            job_is_current: true,
            job_location: { city: null, state_code: null, country_code: 'FR' },
          },
          {
            company_name: 'Old Ltd',
            company_network_url: null,
            job_end_date: '2009-03',
            job_is_current: false,
            job_location: null,
          },
        ],
        job_title: 'CTO',
        job_level: 'C-Team',
        job_function: 'Engineering',
      });
      expect(view.json).not.toContain('@');
      expect(view.slug).toBe('jané');
    });

    test('is found by the headline as answered', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [FULL_PERSON] });
      expect(fixture.documents().people).toMatchObject([{ headline: 'CTO, [redacted]', city: 'Köln', country: 'DE' }]);
    });

    test('does not change the texts in an export', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [FULL_PERSON] });
      await fixture.load({ companies: [FULL_COMPANY] });
      expect([...fixture.writer.personRecords()]).toEqual([FULL_PERSON]);
      expect([...fixture.writer.companyRecords()]).toEqual([FULL_COMPANY]);
      expect([...fixture.writer.companySlugs()]).toEqual([FULL_COMPANY.network_url?.slug]);
    });

    test('contains null for unknown values, and no position without a current one', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({
        people: [personRecord('jane', { experiences: [position('acme', { job_is_current: false })] })],
      });
      const view = await fixture.person('jane');
      expect(Value.Errors(Person, JSON.parse(`${view.json.slice(0, -1)},${view.mainPosition}}`))).toEqual([]);
      expect(view.mainPosition).toBe('"job_title":null,"job_level":null,"job_function":null');
      expect(fixture.documents().people).toMatchObject([{ slug: 'jane', positions: [] }]);
    });

    test.each([
      ['the position marked as primary', [{ job_start_date: '2020' }, { job_start_date: '2001', is_primary: true }], 1],
      [
        'otherwise the position that began last',
        [{ job_start_date: '2019' }, { job_start_date: '2019-05' }, { job_start_date: null }],
        1,
      ],
      ['otherwise the first listed position', [{ job_start_date: null }, { job_start_date: null }], 0],
      ['never a past position', [{ is_primary: true, job_is_current: false }, {}], 1],
    ])('selects the main position: %s', async (_, experiences, main) => {
      const fixture = makeFixture(fresh);
      const listed = experiences.map((fields, index) => position('acme', { job_title: `Title ${index}`, ...fields }));
      await fixture.load({ people: [personRecord('jane', { experiences: listed })] });
      expect((await fixture.person('jane')).mainPosition).toContain(`"job_title":"Title ${main}"`);
    });
  });
}

export function networkHostTests(fresh: () => CatalogUnderTest): void {
  describe('the setting of one network host', () => {
    test('applies to all answered profile URLs, and to nothing else', async () => {
      const fixture = makeFixture(fresh);
      const about = 'see "network_url":"https://network.example/company/x", or https://network.example/in/y';
      const acme = companyRecord('acme', { about, website: 'https://network.example/company/acme' });
      await fixture.load({ companies: [acme] });
      await fixture.load({ people: [personRecord('jane', { headline: about, experiences: [position('acme')] })] });
      await fixture.load({ jobs: [opening('acme', 'Cook', { url: 'https://network.example/jobs/1' })] });
      const catalog = fixture.openReader('x.test');
      const company = await catalog.companyBySlug('acme');
      expect(JSON.parse(company?.json ?? '')).toMatchObject({
        network_url: 'https://x.test/company/acme',
        about,
        website: acme.website,
      });
      expect(JSON.parse(company?.employerJson ?? '').network_url).toBe('https://x.test/company/acme');
      expect(company?.network_url).toBe('https://x.test/company/acme');
      const person = await catalog.personBySlug('jane');
      const answer = JSON.parse(person?.json ?? '');
      expect(answer).toMatchObject({ network_url: 'https://x.test/in/jane', headline: about });
      expect(answer.experiences[0].company_network_url).toBe('https://x.test/company/acme');
      expect(JSON.parse(person?.json ?? '').network_url).toBe('https://x.test/in/jane');
      expect((await catalog.peopleByIds([person?.id ?? 0])).map(String)).toEqual([person?.json]);
      const [job] = await catalog.jobRowsByIds(fixture.documents().jobs.map(({ id }) => id));
      expect(JSON.parse(job ?? '')).toMatchObject({
        company: { network_url: 'https://x.test/company/acme' },
        url: 'https://network.example/jobs/1',
      });
    });

    test('leaves each URL the host of its record if absent, or a default if the record has none', async () => {
      const fixture = makeFixture(fresh);
      const hosts = [
        companyRecord('a', { network_url: { slug: 'a', host: 'de.other.example' } }),
        companyRecord('b', { network_url: { ...profileUrl('b'), host: null } }),
      ];
      await fixture.load({ companies: hosts });
      expect((await fixture.company('a')).network_url).toBe('https://de.other.example/company/a');
      expect((await fixture.company('b')).network_url).toBe('https://www.network.example/company/b');
    });
  });
}

export function jobAnswerTests(fresh: () => CatalogUnderTest): void {
  describe('the view of a job row', () => {
    test('contains every field of the contract', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [FULL_COMPANY] });
      const cook = opening('acme', 'Köch "A"', {
        open_positions: 2,
        url: 'https://acme.example/jobs/1',
        posted_at: '2026-03-01',
        location: { city: 'Köln', country_code: 'DE' },
      });
      await fixture.load({ jobs: [cook] });
      const rows = await fixture.jobRows();
      expect(Value.Errors(JobRow, rows[0])).toEqual([]);
      expect(rows).toEqual([
        {
          title: 'Köch "A"',
          open_positions: 2,
          source: 'board',
          company: {
            network_url: 'https://network.example/company/acme',
            name: FULL_COMPANY.name,
            domain: 'acme.example',
          },
          latest_posted_at: '2026-03-01',
          url: 'https://acme.example/jobs/1',
          locations: [{ city: 'Köln', country_code: 'DE' }],
        },
      ]);
    });

    test('contains the current state of its company', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ companies: [companyRecord('acme')] });
      await fixture.load({ jobs: [opening('acme', 'Cook')] });
      await fixture.load({ companies: [companyRecord('acme', { name: 'New', domains: ['new.example'] })] });
      expect(await fixture.jobRows()).toMatchObject([{ company: { name: 'New', domain: 'new.example' } }]);
    });
  });
}
