import { describe, expect, it } from 'vitest';
import { normalizeOpening } from './opening.ts';
import { isReject } from './scope.ts';

function normalize(values: Record<string, unknown>) {
  const warnings: string[] = [];
  const notes = { warn: (field: string, reason: string) => void warnings.push(`${field}: ${reason}`) };
  const opening = normalizeOpening({ values, path: '', notes }, { source: 'file' });
  if (isReject(opening)) throw new Error(opening.reason);
  return { opening, warnings };
}

describe('a job row', () => {
  it('becomes an opening in normal form', () => {
    expect(
      normalize({
        company_network_url: 'https://network.example/company/acme',
        title: ' Cook ',
        source: 'board',
        open_positions: '3',
        url: 'https://acme.test/jobs/1',
        posted_at: '2026-01-02T10:00:00Z',
        location: { city: 'Bern', country_name: 'Switzerland' },
        is_open: 'no',
      }),
    ).toEqual({
      warnings: [],
      opening: {
        company_network_url: { slug: 'acme', host: 'network.example' },
        company_domain: null,
        company_name: null,
        title: 'Cook',
        source: 'board',
        open_positions: 3,
        url: 'https://acme.test/jobs/1',
        posted_at: '2026-01-02',
        location: { city: 'Bern', country_code: 'CH' },
        is_open: false,
        occurrence: 0,
      },
    });
  });

  it.each([
    ...[
      ['Closed', false],
      ['archived', false],
      ['besetzt', false],
      ['nein', false],
      ['não', false],
    ],
    ...[
      ['published', true],
      ['Offen', true],
      ['ja', true],
      ['sí', true],
      ['x', true],
      ['', true],
    ],
  ])('with the status %j is open: %s', (is_open, isOpen) => {
    const { opening, warnings } = normalize({ title: 'Cook', company_name: 'Acme', is_open });
    expect([opening.is_open, warnings]).toEqual([isOpen, []]);
  });

  it('with an unknown status is open, and reports it', () => {
    expect(normalize({ title: 'Cook', company_name: 'Acme', is_open: 'In Review' })).toMatchObject({
      opening: { is_open: true },
      warnings: ['is_open: neither yes, no nor a known status'],
    });
  });

  it('has the source of the run, one position, and is open unless it states otherwise', () => {
    expect(normalize({ title: 'Cook', company_website: 'https://www.acme.test/jobs' }).opening).toMatchObject({
      source: 'file',
      open_positions: 1,
      is_open: true,
      company_domain: 'acme.test',
    });
  });

  it.each([0, '0', 0.0])('is closed without a position: open_positions %j', (open_positions) => {
    const row = { title: 'Cook', company_domain: 'acme.test', open_positions };
    expect(normalize(row)).toMatchObject({ warnings: [], opening: { is_open: false, open_positions: 1 } });
    expect(normalize({ ...row, is_open: true }).opening.is_open).toBe(false);
  });

  it.each([-1, 'few', 1_000_001])('is open with one position after a bad number: %j', (open_positions) => {
    const { opening, warnings } = normalize({ title: 'Cook', company_domain: 'acme.test', open_positions });
    expect(opening).toMatchObject({ is_open: true, open_positions: 1 });
    expect(warnings).toEqual([expect.stringMatching(/^open_positions: /)]);
  });

  it.each([
    [{ company_domain: 'acme.test' }, 'title'],
    [{ title: 'Cook' }, 'company_network_url'],
    [{ title: 'Cook', company_domain: 'localhost' }, 'company_domain'],
  ])('rejects %j for its %s', (values, field) => {
    const row = { values, path: '', notes: { warn: () => {} } };
    expect(normalizeOpening(row, { source: 'file' })).toMatchObject({ field });
  });

  it('is valid with any good field of its company, and notes the bad ones and values that it cannot store', () => {
    const company_website = 'https://acme.test';
    expect(normalize({ title: 'Cook', company_network_url: 'acme', company_website })).toMatchObject({
      opening: { company_domain: 'acme.test' },
      warnings: ['company_network_url: not a company profile URL (/company/{slug})'],
    });
    const location = { city: 'Leeds', state_code: 'YKS', country_code: 'GB' };
    expect(
      normalize({ title: 'Cook', company_domain: 'other.test', company_website, location }).warnings.toSorted(),
    ).toEqual([
      'company_website: dropped: contradicts company_domain',
      'location.state_code: dropped: openings store city and country only',
    ]);
  });

  it('loses bad values one by one, each with its reason', () => {
    const { warnings } = normalize({
      title: 'Cook',
      company_name: 'Acme',
      open_positions: -3,
      url: 'ask us',
      posted_at: '2026-01',
      location: { zip: '1' },
      is_open: 'perhaps',
    });
    expect(warnings.toSorted()).toEqual([
      'is_open: neither yes, no nor a known status',
      'location.zip: unknown field, ignored',
      'open_positions: not between 0 and 1000000',
      'posted_at: a month or a year without a day (give YYYY-MM-DD)',
      'url: not a web address',
    ]);
  });

  it.each([
    ['2026', 'a month or a year without a day (give YYYY-MM-DD)'],
    ['Nov 2026', 'a month or a year without a day (give YYYY-MM-DD)'],
    ['05/07/2026', 'day and month in unknown order (give YYYY-MM-DD)'],
    ['soon', 'not a day (YYYY-MM-DD)'],
    ['1900-01-00', 'not a day (YYYY-MM-DD)'],
    ['1899-12-30', 'a placeholder: before 1970-01-01'],
  ])('reports why the day %s is dropped: %s', (posted_at, reason) => {
    const { opening, warnings } = normalize({ title: 'Cook', company_name: 'Acme', posted_at });
    expect(opening.posted_at).toBeNull();
    expect(warnings).toEqual([`posted_at: ${reason}`]);
  });
});
