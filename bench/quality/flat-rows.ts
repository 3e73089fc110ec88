// Labelled rows as flat, normalized columns for other engines: the same values that Cardfile's matching reads.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackPeople } from '../../src/catalog/packed-people.ts';
import { personRecord } from '../../src/catalog/views/person-json.ts';
import type { CompanyRecord, PersonRecord } from '../../src/contract/import-records.ts';
import { companyNameKey } from '../../src/identity/company-name.ts';
import { siteOf } from '../../src/identity/domain.ts';
import { openInputs } from '../../src/import/open-inputs.ts';
import { readBatches } from '../../src/import/read-batches.ts';
import { recordMaker } from '../../src/import/record-kinds.ts';
import { fold } from '../../src/words/words.ts';
import type { TruthKind } from './import-truth.ts';
import type { TruthRow } from './truth.ts';

type FlatRow = Readonly<Record<string, string | null>>;

export async function flatRows(kind: TruthKind, rows: readonly TruthRow[]): Promise<FlatRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-flat-'));
  try {
    const path = join(folder, 'rows.jsonl');
    writeFileSync(path, rows.map(({ values }) => JSON.stringify(values)).join('\n'));
    const [input] = await openInputs({
      kind,
      files: [path],
      mapOptions: [],
      preset: null,
      saved: null,
      encoding: null,
    });
    if (input === undefined) return [];
    const maker = recordMaker(kind, { source: 'flat', today: '2026-03-15', commonNames: new Set() });
    const flat: FlatRow[] = [];
    for await (const { records, lines } of readBatches(input, { kind, maker, rowsDone: 0 })) {
      const idOf = (index: number) => rows[(lines[index] ?? 0) - 1]?.id ?? '';
      if (records.kind === 'companies')
        flat.push(
          ...records.companies.map((company, index) => ({ unique_id: idOf(index), ...companyColumns(company) })),
        );
      if (records.kind === 'people') {
        let index = 0;
        for (const person of unpackPeople(records.people))
          flat.push({ unique_id: idOf(index++), ...personColumns(personRecord(person, person)) });
      }
    }
    return flat;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const lower = (text: string | null | undefined) => (text == null || text === '' ? null : fold(text));

function companyColumns({ name, domains, hq, network_url }: CompanyRecord): FlatRow {
  return {
    name: lower(name),
    core_name: companyNameKey(name) || null,
    site: domains[0] === undefined ? null : siteOf(domains[0]),
    city: lower(hq?.city),
    country: hq?.country_code ?? null,
    profile: network_url?.slug ?? null,
  };
}

function personColumns(person: PersonRecord): FlatRow {
  const [main] = person.experiences;
  const words = fold(person.full_name).split(/\s+/);
  const isMade = /-[0-9a-f]{12}$/.test(person.network_url.slug);
  return {
    full_name: lower(person.full_name),
    first_name: words[0] ?? null,
    surname: words.at(-1) ?? null,
    email: person.emails[0]?.email ?? null,
    phone: person.phones[0]?.phone ?? null,
    employer: main?.company_name == null ? null : companyNameKey(main.company_name) || null,
    title: lower(main?.job_title),
    city: lower(person.location?.city),
    country: person.location?.country_code ?? null,
    profile: isMade ? null : person.network_url.slug,
  };
}
