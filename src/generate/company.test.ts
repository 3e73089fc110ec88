import { describe, expect, it } from 'vitest';
import { COMPANY_TYPES, countryOf, INDUSTRIES, SIZE_LABELS, sizeLabel } from '../contract/vocabularies/vocabularies.ts';
import { parseDomain } from '../identity/domain.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { generateCompanies, generatePeople } from './generate.ts';

const options = { people: 100_000, companies: 4_000, seed: 11 };
const companies = [...generateCompanies(options)];
const share = (part: readonly unknown[]) => part.length / companies.length;

describe('generateCompanies', () => {
  it('takes every closed value from its list', () => {
    for (const company of companies) {
      if (company.industry !== null) expect(INDUSTRIES).toContain(company.industry);
      if (company.type !== null) expect(COMPANY_TYPES).toContain(company.type);
      if (company.size !== null) expect(SIZE_LABELS).toContain(company.size);
      if (company.hq !== null) expect(countryOf(company.hq.country_code)).toBeDefined();
    }
  });

  it('never gives two companies one slug, even after all brands have been used', () => {
    const large = [...generateCompanies({ people: 0, companies: 20_000, seed: 2 })];
    const slugs = large.map((company) => parseNetworkUrl(company.network_url, 'company')?.slug);
    expect(slugs).not.toContain(undefined);
    expect(new Set(slugs).size).toBe(large.length);
  });

  it('puts every domain directly under .example; some companies have two, some share one, some have none', () => {
    const owners = new Map<string, number>();
    for (const { domain } of companies) {
      if (domain === null) continue;
      expect(domain).toMatch(/^[a-z0-9-]+\.example$/);
      expect(parseDomain(domain)).toBe(domain);
      owners.set(domain, (owners.get(domain) ?? 0) + 1);
    }
    expect(share(companies.filter(({ domain }) => domain === null))).toBeCloseTo(0.05, 1);
    expect(companies.filter(({ domains }) => domains?.length === 2).length).toBeGreaterThan(100);
    expect([...owners.values()].filter((count) => count > 1).length).toBeGreaterThan(10);
  });

  it('counts at least as many employees as the people that work there, in the matching size bucket', () => {
    const staff = new Map<string, number>();
    for (const person of generatePeople(options)) {
      const current = person.experiences.filter((position) => position.job_is_current);
      for (const url of new Set(current.map((position) => position.company_network_url))) {
        if (url !== null) staff.set(url, (staff.get(url) ?? 0) + 1);
      }
    }
    for (const { network_url, employee_count, size } of companies) {
      if (employee_count !== null) expect(employee_count).toBeGreaterThanOrEqual(staff.get(network_url) ?? 0);
      if (employee_count !== null && size !== null) expect(size).toBe(sizeLabel(employee_count));
    }
    expect(staff.get(companies[0]!.network_url)).toBeGreaterThan(5_000);
  });

  it('covers all size buckets, known by count, by bucket alone, or not at all', () => {
    expect(new Set(companies.map(({ employee_count }) => sizeLabel(employee_count)))).toEqual(
      new Set([...SIZE_LABELS, null]),
    );
    expect(companies.some(({ size, employee_count }) => size !== null && employee_count === null)).toBe(true);
    expect(companies.some(({ size, employee_count }) => size === null && employee_count === null)).toBe(true);
    expect(companies[0]!.employee_count).not.toBeNull();
  });

  it('generates companies of many countries and industries, with names in several scripts', () => {
    expect(new Set(companies.map(({ hq }) => hq?.country_code)).size).toBeGreaterThan(45);
    expect(new Set(companies.map(({ industry }) => industry)).size).toBeGreaterThan(120);
    const names = companies.map(({ name }) => name).join('\n');
    for (const script of ['Greek', 'Cyrillic', 'Hebrew', 'Arabic', 'Devanagari', 'Han', 'Katakana', 'Hangul', 'Thai']) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
    }
  });
});
