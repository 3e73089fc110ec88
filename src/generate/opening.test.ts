import { describe, expect, it } from 'vitest';
import { countryOf } from '../contract/vocabularies/vocabularies.ts';
import { generateCompanies, generateJobs } from './generate.ts';

const options = { people: 50_000, jobs: 5_000, seed: 4 };
const jobs = [...generateJobs(options)];
const companies = [...generateCompanies(options)];

describe('generateJobs', () => {
  it('names the company by URL or by domain, and rarely one that no file contains', () => {
    const urls = new Set(companies.map((company) => company.network_url));
    const domains = new Set(companies.map((company) => company.domain));
    const known = jobs.filter((job) =>
      job.company_domain === undefined ? urls.has(job.company_network_url!) : domains.has(job.company_domain),
    );
    expect(known.length / jobs.length).toBeCloseTo(0.98, 2);
    expect(jobs.some((job) => job.company_domain !== undefined)).toBe(true);
    for (const job of jobs) expect([job.company_domain, job.company_network_url].filter(Boolean)).toHaveLength(1);
  });

  it('gives each opening a unique URL under .example', () => {
    expect(new Set(jobs.map((job) => job.url)).size).toBe(jobs.length);
    for (const job of jobs) expect(new URL(job.url).hostname).toMatch(/\.example$/);
  });

  it('has one open position in most openings, several in some, and about 5% closed', () => {
    for (const job of jobs) expect(job.open_positions).toBeGreaterThanOrEqual(1);
    expect(jobs.filter((job) => job.open_positions > 1).length / jobs.length).toBeCloseTo(0.12, 1);
    expect(jobs.filter((job) => !job.is_open).length / jobs.length).toBeCloseTo(0.05, 1);
  });

  it('names a source, a day and usually a place', () => {
    expect(new Set(jobs.map((job) => job.source)).size).toBe(5);
    for (const { posted_at, location } of jobs) {
      expect(posted_at).toMatch(/^\d{4}-\d\d-\d\d$/);
      if (location !== null) expect(countryOf(location.country_code)).toBeDefined();
    }
  });
});
