// People of the fixture, in the order of people search.
import { person, personUrl, position, rank } from './fixture-records.ts';

const inCountry = (country_code: string, city?: string) => ({ location: { city, country_code } });

/** Every field is filled, with addresses and numbers in free text. Tests compare full answers with this person. */
const ADA = person('ada-king', 500, {
  crm_id: ['7'],
  full_name: 'Ada King',
  first_name: 'Ada',
  last_name: 'King',
  headline: 'Building robots, ask wombat@acme.example or +1 202 555 0142',
  about_me: 'Since 2010 at Acme. Mail: ada@home.example, phone (202) 555-0143.',
  location: { city: 'Austin', state_code: 'TX', country_code: 'us' },
  experiences: [
    position('acme', 'Chief Executive Officer', {
      ...rank('C-Team', 'General Business & Management'),
      company_name: 'Acme Robotics',
      company_domain: 'acme.example',
      job_description: 'Leads. Reach me at ceo@acme.example',
      job_start_date: '2010-02-01',
      job_location: { city: 'Austin', state_code: 'TX', country_code: 'US' },
    }),
    {
      company_name: 'Old Mill',
      job_title: 'Miller',
      job_start_date: '2001',
      job_end_date: '2009-12',
      job_is_current: false,
    },
  ],
  education: [{ school_name: 'Mill College', degree: 'BSc', start_date: '1996', end_date: '2000' }],
  skills: ['Robots', 'Leadership'],
  certifications: [{ authority: 'Mill Board', name: 'Miller', url: 'https://mill.example/cert' }],
  emails: [{ email: 'ada.king@acme.example', status: 'valid', is_primary: true }],
  phones: [{ phone: '+12025550144', kind: 'mobile' }],
  updated_at: '2024-04-05T06:07:08Z',
});

const OF_ACME = [
  ADA,
  person('bo-reed', 300, {
    ...inCountry('SE', 'Malmö'),
    headline: 'CEO & Co-Founder',
    skills: ['Robots', 'Machine Learning'],
    education: [{ school_name: 'Mill College' }, { school_name: 'Lund University' }],
    updated_at: '2024-04-06T00:00:00Z',
    experiences: [position('acme', 'CEO & Co-Founder', rank('C-Team', 'General Business & Management'))],
  }),
  // Equal level and connections: the slug decides the order.
  person('cy-lund', 300, {
    ...inCountry('SE', 'Stockholm'),
    skills: ['C++', 'Machine Learning'],
    education: [{ school_name: 'KTH Royal Institute of Technology' }],
    updated_at: '2024-04-04T23:59:59Z',
    experiences: [position('acme', 'Chief Technology Officer', rank('C-Team', 'Information Technology'))],
  }),
  person('dee-ross', 500, {
    ...inCountry('GB', 'London'),
    skills: ['Sales', 'Leadership'],
    education: [{ school_name: 'London Business School' }],
    experiences: [position('acme', 'VP Sales', rank('VP', 'Sales & Business Development'))],
  }),
  person('eli-voss', 450, {
    ...inCountry('DE', 'Köln'),
    experiences: [position('acme', 'SVP, Global Sales', rank('VP', 'Sales & Business Development'))],
  }),
  person('fay-moor', 450, {
    ...inCountry('FR', 'Paris'),
    experiences: [position('acme', 'Vice President of Sales', rank('VP', 'Sales & Business Development'))],
  }),
  person('gus-hale', null, {
    ...inCountry('IN', 'New Delhi'),
    experiences: [position('acme', 'Vice President, Eng', rank('VP', 'Engineering'))],
  }),
  // Two current positions at one company; the main one is lower.
  person('hal-ibsen', 120, {
    ...inCountry('NO', 'Oslo'),
    experiences: [
      position('acme', 'Advisor to Sales', { ...rank('Staff', 'Sales & Business Development'), is_primary: true }),
      position('acme', 'Director of Engineering', rank('Director', 'Engineering')),
    ],
  }),
  person('ida-ng', 80, {
    ...inCountry('SG'),
    experiences: [position('acme', 'Sales Mgr', rank('Manager', 'Sales & Business Development'))],
  }),
  person('jo-paz', 70, {
    ...inCountry('BR', 'São Paulo'),
    experiences: [position('acme', 'Human Resources Manager', rank('Manager', 'Human Resources'))],
  }),
  person('kai-lee', 60, {
    ...inCountry('KR', '서울'),
    experiences: [position('acme', 'C++ Developer', rank('Staff', 'Engineering'))],
  }),
  person('lea-fox', 60, {
    ...inCountry('CA', 'Montréal'),
    experiences: [position('acme', 'C Developer', rank('Staff', 'Engineering'))],
  }),
  person('max-bär', 60, {
    ...inCountry('AT'),
    experiences: [position('acme', 'Ingénieur Straßenbau', rank('Staff', 'Engineering'))],
  }),
  person('ned-low', 60, {
    ...inCountry('US', 'New York'),
    experiences: [position('acme', 'C#/.NET Engineering Dev', rank('Staff', 'Information Technology'))],
  }),
  // Level and function are missing, so they are derived from the title.
  person('ora-kim', 0, {
    headline: 'Machine learning, formerly VP Sales',
    experiences: [position('acme', 'Software Engineer')],
  }),
  person('pia-sol', 0, {
    ...inCountry('XK'),
    experiences: [position('acme', 'Engineering Intern', rank('Other', 'Engineering'))],
  }),
  // Two current positions at two companies; the one at the larger company is lower.
  person('rae-zim', 0, {
    ...inCountry('MX'),
    experiences: [
      position('bolt', 'Chief Financial Officer', { ...rank('C-Team', 'Finance & Accounting'), is_primary: true }),
      position('acme', 'Board Observer', rank('Other', 'Legal')),
    ],
  }),
  // A position without title has no level: unknown comes last.
  person('quin-roe', 500, { ...inCountry('US'), experiences: [position('acme', null)] }),
];

const ELSEWHERE = [
  // The position of rae-zim in the order if only Bolt matches.
  person('sam-orr', 40, {
    ...inCountry('PM'),
    experiences: [position('bolt', 'Head of HR', rank('Director', 'Human Resources'))],
  }),
  person('tia-moe', 30, {
    ...inCountry('TR', 'İstanbul'),
    experiences: [position('bolt', 'President', rank('Manager', 'General Business & Management'))],
  }),
  person('uma-ek', 20, {
    ...inCountry('AU'),
    experiences: [position('cobalt', 'Chief Medical Officer', rank('C-Team', 'Healthcare & Human Services'))],
  }),
  person('vic-ray', 10, {
    ...inCountry('NG'),
    experiences: [position('cobalt', 'Chief Marketing Officer', rank('C-Team', 'Advertising & Marketing'))],
  }),
  person('wes-ott', 10, {
    ...inCountry('GR'),
    experiences: [position('dune', 'Director, Product', rank('Director', 'Research & Development'))],
  }),
  person('山田-太郎', 5, {
    ...inCountry('JP', '東京'),
    experiences: [position('ひかり', '営業部長', rank('Director', 'Sales & Business Development'))],
  }),
  // Employers identified by domain and by name only.
  person('xia-wu', 5, {
    ...inCountry('TW'),
    experiences: [position({ company_domain: 'gale.example' }, 'Pilot', rank('Staff', 'Operations'))],
  }),
  person('yul-gray', 5, {
    ...inCountry('AQ'),
    experiences: [position({ company_name: 'GALE' }, 'Pilot', rank('Staff', 'Operations'))],
  }),
  person('zoe-bell', 5, {
    ...inCountry('AR'),
    experiences: [position('juno', 'Owner', rank('C-Team', 'General Business & Management'))],
  }),
];

/** Employers outside of the catalog, or none: last in the order, sorted by level, connections, slug. */
const WITHOUT_EMPLOYER = [
  person('ben-lost', 400, {
    ...inCountry('US'),
    experiences: [position('ghost', 'VP Sales', rank('VP', 'Sales & Business Development'))],
  }),
  person('cat-none', 450, {
    ...inCountry('US'),
    headline: 'Looking for work as VP Sales',
    experiences: [position('acme', 'VP Sales', { ...rank('VP'), job_end_date: '2001-01-31' })],
  }),
  person('abe-void', 2, { ...inCountry('KZ') }),
  person('dan-past', null, {
    ...inCountry('GE'),
    experiences: [position('bolt', 'Teller', { ...rank('Staff'), job_is_current: false })],
  }),
];

export const PEOPLE = [...OF_ACME, ...ELSEWHERE, ...WITHOUT_EMPLOYER];

const slugs = (people: readonly { readonly network_url: string }[]) =>
  people.map(({ network_url }) => decodeURIComponent(network_url.split('/').at(-1) ?? ''));

/** Slugs of all people in the order of people search. */
export const PEOPLE_ORDER = slugs(PEOPLE);

/** Slugs of the staff of the company `acme`, in order. */
export const ACME_STAFF = slugs(OF_ACME);

/** The person with every field. */
export const FULL_PERSON_URL = personUrl('ada-king');
