import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizePerson } from './person.ts';
import { isReject } from './scope.ts';

function outcome(values: Record<string, unknown>) {
  const warnings: string[] = [];
  const notes = { warn: (field: string, reason: string) => void warnings.push(`${field}: ${reason}`) };
  const row = { network_url: '/in/jo', full_name: 'Jo Doe', ...values };
  const person = normalizePerson({ values: row, path: '', notes }, { today: '2026-03-15' });
  if (isReject(person)) throw new Error(person.reason);
  return { experiences: person.experiences, warnings };
}

const COOK = { job_title: 'Cook', company_name: 'Acme' };

describe('fields of a position in addition to a list of positions', () => {
  it('fill the empty fields of the main position', () => {
    const { experiences, warnings } = outcome({
      job_level: 'VP',
      job_function: 'Legal',
      company_domain: 'acme.test',
      job_start_date: '2020-01',
      job_description: 'Soups',
      job_location: { city: 'Leeds', country_code: 'GB' },
      experiences: [{ job_title: 'Porter', company_name: 'Beta', job_end_date: '2019' }, COOK],
    });
    expect(warnings).toEqual([]);
    expect(experiences).toMatchObject([
      { job_title: 'Porter', job_level: 'Staff', company_domain: null, job_start_date: null },
      {
        ...{
          job_title: 'Cook',
          job_level: 'VP',
          job_function: 'Legal',
          job_start_date: '2020-01',
          job_description: 'Soups',
        },
        ...{ company_name: 'Acme', company_domain: 'acme.test', job_location: { city: 'Leeds' } },
      },
    ]);
  });

  it('belong to the position that is marked as primary, else to the one with the latest start', () => {
    const levelsOf = (...entries: object[]) =>
      outcome({ job_level: 'VP', experiences: entries }).experiences.map(({ job_level }) => job_level);
    expect(levelsOf({ ...COOK, job_start_date: '2020' }, { ...COOK, job_start_date: '2021' })).toEqual(['Staff', 'VP']);
    const primary = { ...COOK, job_start_date: '2019', is_primary: true };
    expect(levelsOf({ ...COOK, job_start_date: '2021' }, primary)).toEqual(['Staff', 'VP']);
  });

  it('belong to the position that they name, if that is not the main one', () => {
    const { experiences, warnings } = outcome({
      ...{ job_title: 'cook', company_name: 'Acme, Inc.', job_level: 'Manager' },
      experiences: [{ job_title: 'Chair', company_name: 'Beta', is_primary: true }, COOK],
    });
    expect(experiences.map(({ job_title, job_level }) => [job_title, job_level])).toEqual([
      ['Chair', expect.not.stringMatching('Manager')],
      ['Cook', 'Manager'],
    ]);
    expect(warnings).toEqual([]);
  });

  it('yield to the values of the position itself; a contradiction is noted', () => {
    const listed = { ...COOK, job_level: 'Staff', job_function: 'Legal', job_start_date: '2020-05-01' };
    const { experiences, warnings } = outcome({
      ...{ job_title: 'COOK', job_level: 'VP', job_function: 'legal', job_start_date: '2020' },
      experiences: [listed],
    });
    expect(experiences).toMatchObject([
      { job_title: 'Cook', job_level: 'Staff', job_function: 'Legal', job_start_date: '2020-05-01' },
    ]);
    expect(warnings).toEqual(['job_level: dropped: contradicts the main position']);
  });

  it('are dropped and noted one by one if they describe a position that is not listed', () => {
    const { experiences, warnings } = outcome({ job_title: 'CEO', job_level: 'C-Team', experiences: [COOK] });
    expect(experiences).toMatchObject([{ job_title: 'Cook', job_level: 'Staff' }]);
    const reason = 'dropped: it does not describe the main position in experiences';
    expect(warnings).toEqual([`job_title: ${reason}`, `job_level: ${reason}`]);
  });

  it('form a separate position if all listed ones have ended', () => {
    const past = { ...COOK, job_end_date: '2019' };
    const { experiences, warnings } = outcome({ job_title: 'CEO', company_name: 'Beta', experiences: [past] });
    expect(experiences).toMatchObject([
      { job_title: 'CEO', job_is_current: true },
      { job_title: 'Cook', job_is_current: false },
    ]);
    expect(warnings).toEqual([]);
    expect(outcome({ job_level: 'VP', experiences: [past] }).warnings).toHaveLength(1);
  });
});

describe('fields of a position without its title and employer', () => {
  it('belong to the position in the headline', () => {
    const { experiences, warnings } = outcome({ headline: 'CFO at Acme', job_level: 'VP', job_start_date: '2020' });
    expect(experiences).toMatchObject([
      { job_title: 'CFO', job_level: 'VP', job_start_date: '2020', company_name: 'Acme' },
    ]);
    expect(warnings).toEqual([]);
  });

  it('are noted if there is no position at all', () => {
    const reason = 'needs a position: give job_title or an employer too';
    expect(outcome({ job_level: 'VP', job_is_current: true }).warnings).toEqual([
      `job_level: ${reason}`,
      `job_is_current: ${reason}`,
    ]);
  });
});

it('treats an end such as "present" as no end, and notes a position that is marked current but has ended', () => {
  expect(outcome({ ...COOK, job_end_date: 'Present', job_is_current: true })).toMatchObject({
    experiences: [{ job_end_date: null, job_is_current: true }],
    warnings: [],
  });
  expect(outcome({ ...COOK, job_end_date: 'Present', job_is_current: false }).warnings).toHaveLength(1);
  expect(outcome({ ...COOK, job_end_date: '2019', job_is_current: true })).toMatchObject({
    experiences: [{ job_is_current: false }],
    warnings: ['job_is_current: dropped: the position has ended (job_end_date)'],
  });
});

it.each(['9999-12-31', '31.12.9999', '9999', '4712-12-31', '2099-01-01T00:00:00Z'])(
  'treats an end date of %s as no end, as HR systems store it',
  (job_end_date) => {
    const still = { experiences: [{ job_end_date: null, job_is_current: true }], warnings: [] };
    expect(outcome({ ...COOK, job_end_date })).toMatchObject(still);
    expect(outcome({ experiences: [{ ...COOK, job_end_date }] })).toMatchObject(still);
    expect(outcome({ ...COOK, job_end_date, job_is_current: false })).toMatchObject({
      experiences: [{ job_end_date: null, job_is_current: false }],
      warnings: ['job_end_date: dropped: job_is_current states that the position has ended'],
    });
  },
);

it.each(['2026-03-15', '2026-03', '2026', '2027-01-31'])(
  'reports an end date that has not passed: %s',
  (job_end_date) => {
    expect(outcome({ ...COOK, job_end_date })).toMatchObject({
      experiences: [{ job_end_date: null, job_is_current: true }],
      warnings: ['job_end_date: dropped: the day is in the future; import the row again after it'],
    });
  },
);

it('applies or notes each field of a position, in any combination', () => {
  const own = {
    job_title: ['CEO'],
    job_level: ['VP', 'nonsense'],
    job_function: ['Legal'],
    company_name: ['Gamma', 'Freelance'],
    company_network_url: ['/company/gamma', 'gamma'],
    company_domain: ['gamma.test', 'localhost'],
    company_website: ['https://gamma.test', 'https://delta.test', 'nonsense'],
    job_description: ['Own words'],
    job_start_date: ['2020-06', 'nonsense'],
    job_end_date: ['2018-01', 'Present'],
    job_is_current: [false],
    job_location: [{ city: 'Leeds' }, { continent: 'Europe' }],
    is_primary: [true],
  };
  const listed = fc.record(
    {
      job_title: fc.constantFrom('CEO', 'Cook', 'Porter'),
      company_name: fc.constantFrom('Acme', 'Gamma'),
      job_level: fc.constant('Manager'),
      job_start_date: fc.constantFrom('2001', '2021-02'),
      job_end_date: fc.constantFrom('2015', '2030'),
      is_primary: fc.boolean(),
      company_domain: fc.constant('acme.test'),
      job_description: fc.constant('Theirs'),
    },
    { requiredKeys: ['job_title'] },
  );
  const values = fc.record(
    Object.fromEntries(Object.entries(own).map(([key, choices]) => [key, fc.constantFrom<unknown>(...choices)])),
    { requiredKeys: [] },
  );
  const headline = fc.constantFrom(undefined, 'CFO at Acme', 'Speaker');
  /** A value that repeats another field, or the default for a missing one, has no effect. */
  const says = (row: Record<string, unknown>, key: string) =>
    (key.startsWith('company_') && row['company_website'] === `https://${row['company_domain']}`) ||
    (key === 'job_end_date' && row[key] === 'Present') ||
    key === 'is_primary';
  fc.assert(
    fc.property(values, fc.array(listed, { maxLength: 3 }), headline, (row, experiences, headlineText) => {
      const whole = { ...row, experiences: experiences.length === 0 ? undefined : experiences, headline: headlineText };
      const before = outcome(whole);
      for (const key of Object.keys(row)) {
        const without = outcome({ ...whole, [key]: undefined });
        const isNoted = before.warnings.some((text) => text.startsWith(`${key}:`) || text.startsWith(`${key}.`));
        const isApplied = JSON.stringify(without.experiences) !== JSON.stringify(before.experiences);
        const isSame =
          before.experiences.some(({ job_title, company_name }) =>
            key === 'job_title' ? job_title === row[key] : key === 'company_name' && company_name === row[key],
          ) ||
          (key === 'job_is_current' && before.experiences.some(({ job_is_current }) => !job_is_current));
        expect(isNoted || isApplied || isSame || says(whole, key), `${key} of ${JSON.stringify(whole)}`).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ...[
    ['Terminated', false],
    ['retired', false],
    ['Ausgeschieden', false],
    ['nein', false],
  ],
  ...[
    ['Active', true],
    ['On Leave', true],
    ['Full-time', true],
    ['ja', true],
  ],
])('reads the status %s of an employee: current %s', (job_is_current, isCurrent) => {
  const { experiences, warnings } = outcome({ ...COOK, job_is_current });
  expect([experiences[0]?.job_is_current, warnings]).toEqual([isCurrent, []]);
});

it.each(['5/6/2019', '31.02.2019', 'until Easter 2024'])(
  'does not read a position as current if its end is the unreadable %s',
  (job_end_date) => {
    expect(outcome({ ...COOK, job_end_date }).experiences).toMatchObject([
      { job_end_date: null, job_is_current: false },
    ]);
    const stated = outcome({ ...COOK, job_end_date, job_is_current: true }).experiences;
    expect(stated).toMatchObject([{ job_is_current: true }]);
    expect(outcome({ ...COOK, job_end_date: '5/6/2031' }).experiences).toMatchObject([{ job_is_current: true }]);
  },
);

it.each(['obecnie', 'halen', 'bis heute', "Aujourd'hui", 'atual', '現在'])('reads %s as no end', (job_end_date) => {
  const { experiences, warnings } = outcome({ ...COOK, job_end_date });
  expect(experiences).toMatchObject([{ job_end_date: null, job_is_current: true }]);
  expect(warnings).toEqual([]);
});

describe('a title that states that the position has ended', () => {
  it.each([{ job_title: 'ex-CEO' }, { job_title: 'ehem. CFO' }, { job_title: 'Retired' }])(
    'makes it a former position: %o',
    (title) => {
      const { experiences, warnings } = outcome({ ...title, company_name: 'Acme' });
      expect(experiences).toMatchObject([{ ...title, job_is_current: false, job_level: 'Other' }]);
      expect(warnings).toEqual([]);
    },
  );

  it('makes a listed position a former one', () => {
    const { experiences } = outcome({ experiences: [{ ...COOK, job_title: 'Former cook' }, COOK] });
    expect(experiences.map(({ job_is_current }) => job_is_current)).toEqual([false, true]);
  });

  it.each([
    ['Leiter Einkauf (bis 12/2023)', '2023-12'],
    ["PDG jusqu'en 2020", '2020'],
    ['Directora Comercial (hasta 2022)', '2022'],
    ['CFO (2010-2015)', '2015'],
    ['Programme Manager until 2031', null],
    ['Engineer, Area 51', null],
  ])('gives its end in the past: %s', (job_title, end) => {
    const { experiences } = outcome({ job_title, company_name: 'Acme' });
    expect(experiences).toMatchObject([{ job_title, job_end_date: end, job_is_current: end === null }]);
  });

  it('does not replace a statement of the source', () => {
    const { experiences } = outcome({ job_title: 'Retired', company_name: 'Acme', job_is_current: true });
    expect(experiences[0]?.job_is_current).toBe(true);
  });
});
