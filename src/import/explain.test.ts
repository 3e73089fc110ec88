import { describe, expect, it } from 'vitest';
import type { RecordRow } from '../catalog/admin-port.ts';
import { companyRecord } from '../catalog/conformance/records.ts';
import type { CompanyRecord } from '../contract/import-records.ts';
import { explainCompany } from './explain.ts';
import { MERGE_RULES } from './merge.ts';

const BARE = companyRecord('acme', { network_url: { slug: 'acme', host: null }, name: 'Acme' });

function row(run: number, source: string, fields: Partial<CompanyRecord>): RecordRow<CompanyRecord> {
  const place = { id: run, file: `${source}.csv`, line: run + 1, supersededBy: null };
  const runAt = `2026-01-0${run}T00:00:00.000Z`;
  return { ...place, source, priority: 0, runId: run, runAt, record: { ...BARE, ...fields } };
}

function originsOf(...rows: readonly RecordRow<CompanyRecord>[]) {
  return explainCompany({ slug: 'acme', record: MERGE_RULES.company(rows), rows });
}

describe('the origin of a field', () => {
  it('is the row that decided it, with the values it replaced', () => {
    const { fields } = originsOf(row(1, 'crm', { about: 'old' }), row(2, 'vendor', { about: 'new' }));
    expect(fields.find(({ field }) => field === 'about')).toEqual({
      field: 'about',
      value: 'new',
      from: { source: 'vendor', run: 2, file: 'vendor.csv', line: 3, date: '2026-01-02T00:00:00.000Z' },
      not_chosen: [
        { value: 'old', from: { source: 'crm', run: 1, file: 'crm.csv', line: 2, date: '2026-01-01T00:00:00.000Z' } },
      ],
    });
  });

  it('is given for each part of a place and each entry of a merged list', () => {
    const place = (city: string | null, country_code: string | null) => ({ city, state: null, country_code });
    const { fields } = originsOf(
      row(1, 'crm', { domains: ['a.example'], hq: place('Bern', 'CH') }),
      row(2, 'vendor', { domains: ['b.example', 'a.example'], hq: place(null, 'CH') }),
    );
    expect(fields.filter(({ from }) => from !== null).map(({ field, from }) => [field, from?.source])).toEqual([
      ['network_url', 'vendor'],
      ['name', 'vendor'],
      ['domains: b.example', 'vendor'],
      ['domains: a.example', 'vendor'],
      ['hq.city', 'crm'],
      ['hq.country_code', 'vendor'],
    ]);
  });

  it('does not exist for an empty field', () => {
    expect(originsOf(row(1, 'crm', {})).fields.map(({ field }) => field)).toEqual(['network_url', 'name']);
  });
});
