import { describe, expect, it } from 'vitest';
import { EMAIL_STATUSES } from '../contract/vocabularies/email-statuses.ts';
import { countryOf, JOB_FUNCTIONS, JOB_LEVELS } from '../contract/vocabularies/vocabularies.ts';
import { parseEmail } from '../identity/email.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { generateCompanies, generatePeople } from './generate.ts';

const options = { people: 20_000, seed: 'people' };
const people = [...generatePeople(options)];
const companyUrls = new Set([...generateCompanies(options)].map((company) => company.network_url));
const positions = people.flatMap((person) => person.experiences);
const emails = people.flatMap((person) => person.emails);
const currentOf = (person: (typeof people)[number]) => person.experiences.filter((position) => position.job_is_current);
const shareOfPeople = (test: (person: (typeof people)[number]) => boolean) =>
  people.filter(test).length / people.length;

/** Dates may have a precision of a year or a month: compares at the lower precision of the two. */
function isBefore(date: string, other: string): boolean {
  const known = Math.min(date.length, other.length);
  return date.slice(0, known) < other.slice(0, known);
}

describe('generatePeople', () => {
  it('takes levels, functions, statuses and countries from their lists', () => {
    for (const { job_level, job_function } of positions) {
      if (job_level !== null) expect(JOB_LEVELS).toContain(job_level);
      if (job_function !== null) expect(JOB_FUNCTIONS).toContain(job_function);
    }
    for (const { location } of people) if (location !== null) expect(countryOf(location.country_code)).toBeDefined();
    for (const { job_location } of positions) {
      if (job_location !== null) expect(countryOf(job_location.country_code)).toBeDefined();
    }
    expect(new Set(emails.map(({ status }) => status))).toEqual(new Set(EMAIL_STATUSES));
  });

  it('never gives two people one slug, and percent-encodes those in another script', () => {
    const slugs = people.map((person) => parseNetworkUrl(person.network_url, 'person')?.slug);
    expect(slugs).not.toContain(undefined);
    expect(new Set(slugs).size).toBe(people.length);
    for (const { network_url } of people) expect(network_url).toMatch(/^[\x21-\x7e]+$/);
    expect(people.filter(({ network_url }) => network_url.includes('%')).length).toBeGreaterThan(200);
  });

  it('writes names in many scripts', () => {
    const names = people.map((person) => person.full_name).join('\n');
    for (const script of ['Greek', 'Cyrillic', 'Hebrew', 'Arabic', 'Devanagari', 'Han', 'Hangul', 'Thai']) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
    }
    expect(names).toMatch(/[äöüßéèçñãøåłřőșğ]/);
  });

  it('gives each person one to six positions, the current ones first and at most one of them primary', () => {
    for (const person of people) {
      expect(person.experiences.length).toBeGreaterThanOrEqual(1);
      expect(person.experiences.length).toBeLessThanOrEqual(6);
      const current = currentOf(person);
      expect(person.experiences.slice(0, current.length)).toEqual(current);
      expect(person.experiences.filter((position) => position.is_primary)).toEqual(current.slice(0, 1));
    }
    expect(shareOfPeople((person) => currentOf(person).length === 0)).toBeCloseTo(0.03, 2);
    expect(shareOfPeople((person) => currentOf(person).length === 2)).toBeCloseTo(0.04, 2);
  });

  it('ends positions after they began, and before the data was seen', () => {
    const seen = people
      .map((person) => person.updated_at)
      .sort()
      .at(-1)!;
    for (const { job_start_date, job_end_date, job_is_current } of positions) {
      expect(job_start_date).toMatch(/^\d{4}(-\d\d){0,2}$/);
      expect(job_end_date === null).toBe(job_is_current);
      if (job_end_date === null) continue;
      expect(isBefore(job_end_date, job_start_date)).toBe(false);
      expect(isBefore(seen, job_end_date)).toBe(false);
    }
  });

  it('employs about 1% at companies that no file contains', () => {
    const main = people.flatMap((person) => person.experiences.filter((position) => position.is_primary));
    const unknown = main.filter(({ company_network_url: url }) => url === null || !companyUrls.has(url));
    expect(unknown.length / people.length).toBeCloseTo(0.01, 2);
  });

  it('leaves most titles unclassified, and classifies the others as a pyramid', () => {
    const classified = positions.filter(({ job_level }) => job_level !== null);
    expect(classified.length / positions.length).toBeCloseTo(0.1, 1);
    const count = (level: string) =>
      classified.filter((position) => position.job_is_current && position.job_level === level).length;
    expect(count('Staff')).toBeGreaterThan(3 * count('Manager'));
    expect(count('Manager')).toBeGreaterThan(count('Director'));
    expect(count('Director')).toBeGreaterThan(count('VP'));
    expect(count('VP')).toBeGreaterThan(0);
    expect(count('C-Team')).toBeLessThan(0.1 * count('Staff'));
  });

  it('gives titles in English with abbreviations, and in German, French and Spanish', () => {
    const titles = new Set(positions.map((position) => position.job_title));
    for (const part of ['VP ', 'Sr. ', 'HR ', 'CTO', 'Mgr', 'Geschäftsführer', 'Responsable', 'Directora']) {
      expect([...titles].some((title) => title.includes(part))).toBe(true);
    }
    expect([...titles].filter((title) => /[{}]|undefined/.test(title))).toEqual([]);
  });

  it('gives about 70% a unique address under .example, at most one of them primary', () => {
    expect(new Set(emails.map(({ email }) => email)).size).toBe(emails.length);
    for (const { email } of emails) {
      expect(email).toMatch(/\.example$/);
      expect(parseEmail(email)).toBe(email);
    }
    for (const person of people) expect(person.emails.filter((one) => one.is_primary).length).toBeLessThanOrEqual(1);
    expect(shareOfPeople((person) => person.emails.length > 0)).toBeCloseTo(0.7, 1);
    expect(emails.filter(({ status }) => status === 'valid').length / emails.length).toBeCloseTo(0.6, 1);
  });

  it('gives about 35% a phone number, some of them shared', () => {
    expect(shareOfPeople((person) => person.phones.length > 0)).toBeCloseTo(0.35, 1);
    const owners = new Map<string, number>();
    for (const { phone } of people.flatMap((person) => person.phones)) owners.set(phone, (owners.get(phone) ?? 0) + 1);
    expect([...owners.values()].some((count) => count === 1)).toBe(true);
    expect([...owners.values()].some((count) => count > 1)).toBe(true);
  });

  it('counts connections from 0 to 500, many at 500 and some unknown', () => {
    for (const { connections_count: count } of people) {
      if (count !== null) expect(count >= 0 && count <= 500 && Number.isInteger(count)).toBe(true);
    }
    expect(shareOfPeople((person) => person.connections_count === 500)).toBeCloseTo(0.35, 1);
    expect(people.some((person) => person.connections_count === null)).toBe(true);
  });

  it('puts no address, number or template placeholder into texts', () => {
    const texts = people
      .flatMap((person) => [person.headline, person.about_me])
      .concat(positions.map((p) => p.job_description));
    expect(texts.filter((text) => text !== null && /[{}@]|undefined|\+\d/.test(text))).toEqual([]);
  });
});
