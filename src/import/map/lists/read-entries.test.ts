import { describe, expect, it } from 'vitest';
import { normalizePerson } from '../../normalize/person.ts';
import { isReject } from '../../normalize/scope.ts';
import { keyShaper } from '../apply-mapping.ts';
import { makeMapping } from '../mapping.ts';

function mappingOf(rows: readonly object[], mapOptions: readonly string[] = []) {
  const headRows = rows.map((row) => ({ line: 1, text: JSON.stringify(row), cells: null, fault: null, byteLength: 0 }));
  return makeMapping({ path: 'f', format: { kind: 'json-lines' }, kind: 'people', headRows, mapOptions });
}

type Row = Readonly<Record<string, unknown>>;

function shaped(rows: readonly Row[]): Row[] {
  const shape = keyShaper(mappingOf(rows), 'people');
  return rows.map((row) => (shape === null ? row : shape(row)));
}

/** The person of a row that comes alone. */
function personOf(row: Row) {
  const values = shaped([{ full_name: 'Jo Roe', email: 'jo@acme.example', ...row }])[0] ?? {};
  const person = normalizePerson({ values, path: '', notes: { warn: () => {} } }, { today: '2026-03-15' });
  if (isReject(person)) throw new Error(person.reason);
  return person;
}

/** Each position as one line: title, employer, start, end, and whether it is current. */
const positionsOf = (row: Row) =>
  personOf(row).experiences.map(
    ({ job_title, company_name, job_start_date, job_end_date, job_is_current }) =>
      `${job_title}, ${company_name}, ${job_start_date} to ${job_is_current ? 'now' : (job_end_date ?? 'unknown')}`,
  );

const CFO_AND_ANALYST = ['CFO, Acme, 2020-02 to now', 'Analyst, Beta, 2015 to 2020-01'];

describe('positions in JSON of other products', () => {
  it.each<[form: string, row: Row]>([
    [
      'with objects for company and title',
      {
        experience: [
          { company: { name: 'Acme' }, title: { name: 'CFO', levels: ['cxo'] }, start_date: '2020-02', end_date: null },
          { company: { name: 'Beta' }, title: { name: 'Analyst' }, start_date: '2015', end_date: '2020-01' },
        ],
      },
    ],
    [
      'of a résumé in JSON',
      {
        work: [
          { name: 'Acme', position: 'CFO', startDate: '2020-02', url: 'https://acme.example' },
          { name: 'Beta', position: 'Analyst', startDate: '2015', endDate: '2020-01' },
        ],
      },
    ],
    [
      'with dates in parts, under the own name of the record',
      {
        experiences: [
          { company: 'Acme', title: 'CFO', starts_at: { year: 2020, month: 2, day: null }, ends_at: null },
          { company: 'Beta', title: 'Analyst', starts_at: { year: 2015 }, ends_at: { month: 1, year: 2020 } },
        ],
      },
    ],
    [
      'with periods, within an object',
      {
        positions: {
          values: [
            { companyName: 'Acme', title: 'CFO', timePeriod: { startDate: { month: 2, year: 2020 } } },
            {
              companyName: 'Beta',
              title: 'Analyst',
              timePeriod: { startDate: { year: 2015 }, endDate: { month: 1, year: 2020 } },
            },
          ],
        },
      },
    ],
    [
      'of a personnel system',
      {
        work_history: [
          { employer: 'Acme', position: 'CFO', from: '02/2020', to: 'heute' },
          { employer: 'Beta', position: 'Analyst', from: '2015', to: '01/2020' },
        ],
      },
    ],
    [
      'with numbers as truth values',
      {
        experience: [
          { position_title: 'CFO', company_name: 'Acme', date_from: 'February 2020', active_experience: 1 },
          {
            position_title: 'Analyst',
            company_name: 'Beta',
            date_from: '2015',
            date_to: 'January 2020',
            active_experience: 0,
          },
        ],
      },
    ],
    [
      'with wrapped values',
      {
        jobs: [
          {
            title: 'CFO',
            organization_identifier: { value: 'Acme' },
            started_on: { value: '2020-02' },
            is_current: true,
          },
          {
            title: 'Analyst',
            organization_identifier: { value: 'Beta' },
            started_on: { value: '2015' },
            ended_on: { value: '2020-01' },
          },
        ],
      },
    ],
  ])('%s are read', (_form, row) => {
    expect(positionsOf(row)).toEqual(CFO_AND_ANALYST);
  });

  it('are not current if a flag says so, even without an end', () => {
    const employment_history = [
      { organization_name: 'Acme', title: 'CFO', start_date: '2020-02', end_date: null, current: true },
      { organization_name: 'Beta', title: 'Analyst', start_date: '2015', end_date: null, current: false },
    ];
    expect(positionsOf({ employment_history })).toEqual([
      'CFO, Acme, 2020-02 to now',
      'Analyst, Beta, 2015 to unknown',
    ]);
  });

  it('are not current if several have no statement of their end', () => {
    const positions = [
      { title: 'CFO', company: 'Acme', start: '2020' },
      { title: 'Analyst', company: 'Beta', start: '2015' },
    ];
    expect(positionsOf({ positions })).toEqual(['CFO, Acme, 2020 to unknown', 'Analyst, Beta, 2015 to unknown']);
    expect(positionsOf({ positions: positions.slice(0, 1) })).toEqual(['CFO, Acme, 2020 to now']);
    const undated = [
      { title: 'Analyst', company: 'Beta' },
      { title: 'CFO', company: 'Acme', start: '2020', end: null },
    ];
    expect(positionsOf({ positions: [...undated, { title: 'Cook', company: 'Cy', end: '2019' }] })).toEqual([
      'Analyst, Beta, null to unknown',
      'CFO, Acme, 2020 to now',
      'Cook, Cy, null to 2019',
    ]);
  });

  it('are not current if a single one has neither title nor date', () => {
    const experience = [{ company: 'Acme', projects: [{ title: 'Cook', end: '2019' }] }];
    expect(positionsOf({ experience })).toEqual(['null, Acme, null to unknown']);
  });

  it('may be grouped by employer', () => {
    const experience = [
      {
        company: { name: 'Acme' },
        start_date: '2015',
        positions: [
          { title: 'CFO', start_date: '2020-02', end_date: null },
          { title: 'Analyst', start_date: '2015', end_date: '2020-01' },
        ],
      },
      { company: 'Beta', title: 'Clerk', start_date: '2012', end_date: '2014', positions: [] },
      { company: 'Bo', current: false, positions: [{ title: 'Baker', start_date: '2011', end_date: 'n/a' }] },
      { company: 'Di', title: 'Diver', end_date: 'n/a' },
      { company: 'Cy', end_date: '2011', positions: [{ title: 'Cook', start_date: '2010' }, { title: 'Porter' }] },
    ];
    expect(positionsOf({ experience })).toEqual([
      'CFO, Acme, 2020-02 to now',
      'Analyst, Acme, 2015 to 2020-01',
      'Clerk, Beta, 2012 to 2014',
      'Baker, Bo, 2011 to unknown',
      'Diver, Di, null to unknown',
      'Cook, Cy, 2010 to 2011',
      'Porter, Cy, null to 2011',
    ]);
  });

  it('are no rights or tasks of the person, which name no employer', () => {
    const [row = {}] = shaped([{ full_name: 'Jo', roles: [{ role: 'admin', active: true }], jobs: [{ title: 'x' }] }]);
    expect(row).toEqual({ full_name: 'Jo' });
  });

  it('without employers are at the employer of the row only if the file is of one employer', () => {
    const history = [
      { title: 'Analyst', start: '2015', end: '2020-01' },
      { title: 'CFO', start: '2020-02', end: null },
    ];
    const historyOf = (employers: readonly string[]) => {
      const rows = employers.map((company) => ({ full_name: 'Jo Roe', company, title: 'CFO', history }));
      const { company: _, ...read } = shaped(rows)[0] ?? {};
      return positionsOf(read);
    };
    const atAcme = ['Analyst, Acme, 2015 to 2020-01', 'CFO, Acme, 2020-02 to now'];
    expect(historyOf(['Acme', 'Acme', 'Acme'])).toEqual(atAcme);
    const elsewhere = ['Analyst, null, 2015 to 2020-01', 'CFO, Acme, 2020-02 to now'];
    expect(historyOf(['Acme', 'Beta', 'Acme'])).toEqual(elsewhere);
    expect(historyOf(['Acme'])).toEqual(elsewhere);
  });

  it('may be in the object of the person', () => {
    const candidate = { name: 'Jo Roe', work_history: [{ company: 'Acme', title: 'CFO', start: '2020', end: null }] };
    expect(positionsOf({ full_name: undefined, candidate })).toEqual(['CFO, Acme, 2020 to now']);
  });

  it('have the employer, level, function and place of their entry', () => {
    const company = {
      name: 'Acme',
      website: 'acme.example',
      linkedin_url: 'www.network.example/company/acme',
      location: { locality: 'Lima' },
    };
    const title = { name: 'Lead', role: 'sales', levels: ['director'] };
    const experience = [{ company, title, end_date: null, location_names: ['Oslo, Norway'], is_primary: true }];
    expect(personOf({ experience }).experiences).toMatchObject([
      {
        job_level: 'Director',
        job_function: 'Sales & Business Development',
        company_domain: 'acme.example',
        company_network_url: { slug: 'acme' },
        job_location: { city: 'Oslo', country_code: 'NO' },
        is_primary: true,
      },
    ]);
  });

  it('give no field of the person, of whatever list they are', () => {
    const [row = {}] = shaped([
      {
        basics: { name: 'Jo Roe', email: 'jo@acme.example', url: 'https://jo.example' },
        work: [{ name: 'Acme', summary: 'Sold', endDate: '2019' }],
        manager: { experience: [{ title: 'CEO', company: 'Beta', end_date: null }] },
      },
    ]);
    expect(row).toEqual({
      full_name: 'Jo Roe',
      email: 'jo@acme.example',
      experiences: [{ company_name: 'Acme', job_description: 'Sold', job_end_date: '2019' }],
    });
  });

  it('come from one list: the one with the best name', () => {
    const at = (company: string) => [{ company, title: 'Cook', end: null }];
    expect(positionsOf({ jobs: at('Acme'), experience: at('Beta') })).toEqual(['Cook, Beta, null to now']);
    expect(positionsOf({ jobs: at('Acme'), experience: [{ title: 'x' }] })).toEqual(['Cook, Acme, null to now']);
    const experiences = [{ job_title: 'CFO', company_name: 'Cy' }];
    expect(positionsOf({ jobs: at('Acme'), experiences })).toEqual(['CFO, Cy, null to now']);
  });

  it('can be mapped by the caller, and only keys within lists can', () => {
    const rows = [{ full_name: 'Jo', employer: 'Acme', work: [{ firm_x: 'Acme', end: null }] }];
    const mapped = mappingOf(rows, ['experiences.company_name=work.firm_x']);
    expect(keyShaper(mapped, 'people')?.(rows[0] ?? {})).toMatchObject({ experiences: [{ company_name: 'Acme' }] });
    expect(() => mappingOf(rows, ['experiences.company_name=employer'])).toThrow(
      'needs a key within a list of objects',
    );
  });

  it('stay as they are in the form of the record', () => {
    const row = {
      full_name: 'Jo',
      experiences: [{ job_title: 'CFO', company_name: 'Acme', unknown_key: 1, job_location: { city: 'Oslo' } }],
      emails: [{ email: 'jo@acme.example', is_primary: true, source_key: 'x' }],
      location: { city: 'Oslo', country_name: 'Norway' },
    };
    expect(keyShaper(mappingOf([row]), 'people')).toBeNull();
  });
});

describe('e-mail addresses in JSON of other products', () => {
  /** Each address with its status; the primary one has a star. */
  const addressesOf = (emails: readonly Row[]) =>
    personOf({ email: undefined, emails }).emails.map(
      ({ email, status, is_primary }) => `${email} ${status}${is_primary ? ' *' : ''}`,
    );

  it('are primary if they are for work, and never if they are personal', () => {
    expect(
      addressesOf([
        { value: 'jo@home.example', type: 'personal', primary: true },
        { value: 'jo@acme.example', type: 'Work' },
        { value: 'roe@acme.example', type: 'WORK' },
      ]),
    ).toEqual(['jo@home.example null', 'jo@acme.example null *', 'roe@acme.example null']);
    expect(addressesOf([{ email: 'jo@home.example', is_primary: true, type: 'home' }])).toEqual([
      'jo@home.example null',
    ]);
    expect(
      addressesOf([
        { address: 'jo@acme.example', label: 'work' },
        { address: 'roe@acme.example', label: 'work', is_primary: true },
      ]),
    ).toEqual(['jo@acme.example null', 'roe@acme.example null *']);
  });

  it('have the status that a word or a flag states, and an invalid one is not primary', () => {
    expect(
      addressesOf([
        { value: 'a@acme.example', type: 'work', status: 'Hard_Bounced', verified: true },
        { value: 'b@acme.example', type: 'work', valid: false },
        { value: 'c@acme.example', type: 'work', verified: true },
        { value: 'd@acme.example', type: 'work', verified: false },
        { value: 'e@acme.example', type: 'work', status: 'ACCEPT_ALL' },
      ]),
    ).toEqual([
      'a@acme.example invalid',
      'b@acme.example invalid',
      'c@acme.example valid *',
      'd@acme.example unknown',
      'e@acme.example catch_all',
    ]);
  });
});

describe('other lists in JSON of other products', () => {
  it('are read by the names of their keys', () => {
    const person = personOf({
      email: undefined,
      email_addresses: [{ value: 'jo@acme.example', type: 'work', status: 'valid' }],
      emails: [{ address: 'jo@private.example', type: 'personal' }],
      other_email: 'roe@acme.example',
      phone_numbers: [{ raw_number: '+44 7700 900101', type: 'work_direct' }],
      phones: ['+44 7700 900102'],
      education: [{ school: { name: 'Oslo School' }, degrees: ['BSc', 'MSc'], start_date: '2010' }],
      skills: [{ name: 'Sales', level: 'high' }],
    });
    expect(person.emails.map(({ email, status }) => [email, status]).toSorted()).toEqual([
      ['jo@acme.example', 'valid'],
      ['jo@private.example', null],
      ['roe@acme.example', null],
    ]);
    expect(person.phones.toSorted((a, b) => a.phone.localeCompare(b.phone))).toEqual([
      { phone: '+447700900101', kind: 'direct' },
      { phone: '+447700900102', kind: null },
    ]);
    expect(person.education).toEqual([
      { school_name: 'Oslo School', degree: 'BSc', start_date: '2010', end_date: null },
    ]);
    expect(person.skills).toEqual(['Sales']);
  });
});
