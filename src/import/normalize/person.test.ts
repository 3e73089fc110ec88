import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNetworkUrl } from '../../identity/network-url.ts';
import { normalizePerson } from './person.ts';
import { isReject } from './scope.ts';

const TODAY = '2026-03-15';

function outcome(values: Record<string, unknown>) {
  const warnings: string[] = [];
  const notes = { warn: (field: string, reason: string) => void warnings.push(`${field}: ${reason}`) };
  return { result: normalizePerson({ values, path: '', notes }, { today: TODAY }), warnings };
}

function normalize(values: Record<string, unknown>) {
  const { result, warnings } = outcome({ network_url: 'https://n.example/in/jo', full_name: 'Jo Doe', ...values });
  if (isReject(result)) throw new Error(result.reason);
  return { person: result, warnings };
}

const experiencesOf = (experience: Record<string, unknown>) =>
  normalize({ experiences: [{ company_name: 'Acme', ...experience }] }).person.experiences;

describe('a person row', () => {
  it('drops remarks in names, and notes each of them; a remark alone is no name', () => {
    const reason = 'a remark was dropped: it is not part of the name';
    const whole = normalize({ full_name: 'Jane Roe - DUPLICATE' });
    expect(whole.person).toMatchObject({ full_name: 'Jane Roe', headline: null });
    expect(whole.warnings).toEqual([`full_name: ${reason}`]);
    const parts = normalize({ full_name: null, first_name: '*** DO NOT CALL *** Jane', last_name: 'Roe (left)' });
    expect(parts.person).toMatchObject({ full_name: 'Jane Roe', first_name: 'Jane', last_name: 'Roe' });
    expect(parts.warnings).toEqual([`first_name: ${reason}`, `last_name: ${reason}`]);
    expect(outcome({ full_name: 'DO NOT CALL', email: 'jane@acme.test' }).result).toMatchObject({ field: 'full_name' });
  });

  it('takes its position from the headline, or from the text after the name, if it lists none; an empty list counts as given', () => {
    const named = (full_name: string, values: Record<string, unknown> = {}) =>
      normalize({ full_name, ...values }).person;
    expect(named('Jane Roe – CFO at Acme')).toMatchObject({
      full_name: 'Jane Roe',
      headline: 'CFO at Acme',
      experiences: [
        { job_title: 'CFO', job_level: 'C-Team', job_is_current: true, company_name: 'Acme', company_domain: null },
      ],
    });
    expect(named('Jane Roe - Data Scientist - Acme').experiences).toMatchObject([{ job_title: 'Data Scientist' }]);
    expect(named('Jane Roe', { headline: 'CFO at Acme | Speaker' }).experiences).toMatchObject([{ job_title: 'CFO' }]);
    expect(named('Jane Roe – CFO at Acme', { job_title: 'Cook' }).experiences).toMatchObject([{ job_title: 'Cook' }]);
    expect(named('Jane Roe', { headline: 'CFO at Acme', experiences: [] }).experiences).toEqual([]);
  });

  it.each([
    'Self-employed',
    'FREELANCE',
    'Stealth Startup',
    'Confidential',
    'Privat',
    'ebd.',
    'dto.',
    'see above',
    '〃',
  ])('does not accept %s as employer', (company_name) => {
    const { person, warnings } = normalize({ job_title: 'Designer', company_name });
    expect(person.experiences).toMatchObject([{ job_title: 'Designer', company_name: null }]);
    expect(warnings).toEqual(['company_name: not an employer']);
  });

  it('accepts a person who is called Test User', () =>
    expect(normalize({ full_name: 'Test User' }).person.full_name).toBe('Test User'));

  it.each([
    'TBA',
    'unknown',
    'N.N.',
    '(vakant)',
    'Vacant',
    'N/A',
    'null null',
    'None None',
    'Full Name',
    'First Name Last Name',
  ])('does not accept %s as name', (full_name) =>
    expect(outcome({ full_name, email: 'a@acme.test' }).result).toMatchObject({ field: 'full_name' }),
  );

  it('becomes a record in normal form', () => {
    const { person, warnings } = normalize({
      network_url: 'www.network.example/in/Jo-Doe?x=1',
      first_name: 'Jo',
      headline: ' Builds ',
      location: { city: 'Leeds', state_code: 'ENG', country_code: 'uk', country_name: 'United Kingdom' },
      connections_count: 1200,
      experiences: [
        {
          job_title: 'VP Sales',
          company_name: 'Acme',
          company_network_url: 'https://network.example/company/acme',
          company_domain: 'www.acme.test',
          job_start_date: '2019-05',
          job_is_current: true,
          is_primary: true,
          job_location: { city: 'Leeds', country_code: 'GB' },
        },
      ],
      education: [{ school_name: 'Leeds', start_date: '2001', end_date: '2004-06-30' }],
      skills: ['Sales', 'Sales', 'Chess'],
      certifications: [{ name: 'First aid', authority: 'Cross' }],
      emails: [{ email: 'Jo@Acme.TEST', status: 'valid', verified_at: '2026-01-01', is_primary: true }],
      phones: [{ phone: '07700 900123', kind: 'mobile' }],
      crm_id: 7001,
      github_handle: 'jo',
      x_handle: [],
      updated_at: '2026-01-01T00:00:00Z',
    });
    expect(warnings).toEqual([]);
    expect(person).toEqual({
      network_url: { slug: 'jo-doe', host: 'www.network.example' },
      full_name: 'Jo Doe',
      first_name: 'Jo',
      last_name: null,
      headline: 'Builds',
      about_me: null,
      location: { city: 'Leeds', state_code: 'ENG', country_code: 'GB' },
      connections_count: 500,
      experiences: [
        {
          job_title: 'VP Sales',
          job_level: 'VP',
          job_function: 'Sales & Business Development',
          company_network_url: { slug: 'acme', host: 'network.example' },
          company_domain: 'acme.test',
          company_name: 'Acme',
          job_description: null,
          job_start_date: '2019-05',
          job_end_date: null,
          job_is_current: true,
          is_primary: true,
          title_confidence: 95,
          job_location: { city: 'Leeds', state_code: null, country_code: 'GB' },
        },
      ],
      education: [{ school_name: 'Leeds', degree: null, start_date: '2001', end_date: '2004-06-30' }],
      skills: ['Sales', 'Chess'],
      certifications: [{ authority: 'Cross', name: 'First aid', url: null }],
      emails: [{ email: 'jo@acme.test', status: 'valid', verified_at: '2026-01-01T00:00:00Z', is_primary: true }],
      phones: [{ phone: '+447700900123', kind: 'mobile' }],
      crm_id: ['7001'],
      github_handle: ['jo'],
      x_handle: [],
      updated_at: '2026-01-01T00:00:00Z',
    });
  });

  it('has its second last name after the first, once', () => {
    const lastName = (names: object) => normalize({ full_name: null, first_name: 'Ana', ...names }).person?.last_name;
    expect(lastName({ last_name: 'García López', second_last_name: 'López' })).toBe('García López');
    expect(lastName({ second_last_name: 'López' })).toBe('López');
    expect(lastName({ last_name: 'García', second_last_name: 'López' })).toBe('García López');
  });

  it('has the prefix of its last name before it, once', () => {
    const lastName = (names: object) => normalize({ full_name: null, first_name: 'Wim', ...names }).person?.last_name;
    expect(lastName({ last_name: 'Boer', last_name_prefix: 'de' })).toBe('de Boer');
    expect(lastName({ last_name: 'de Boer', last_name_prefix: 'de' })).toBe('de Boer');
    expect(lastName({ last_name_prefix: 'de' })).toBe(null);
  });

  it('builds a missing full name from its parts, but no parts from the full name', () => {
    const joined = normalize({ full_name: null, first_name: 'Ana', last_name: 'Soto' }).person;
    expect(joined.full_name).toBe('Ana Soto');
    expect(normalize({ full_name: 'Ana Soto' }).person).toMatchObject({ first_name: null, last_name: null });
  });

  it('writes names in reading order, and takes the parts from `Last, First`', () => {
    expect(normalize({ full_name: 'SOTO, ANA' }).person).toMatchObject({
      full_name: 'Ana Soto',
      first_name: 'Ana',
      last_name: 'Soto',
    });
    expect(normalize({ full_name: null, first_name: 'Dr. Ana', last_name: 'SOTO, PhD' }).person).toMatchObject({
      full_name: 'Ana Soto',
      first_name: 'Ana',
      last_name: 'Soto',
    });
  });

  it.each([
    [{ email: 'jo@acme.test' }, 'full_name', 'a person needs a name'],
    [
      { full_name: 'Jo', network_url: 'https://n.example/company/jo' },
      'network_url',
      'not a person profile URL (/in/{slug}), and no other identity: give an e-mail address, a phone number, an employer or crm_id',
    ],
    [
      { full_name: 'Jo' },
      'network_url',
      'no identity: give network_url, an e-mail address, a phone number, an employer or crm_id',
    ],
    [
      { full_name: 'Jo', email: 'nobody', phone: 'call me' },
      'email',
      'no identity: give network_url, an e-mail address, a phone number, an employer or crm_id',
    ],
  ])('rejects %j', (values, field, reason) => {
    expect(outcome(values).result).toMatchObject({ field, reason });
  });

  it.each([
    [{ email: 'jo@acme.test' }],
    [{ phone: '+1 202 555 0100' }],
    [{ phones: [{ phone: '+1 202 555 0100', kind: 'work' }] }],
    [{ company_name: 'Acme' }],
    [{ experiences: [{ job_title: 'Cook', company_domain: 'acme.test' }] }],
  ])('with a bad profile URL, which is reported, is valid with %j and has the same slug each time', (values) => {
    const row = { full_name: 'Jo Doe', network_url: 'https://other.example/jo', ...values };
    const { result, warnings } = outcome(row);
    expect(warnings).toEqual(['network_url: not a person profile URL (/in/{slug})']);
    expect(result).toMatchObject({
      network_url: { slug: expect.stringMatching(/^jo-doe-[0-9a-f]{12}$/), host: null },
    });
    expect(outcome(row).result).toEqual(result);
  });

  it('is valid with any one good identity, whichever of the others are bad', () => {
    const good = {
      network_url: 'https://n.example/in/jo',
      email: 'jo@acme.test',
      phone: '+1 202 555 0100',
      company_domain: 'acme.test',
    };
    const bad = { network_url: '/jo', email: 'nobody', phone: 'call me', company_domain: 'localhost' };
    const keys = Object.keys(good) as (keyof typeof good)[];
    fc.assert(
      fc.property(fc.subarray(keys), (isGood) => {
        const values = Object.fromEntries(keys.map((key) => [key, (isGood.includes(key) ? good : bad)[key]]));
        const { result, warnings } = outcome({ full_name: 'Jo Doe', ...values });
        expect(isReject(result)).toBe(isGood.length === 0);
        const noted = new Set([...warnings.map((text) => text.split(':')[0]), isReject(result) ? result.field : '']);
        for (const key of keys) expect(noted.has(key), key).toBe(!isGood.includes(key));
      }),
    );
  });

  it('drops and notes an unlisted level or function: the title decides', () => {
    const { person, warnings } = normalize({
      ...{ job_title: 'CFO', company_name: 'Acme' },
      ...{ job_level: 'Boss', job_function: 'Magic' },
    });
    expect(person.experiences).toMatchObject([{ job_level: 'C-Team', job_function: 'Finance & Accounting' }]);
    expect(warnings).toEqual(['job_level: not one of the listed values', 'job_function: not one of the listed values']);
  });

  it('takes the name from its parts if the whole name is a placeholder', () => {
    const { person, warnings } = normalize({ full_name: 'Unknown', first_name: 'Ana', last_name: 'Soto' });
    expect(person.full_name).toBe('Ana Soto');
    expect(warnings).toEqual(['full_name: a placeholder, not a name']);
  });

  it('notes a bad employer name each time, also if an earlier row had it', () => {
    const experience = { job_title: 'Cook', company_network_url: '/company/noted-each-time', company_name: true };
    for (const _ of ['first', 'again']) {
      expect(normalize({ experiences: [experience] }).warnings).toEqual(['experiences.company_name: not a text']);
    }
  });

  it('loses bad values and unknown fields one by one, each with its reason', () => {
    const { person, warnings } = normalize({
      colour: 'red',
      connections_count: 'lots',
      emails: [{ email: 'nobody', shape: 'round' }, { email: 'a@b.test', status: 'wobbly' }, 7],
      phones: [{ phone: 'call me', kind: 'mobile' }],
      experiences: [{}, { job_title: 'Cook', job_start_date: '05/07/2019', company_network_url: 'acme' }],
      education: 'Leeds',
    });
    expect(person).toMatchObject({
      connections_count: null,
      phones: [],
      education: [],
      experiences: [{ job_title: 'Cook', job_start_date: null }],
    });
    expect(person.emails.map(({ email, status }) => [email, status])).toEqual([['a@b.test', null]]);
    expect(warnings.toSorted()).toEqual([
      'colour: unknown field, ignored',
      'connections_count: not a whole number',
      'education: not a list',
      'emails.email: not an e-mail address',
      'emails.shape: unknown field, ignored',
      'emails.status: unknown status',
      'emails: an entry is not an object',
      'experiences.company_network_url: not a company profile URL (/company/{slug})',
      'experiences.job_start_date: day and month in unknown order (give YYYY-MM-DD)',
      'experiences: a position has neither title nor employer',
      'phones.phone: not a phone number',
    ]);
  });
});

describe('the number of connections', () => {
  it.each([
    ['500+', 500],
    ['1,234+', 500],
    ['0.2K', 200],
    ['12k', 500],
    ['499', 499],
    ['+', null],
    ['5 000 000 M', null],
    ['12 knights', null],
  ])('is read from %s', (connections_count, count) => {
    expect(normalize({ connections_count }).person.connections_count).toBe(count);
  });
});

describe('positions', () => {
  it('include the short form as one current position', () => {
    const { person } = normalize({ job_title: 'CEO', company_domain: 'acme.test' });
    expect(person.experiences).toMatchObject([
      {
        job_title: 'CEO',
        job_level: 'C-Team',
        job_is_current: true,
        company_domain: 'acme.test',
        company_network_url: null,
        company_name: null,
      },
    ]);
  });

  it('from a list come before the short form', () => {
    const { person } = normalize({ job_title: 'CEO', experiences: [{ job_title: 'Cook', company_name: 'Acme' }] });
    expect(person.experiences.map(({ job_title }) => job_title)).toEqual(['Cook']);
  });

  it('use an imported level or function before the title’s', () => {
    expect(experiencesOf({ job_title: 'CEO', job_level: 'staff', job_function: 'LEGAL' })).toMatchObject([
      { job_level: 'Staff', job_function: 'Legal' },
    ]);
  });

  it('without a title have no level', () => {
    expect(experiencesOf({})).toMatchObject([{ job_title: null, job_level: null, job_function: null }]);
  });

  it.each([
    [{ job_end_date: '2025-12', job_is_current: true }, false],
    [{ job_end_date: '2026-03-14' }, false],
    [{ job_end_date: '2026-03-15' }, true],
    [{ job_end_date: '2027', job_is_current: true }, true],
    [{ job_is_current: false }, false],
    [{}, true],
  ])('of %j are current: %s', (experience, job_is_current) => {
    expect(experiencesOf(experience)[0]?.job_is_current).toBe(job_is_current);
  });
});

describe('a generated slug', () => {
  const slugOf = (values: Record<string, unknown>) => {
    const { result } = outcome({ full_name: 'Zoë Łuk', ...values });
    return isReject(result) ? null : result.network_url;
  };

  it('is the folded name and a hash, the same each time', () => {
    const made = slugOf({ email: 'zoe@acme.test' });
    expect(made?.host).toBe(null);
    expect(made?.slug).toMatch(/^zoe-luk-[0-9a-f]{12}$/);
    expect(slugOf({ email: 'ZOE@acme.test', job_title: 'Cook' })).toEqual(made);
  });

  it('differs by the first e-mail address, else by the employer', () => {
    const slugs = [
      { email: 'a@acme.test' },
      { email: 'b@acme.test' },
      { company_name: 'Acme' },
      { company_name: 'Beta' },
    ].map((values) => slugOf(values)?.slug);
    expect(new Set(slugs).size).toBe(4);
  });

  it('is a slug that a profile URL can hold, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (full_name) => {
        const { result } = outcome({ full_name: `J${full_name}`, email: 'a@acme.test' });
        const made = isReject(result) ? null : result.network_url;
        expect(parseNetworkUrl(`/in/${encodeURIComponent(made?.slug ?? '')}`, 'person')).toEqual(made);
      }),
    );
  });
});
