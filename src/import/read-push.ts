// Reads the rows of one pushed call: JSON Lines in memory, by the rules for imported files.
import { unpackPeople } from '../catalog/packed-people.ts';
import type { PushCall } from '../catalog/writer-port.ts';
import { findAmbiguousIdentities, NO_AMBIGUITIES } from './ambiguous-identities.ts';
import type { ImportKind } from './map/import-fields.ts';
import { makeMapping } from './map/mapping.ts';
import { resolveDateOrder } from './map/resolve-date-order.ts';
import { UTF8 } from './read/encoding.ts';
import { readHeadRows } from './read/read-rows.ts';
import type { Source } from './read/source.ts';
import { type Input, type RejectedRow, readBatches } from './read-batches.ts';
import { addReasons, faultsFirst, type Reason } from './reasons.ts';
import type { ImportRecords } from './record-builder.ts';
import { recordBuilder } from './record-kinds.ts';
import { advance, restoreState } from './run-state.ts';

interface PushedRows {
  readonly kind: ImportKind;
  /** The source of rows that name none. */
  readonly source: string;
  /** Used in place of a file name. */
  readonly origin: string;
  /** ISO timestamp. */
  readonly at: string;
  /** JSON Lines, UTF-8. */
  readonly bytes: Buffer;
}

export interface ReadPush {
  readonly call: PushCall;
  /** In the order of the rows in the body. */
  readonly rejects: readonly RejectedRow[];
  /** Number of accepted rows with a dropped, repaired or doubtful value. */
  readonly warned: number;
  /** Reasons for dropped, repaired and unlisted values and for unknown fields, in this order, without repetition. */
  readonly warnings: readonly Reason[];
}

const FORMAT = { kind: 'json-lines' } as const;
/** Rows whose keys are mapped. The rows of a call usually have the same keys, and are parsed a second time for it. */
const MAPPED_ROWS = 200;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Throws ImportError if no row has the fields of a record. */
export async function readPush({ kind, source, origin, at, bytes }: PushedRows): Promise<ReadPush> {
  const input = await inputOf(kind, origin, bytes);
  const today = at.slice(0, 'YYYY-MM-DD'.length);
  const ambiguous = kind === 'companies' ? await findAmbiguousIdentities([input], { today }) : NO_AMBIGUITIES;
  const builder = recordBuilder(kind, { source, today, commonNames: ambiguous.commonNames });
  const parts: ImportRecords[] = [];
  const lines: number[] = [];
  const rejects: RejectedRow[] = [];
  const counts = { rows: 0, warned: 0, duplicates: 0 };
  let rejectReasons: readonly Reason[] = [];
  let warningReasons: readonly Reason[] = [];
  for await (const batch of readBatches(input, { kind, builder, rowsDone: 0 })) {
    parts.push(batch.records);
    lines.push(...batch.lines);
    rejects.push(...batch.rejects);
    counts.rows += batch.rows;
    counts.warned += batch.warned;
    counts.duplicates += batch.duplicates;
    rejectReasons = addReasons(rejectReasons, batch.rejectReasons);
    warningReasons = addReasons(warningReasons, batch.warningReasons);
  }
  const progress: PushCall['progress'] = (before, outcomes) =>
    advance(restoreState(before), {
      ...counts,
      outcomes,
      rejected: rejects.length - counts.duplicates,
      rejectReasons,
      warningReasons,
      isFileDone: false,
      rejectFiles: [],
    });
  const shared = { source, origin, at, lines, sharedSites: ambiguous.sharedSites, progress };
  const warnings = faultsFirst(warningReasons);
  return { call: { ...shared, ...recordsOf(kind, parts) }, rejects, warned: counts.warned, warnings };
}

async function inputOf(kind: ImportKind, path: string, given: Buffer): Promise<Input> {
  const hasMark = given.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const bytes = hasMark ? given.subarray(BYTE_ORDER_MARK.length) : given;
  const source: Source = {
    path,
    size: bytes.length,
    encoding: UTF8,
    container: null,
    sheet: null,
    otherSheets: [],
    head: bytes,
    bytes: async function* () {
      yield bytes;
    },
    consumed: () => bytes.length,
  };
  const headRows = await readHeadRows(source, FORMAT);
  const mapped = headRows.slice(0, MAPPED_ROWS);
  const mapping = makeMapping({ path, format: FORMAT, kind, headRows: mapped, mapOptions: [] });
  return { source, mapping: await resolveDateOrder(mapping, source, headRows) };
}

/**
 * The records of a call, which can be iterated several times: if the write of a group of calls fails, the calls are
 * written one by one.
 */
function recordsOf(kind: ImportKind, parts: readonly ImportRecords[]) {
  if (kind === 'companies') {
    return { kind, records: parts.flatMap((part) => (part.kind === 'companies' ? part.companies : [])) } as const;
  }
  if (kind === 'jobs') {
    return { kind, records: parts.flatMap((part) => (part.kind === 'jobs' ? part.openings : [])) } as const;
  }
  const people = parts.flatMap((part) => (part.kind === 'people' ? [part.people] : []));
  const records = {
    *[Symbol.iterator]() {
      for (const part of people) yield* unpackPeople(part);
    },
  };
  return { kind, records } as const;
}
