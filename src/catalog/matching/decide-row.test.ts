// Decisions over records in memory. Each row is one line of the form `source: Name #profile @domain <address>
// [employer] DE`.
import { describe, expect, it } from 'vitest';
import type { CompanyRecord, PersonRecord } from '../../contract/import-records.ts';
import { MERGE_RULES } from '../../import/merge.ts';
import { type MemoryRecords, memoryCompanies, memoryPeople } from '../conformance/memory-records.ts';
import { companyRecord, email, personRecord, position, unlistedPerson } from '../conformance/records.ts';
import { preparePerson } from '../prepare-person.ts';
import type { Outcome } from '../writer-port.ts';
import { COMPANY_LOOKUP_TRAITS, companyRules } from './company-rules.ts';
import { decideRow, type KindTypes } from './decide-row.ts';
import { KnownLookups } from './known-lookups.ts';
import type { BulkLookups, CompanyLookups } from './lookups.ts';

const AT = '2026-11-21T10:20:30.000Z';

/** The parts of a row in the notation. */
function parse(line: string) {
  const [, source = '', text = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, part = '']) => part);
  const country_code = / ([A-Z]{2})$/.exec(text)?.[1] ?? null;
  return {
    source,
    name: text.replace(/ [#@<[].*$| [A-Z]{2}$/, ''),
    slug: all(/#(\S+)/g)[0] ?? null,
    domains: all(/ @(\S+)/g),
    addresses: all(/<(\S+)>/g),
    employer: all(/\[(.+)\]/g)[0] ?? null,
    country_code,
  };
}

function company(line: string): CompanyRecord {
  const { slug, name, domains, country_code } = parse(line);
  const hq = country_code === null ? null : { city: null, state: null, country_code };
  return companyRecord(slug, { name, domains, hq });
}

function person(line: string): PersonRecord {
  const { slug, name, addresses, employer, country_code } = parse(line);
  const record = personRecord(slug ?? '', {
    full_name: name,
    emails: addresses.map((address) => email(address)),
    experiences: employer === null ? [] : [position({ company_name: employer })],
    location: country_code === null ? null : { city: null, state_code: null, country_code },
  });
  return slug === null ? unlistedPerson(record) : record;
}

/** Imports rows in order; adjacent rows of one source form one run. Returns the outcomes. */
function imported<Kind extends KindTypes>(
  memory: MemoryRecords<Kind>,
  lines: readonly string[],
  read: (line: string) => Kind['incoming'],
): Outcome[] {
  const runs: { source: string; rows: Kind['incoming'][] }[] = [];
  for (const line of lines) {
    const { source } = parse(line);
    const last = runs.at(-1);
    if (last?.source === source) last.rows.push(read(line));
    else runs.push({ source, rows: [read(line)] });
  }
  return runs.flatMap(({ source, rows }) => memory.load(rows, source, AT));
}

/** Each record as `slug: source source`. */
function shown<Kind extends KindTypes>(memory: MemoryRecords<Kind>): string[] {
  return memory.founds().map(({ id, slug }) => `${slug}: ${memory.sourcesOf(id).join(' ')}`);
}

function companies(lines: readonly string[], sharedSites: readonly string[] = []): string[] {
  const memory = memoryCompanies(MERGE_RULES.company, sharedSites);
  imported(memory, lines, company);
  return shown(memory);
}

function people(lines: readonly string[]): string[] {
  const memory = memoryPeople(MERGE_RULES.person);
  imported(memory, lines, (line) => preparePerson(person(line)));
  return shown(memory).map((each) => each.replace(/-[0-9a-f]{12}:/, '-*:'));
}

describe('a row of a company', () => {
  it.each<[string, string[], string[]]>([
    ['is merged with the company of its profile URL', ['a: Acme #acme', 'b: Beta #acme'], ['acme: a b']],
    [
      'is merged with the company on its site',
      ['a: Acme @acme.example', 'b: Acme Inc. @shop.acme.example'],
      ['acme: a b'],
    ],
    ['gives a company its profile URL', ['a: Acme @acme.example', 'b: Acme #real @acme.example'], ['real: a b']],
    [
      'is not merged with a company with another profile URL',
      ['a: Acme #one @acme.example', 'b: Acme #two @acme.example'],
      ['one: a', 'two: b'],
    ],
    [
      'merges two companies that both match it',
      ['a: Acme @acme.example', 'b: Acme @acme.test', 'c: Acme #acme @acme.example @acme.test'],
      ['acme: a b c'],
    ],
    [
      'is merged with neither of two contradictory companies',
      ['a: Acme @acme.example DE', 'b: Beta @beta.example FR', 'c: Gamma #gamma @acme.example @beta.example'],
      ['acme: a', 'beta: b', 'gamma: c'],
    ],
    ['takes over a generated slug', ['a: Acme DE', 'b: Beta #acme FR'], ['acme-2: a', 'acme: b']],
    [
      'is merged by its name alone, with a row of another source',
      ['a: Acme #acme @acme.example DE', 'b: ACME DE'],
      ['acme: a b'],
    ],
    [
      'is merged by its name alone, with a row of its own source',
      ['a: Acme #acme @acme.example DE', 'a: ACME DE'],
      ['acme: a a'],
    ],
    [
      'is merged by a long name, even in another country',
      ['a: Acme Rocket Works DE', 'b: The Acme Rocket Works FR'],
      ['acme-rocket-works: a b'],
    ],
    ['is counted once if it is repeated', ['a: Acme #acme', 'b: Beta', 'a: Acme #acme'], ['acme: a', 'beta: b']],
  ])('%s', (_, lines, records) => {
    expect(companies(lines)).toEqual(records);
  });

  it('must also match by name on a shared site', () => {
    const lines = ['a: Acme @acme.example', 'b: Beta @acme.example', 'c: Acme Ltd @acme.example'];
    expect(companies(lines)).toEqual(['acme: a b c']);
    expect(companies(lines, ['acme.example'])).toEqual(['acme: a c', 'beta: b']);
  });
});

describe('a row of a person', () => {
  it.each<[string, string[], string[]]>([
    ['is merged with the person of its profile URL', ['a: Jane Doe #jane', 'b: J. Doe #jane'], ['jane: a b']],
    [
      'is merged by a personal address',
      ['a: Jane Doe #jane <jane@acme.example>', 'b: J. Doe <jane@acme.example>'],
      ['jane: a b'],
    ],
    [
      'is not merged by a role address',
      ['a: Jane Doe #jane <info@acme.example>', 'b: J. Doe <info@acme.example>'],
      ['jane: a', 'j-doe-*: b'],
    ],
    ['is merged by name and employer', ['a: Jane Doe #jane [Acme]', 'b: Jane Doe [Acme Inc.]'], ['jane: a b']],
    [
      'is not merged with a person in another country',
      ['a: Jane Doe #jane [Acme] DE', 'b: Jane Doe [Acme] FR'],
      ['jane: a', 'jane-doe-*: b'],
    ],
    ['gives a person her profile URL', ['a: Jane Doe [Acme]', 'b: Jane Doe #jane [Acme]'], ['jane: a b']],
    [
      'merges two people who both match it',
      ['a: Jane Doe #jane', 'b: Jane Doe <jane@acme.example>', 'c: Jane Doe #jane <jane@acme.example>'],
      ['jane: a b c'],
    ],
    [
      'is not merged with a person with another profile URL',
      ['a: Jane Doe #one [Acme]', 'b: Jane Doe #two [Acme]'],
      ['one: a', 'two: b'],
    ],
    [
      'is merged with none of several namesakes',
      ['a: Jane Doe #one [Acme]', 'a: Jane Doe #two [Acme]', 'b: Jane Doe [Acme]'],
      ['one: a', 'two: a', 'jane-doe-*: b'],
    ],
  ])('%s', (_, lines, records) => {
    expect(people(lines)).toEqual(records);
  });
});

describe('an undone run', () => {
  it('separates the records that it merged', () => {
    const memory = memoryCompanies(MERGE_RULES.company);
    const outcomes = imported(
      memory,
      ['a: Acme @acme.example', 'b: Acme @acme.test', 'c: Acme #real @acme.example @acme.test'],
      company,
    );
    expect(outcomes).toEqual(['created', 'created', 'merged']);
    expect(shown(memory)).toEqual(['real: a b c']);
    memory.undoLast();
    expect(shown(memory)).toEqual(['acme: a', 'acme-2: b']);
    memory.undoLast();
    expect(shown(memory)).toEqual(['acme: a']);
  });

  it('leaves a row in place if its source contained it before', () => {
    const memory = memoryCompanies(MERGE_RULES.company);
    imported(memory, ['a: Acme #acme', 'b: Beta', 'a: Acme Inc. #acme'], company);
    expect(memory.founds().map(({ record }) => record.name)).toEqual(['Acme Inc.', 'Beta']);
    memory.undoLast();
    expect(memory.founds().map(({ record }) => record.name)).toEqual(['Acme', 'Beta']);
  });
});

/** A store that answers many keys per look-up. */
function inBulk<Lookups extends object>(lookups: Lookups): BulkLookups<Lookups> {
  const bulk = Object.entries(lookups).map(([name, look]) => [name, (keys: unknown[]) => keys.map((key) => look(key))]);
  return Object.fromEntries(bulk) as BulkLookups<Lookups>;
}

describe('decisions on a batch', () => {
  it('need the same few fetches for any number of rows', () => {
    const memory = memoryCompanies(MERGE_RULES.company);
    const line = (source: string, index: number) => `${source}: Acme ${index} @acme-${index}.example DE`;
    const rowsOf = (source: string, count: number) =>
      Array.from({ length: count }, (_, index) => company(line(source, index)));
    memory.load(rowsOf('a', 50), 'a', AT);
    memory.load([company('b: Beta')], 'b', AT);
    const store = inBulk(memory.rules.lookups as CompanyLookups);
    for (const count of [1, 100]) {
      const known = new KnownLookups<CompanyLookups>(COMPANY_LOOKUP_TRAITS);
      const rules = companyRules(known.lookups, known.isWaiting, MERGE_RULES.company);
      const decide = (row: CompanyRecord) =>
        known.decide(() => decideRow(row, { runId: 2, sourceId: 2, file: 0, line: 2, rowVerdicts: [] }, rules));
      let fetches = 0;
      let decisions = rowsOf('b', count).map(decide);
      for (; decisions.includes(null); fetches += 1) {
        known.learn(store);
        decisions = rowsOf('b', count).map(decide);
      }
      expect(fetches).toBeLessThanOrEqual(4);
      expect(decisions.map((each) => each?.outcome)).toEqual(Array(count).fill('written'));
    }
  });
});
