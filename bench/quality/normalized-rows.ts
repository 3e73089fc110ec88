// Labelled rows as the import reads them: normalized records, before any is matched.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackPeople } from '../../src/catalog/packed-people.ts';
import { personRecord } from '../../src/catalog/views/person-json.ts';
import type { CompanyRecord, PersonRecord } from '../../src/contract/import-records.ts';
import { openInputs } from '../../src/import/open-inputs.ts';
import { readBatches } from '../../src/import/read-batches.ts';
import type { ImportRecords } from '../../src/import/record-builder.ts';
import { recordBuilder } from '../../src/import/record-kinds.ts';
import type { TruthKind } from './import-truth.ts';
import type { TruthRow } from './truth.ts';

type Normalized = CompanyRecord | PersonRecord;

/** The record of each row by its id; rejected rows have none. */
export async function normalizedRows(kind: TruthKind, rows: readonly TruthRow[]): Promise<Map<string, Normalized>> {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-normalized-'));
  const recordOf = new Map<string, Normalized>();
  try {
    const path = join(folder, 'rows.jsonl');
    writeFileSync(path, rows.map(({ values }) => JSON.stringify(values)).join('\n'));
    const from = { kind, files: [path], mapOptions: [], preset: null, saved: null, encoding: null };
    const [input] = await openInputs(from);
    if (input === undefined) return recordOf;
    const builder = recordBuilder(kind, { source: 'flat', today: '2026-03-15', commonNames: new Set() });
    for await (const { records, lines } of readBatches(input, { kind, builder, rowsDone: 0 })) {
      for (const [index, record] of recordsIn(records).entries()) {
        const row = rows[(lines[index] ?? 0) - 1];
        if (row !== undefined) recordOf.set(row.id, record);
      }
    }
    return recordOf;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function recordsIn(records: ImportRecords): Normalized[] {
  if (records.kind === 'companies') return [...records.companies];
  if (records.kind === 'people') return [...unpackPeople(records.people)].map((each) => personRecord(each, each));
  return [];
}
