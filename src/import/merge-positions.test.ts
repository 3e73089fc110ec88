import { describe, expect, it } from 'vitest';
import { position } from '../catalog/conformance/records.ts';
import type { ExperienceRecord } from '../contract/import-records.ts';
import { mergedPositions } from './merge-positions.ts';

const NOWHERE = { company_name: null };
const sales = position({ company_name: 'Acme' }, { job_title: 'VP Sales', job_start_date: '2020-01-01' });
const former = position({ company_name: 'Beta' }, { job_title: 'Clerk', job_is_current: false });
const titled = (job_title: string, fields: Partial<ExperienceRecord> = {}) =>
  position(NOWHERE, { job_title, ...fields });
const employed = (company_name: string) =>
  position({ company_name }, { job_title: null, job_level: null, job_function: null });

describe('the positions of several rows', () => {
  it('are the first list that is not empty', () => {
    expect(mergedPositions([[], [sales], [former]])).toEqual([sales]);
    expect(mergedPositions([[former, employed('Beta')], [sales]])).toEqual([former, employed('Beta')]);
    expect(mergedPositions([[], []])).toEqual([]);
  });

  it('keep the employer if a newer row gives a title alone', () => {
    const location = { city: 'Kiel', state_code: null, country_code: 'DE' };
    const placed = { ...sales, is_primary: true, job_location: location };
    const [now, ...others] = mergedPositions([[titled('Chief Revenue Officer')], [placed, former]]);
    expect(now).toMatchObject({ job_title: 'Chief Revenue Officer', company_name: 'Acme', is_primary: true });
    expect(now).toMatchObject({ job_start_date: null, job_location: location });
    expect(others).toEqual([former]);
  });

  it('do not change if a newer row repeats the title or the employer alone', () => {
    expect(mergedPositions([[titled('vp sales')], [sales, former]])).toEqual([sales, former]);
    expect(mergedPositions([[employed('ACME Inc.')], [sales, former]])).toEqual([sales, former]);
  });

  it('do not change if a newer title may belong to any of them', () => {
    const second = position({ company_name: 'Gamma' }, { job_title: 'Advisor' });
    expect(mergedPositions([[titled('Chair')], [sales, second]])).toEqual([sales, second]);
    expect(mergedPositions([[titled('Chair')], [former]])).toEqual([former]);
  });

  it('come from a newer row if it has another employer, or states that a position has ended', () => {
    expect(mergedPositions([[employed('Delta')], [sales]])).toEqual([employed('Delta')]);
    const ended = titled('Clerk', { job_is_current: false });
    expect(mergedPositions([[ended], [sales]])).toEqual([ended]);
  });

  it('are completed by the first row with the missing values', () => {
    const merged = mergedPositions([
      [titled('Chair')],
      [titled('VP Sales')],
      [],
      [sales],
      [position({ company_name: 'Beta' })],
    ]);
    expect(merged).toMatchObject([{ job_title: 'Chair', company_name: 'Acme' }]);
  });
});
