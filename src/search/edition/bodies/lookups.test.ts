// Look-ups in a pack whose tables name every document for every key: the verification alone decides.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Codec } from '../../../codec/codec.ts';
import { atOnce } from '../../../ops/scheduling/work.ts';
import { BucketTableWriter } from './bucket-table.ts';
import { ContactsWriter } from './contacts-format.ts';
import { CONTACTS_SECTION, LOOK_UP_TABLES, type LookUpTable, startsOf } from './lookup-sections.ts';
import { contactTexts, type FoundPerson, PackLookups } from './lookups.ts';
import { packInMemory } from './pack-image.ts';
import { MemoryOutput } from './pack-output.ts';
import { Pack } from './pack-reader.ts';
import { PackWriter } from './pack-writer.ts';
import { RecordPack } from './record-pack.ts';
import { dictionaryOf, UnitBuilder, writeCompanyUnit } from './record-units.ts';

const email = (address: string) => ({ email: address, status: null, verified_at: null, is_primary: false });
const phone = (number: string) => ({ phone: number, kind: null });
const PEOPLE = [
  {
    ...{ slug: 'jane', ids: ['crm_id:1', 'x_handle:jane'] },
    emails: [email('jane@acme.example'), email('team@acme.example')],
    phones: [phone('+447700900001')],
  },
  {
    ...{ slug: 'joe', ids: ['crm_id:1'] },
    emails: [email('team@acme.example')],
    phones: [phone('+447700900001'), phone('+447700900002')],
  },
  { slug: 'none', emails: [], phones: [], ids: [] },
];
const company = (slug: string, domains: string[], ids: string[]) => {
  const empty = Buffer.alloc(0);
  return { id: 1, slug, email_domain: null, domains, ids, employer: empty, rest: empty, hiring: empty };
};
const COMPANIES = [
  company('acme', ['acme.example', 'shared.example'], ['lei:1']),
  company('beta', ['shared.example'], ['lei:1', 'crm_id:1']),
];
const KEYS = [
  ...['jane', 'joe', 'none', 'unknown', 'acme', 'beta'],
  ...['jane@acme.example', 'team@acme.example', 'unknown@acme.example', 'acme.example', 'shared.example'],
  ...['+447700900001', '+447700900002', '+447700900003', 'crm_id:1', 'x_handle:jane', 'lei:1', 'lei:2'],
];

function writtenPack(companies = COMPANIES, keys = KEYS): Pack {
  const output = new MemoryOutput();
  const pack = new PackWriter(output, 'aaaabbbbccccdddd');
  const contacts = new ContactsWriter();
  pack.units(CONTACTS_SECTION, (append) => PEOPLE.forEach((person) => void append(contacts.write(person))));
  const empty = new Uint8Array(0);
  const [builder, codec] = [new UnitBuilder(), new Codec(empty)];
  pack.units('companies', (append) => companies.forEach((each) => void append(writeCompanyUnit(builder, each, codec))));
  for (const section of ['people', 'jobs']) pack.units(section, () => undefined);
  for (const section of ['people', 'companies', 'jobs'] as const) pack.resident(dictionaryOf(section), empty);
  for (const name of Object.keys(LOOK_UP_TABLES) as LookUpTable[]) {
    const table = new BucketTableWriter({ path: join(tmpdir(), `cardfile-look-ups-${process.pid}`) });
    const records = LOOK_UP_TABLES[name].startsWith('companies.') ? companies : PEOPLE;
    for (const key of keys) records.forEach((_, doc) => void table.add(key, doc));
    let starts: Uint32Array = new Uint32Array(0);
    pack.bytes(LOOK_UP_TABLES[name], (append) => {
      starts = table.finish(append);
    });
    pack.resident(startsOf(name), starts);
  }
  pack.finish();
  return new Pack(packInMemory(output.content()));
}

function lookups(companies = COMPANIES, keys = KEYS): PackLookups {
  const pack = writtenPack(companies, keys);
  // Joe was imported before Jane, and neither has a company.
  const people = { idOf: (doc: number) => 100 - doc, companyOf: () => COMPANIES.length };
  return new PackLookups(pack, { records: new RecordPack(pack), people });
}

test('a search of the whole pack reads the identifiers of all people', () => {
  expect(Array.from(contactTexts(writtenPack()), String)).toEqual([
    '/in/jane"\njane@acme.example\nteam@acme.example\n+447700900001\ncrm_id:1\nx_handle:jane',
    '/in/joe"\nteam@acme.example\n+447700900001\n+447700900002\ncrm_id:1',
    '/in/none"',
  ]);
});

test('a look-up of all companies on a domain pauses after each 500 candidates', () => {
  const companies = Array.from({ length: 1200 }, (_, at) => company(`branch-${at}`, ['branches.example'], []));
  const work = lookups(companies, ['branches.example']).companyDocsOnDomain('branches.example');
  const pauses = [work.next(), work.next()];
  expect(pauses.map(({ done }) => done)).toEqual([false, false]);
  expect(work.next()).toEqual({ done: true, value: companies.map((_, doc) => doc) });
});

const slugOf = (_: number, { slug }: { readonly slug: string }) => slug;

test('a candidate answers only for identifiers of its own record', () => {
  const found = lookups();
  for (const key of KEYS) {
    expect(found.person(key)?.contacts.slug, key).toBe(PEOPLE.find(({ slug }) => slug === key)?.slug);
    expect(found.company(key, slugOf) ?? undefined, key).toBe(COMPANIES.find(({ slug }) => slug === key)?.slug);
    const onDomain = COMPANIES.filter(({ domains }) => domains.includes(key)).map(({ slug }) => slug);
    expect(found.companiesOnDomain(key, 10, slugOf)).toEqual(onDomain);
    expect(found.companiesOnDomain(key, 1, slugOf)).toEqual(onDomain.slice(0, 1));
    const docs = COMPANIES.flatMap(({ domains }, doc) => (domains.includes(key) ? [doc] : []));
    expect(atOnce(found.companyDocsOnDomain(key))).toEqual(docs);
    const withId = COMPANIES.filter(({ ids }) => ids.includes(key)).map(({ slug }) => slug);
    expect(found.companiesWithId(key, slugOf)).toEqual(withId);
    // The last one was imported first.
    const owners = PEOPLE.filter(({ ids }) => ids.includes(key)).map(({ slug }) => slug);
    expect(found.peopleWithId(key).map(({ contacts }) => contacts.slug)).toEqual(owners.toReversed());
  }
  const slugsOf = (people: readonly FoundPerson[]) => people.map(({ contacts }) => contacts.slug);
  expect(slugsOf(found.peopleOfEmail('jane@acme.example', 2))).toEqual(['jane']);
  expect(slugsOf(found.peopleOfEmail('team@acme.example', 1))).toEqual(['joe']);
  expect(slugsOf(found.peopleOfEmail('team@acme.example', 2))).toEqual(['joe', 'jane']);
  expect(found.peopleOfEmail('unknown@acme.example', 2)).toEqual([]);
  expect(slugsOf(found.peopleOfPhone('+447700900001', 1))).toEqual(['joe']);
  expect(slugsOf(found.peopleOfPhone('+447700900001', 2))).toEqual(['joe', 'jane']);
  expect(slugsOf(found.peopleOfPhone('+447700900002', 2))).toEqual(['joe']);
  expect(found.peopleOfPhone('+447700900003', 2)).toEqual([]);
});
