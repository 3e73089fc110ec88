// The description of an upload, the state of its import, and whether its bytes are sound.

import { randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import { nullable, oneOf } from '../contract/schemas/schema.ts';
import { Type } from '../contract/schemas/schema-types.ts';
import { validatorOf } from '../http/body/validate.ts';
import { IMPORT_KINDS } from '../import/map/import-fields.ts';
import type { StoredReport } from '../import/run-import.ts';

const Text = Type.String();
const Count = Type.Number({ minimum: 0 });
const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' });

/** The description: `file` is the name in the browser, `name` is the name in this folder. */
const UploadSchema = Type.Object({
  id: Text,
  file: Text,
  name: Type.String({ pattern: '^[\\w-][\\w.-]*$', maxLength: 200 }),
  bytes: Type.Integer({ minimum: 1 }),
  uploadedAt: Time,
  uploadedBy: Text,
  sha256: Type.Optional(nullable(Type.String({ pattern: '^[0-9a-fA-F]{64}$' }))),
});
export type StoredUpload = Static<typeof UploadSchema>;

const ReasonsSchema = Type.Array(
  Type.Object({ field: nullable(Text), reason: Text, count: Count, file: Text, line: Count }),
);
const ReportSchema = Type.Object({
  ...{ read: Count, created: Count, merged: Count, unchanged: Count, suppressed: Count, rejected: Count },
  ...{ warned: Type.Optional(Count), warnings: Count, rowsPerSecond: Count },
  ...{ topRejects: ReasonsSchema, topWarnings: ReasonsSchema, unknownFields: ReasonsSchema },
});
/** The import. */
const ImportSchema = Type.Object({
  choices: Type.Object({
    kind: oneOf(IMPORT_KINDS),
    source: Type.Optional(Text),
    sheet: Type.Optional(Text),
    preset: Type.Optional(nullable(Text)),
    map: Type.Optional(Type.Array(Type.Object({ field: Text, column: Text }))),
  }),
  source: Text,
  state: oneOf(['waiting', 'running', 'indexing', 'finished', 'failed']),
  startedAt: Time,
  startedBy: Text,
  finishedAt: nullable(Time),
  rows: Count,
  bytesDone: nullable(Count),
  bytesTotal: nullable(Count),
  report: nullable(ReportSchema),
  error: nullable(Text),
});
export type StoredImport = Omit<Static<typeof ImportSchema>, 'report'> & { readonly report: StoredReport | null };

export const problemsOfUpload = validatorOf(UploadSchema);
export const problemsOfImport = validatorOf(ImportSchema);

/** An upload whose bytes are sound. */
export interface SoundUpload {
  readonly upload: StoredUpload;
  /** Null if no import was begun. */
  readonly begun: StoredImport | null;
  readonly received: number;
  readonly damage: null;
}

/** A damaged upload, which can only be removed. */
interface DamagedUpload {
  readonly id: string;
  /** Null if the description is unknown. */
  readonly upload: StoredUpload | null;
  /** The import as far as it is known: its effects remain. */
  readonly begun: StoredImport | null;
  readonly sinceMs: number;
  /** Description of the damage. */
  readonly damage: string;
}

export type FoundUpload = SoundUpload | DamagedUpload;

const ID = /^upl_[0-9a-f]{18}$/;
const NAME_LENGTH_MAX = 100;

export const isUploadId = (text: string): boolean => ID.test(text);

/**
 * The upload that a file belongs to; null for any other file. The data folder does not matter: it may be a relative
 * path, moved or restored, or that of another server.
 */
export function uploadOfFile(path: string): string | null {
  const id = /(?:^|[/\\])uploads[/\\](upl_[0-9a-f]+)[/\\]/.exec(path)?.[1] ?? '';
  return isUploadId(id) ? id : null;
}

/** The description of a new upload. */
export function newUpload(given: Omit<StoredUpload, 'id' | 'name'>): StoredUpload {
  return { ...given, id: `upl_${randomBytes(9).toString('hex')}`, name: safeName(given.file) };
}

/** The name with its extensions, in characters that have no special meaning on any system. */
function safeName(file: string): string {
  const name = file
    .replace(/^.*[/\\]/, '')
    .replace(/[^\w.-]+/g, '_')
    .slice(-NAME_LENGTH_MAX)
    .replace(/^\.+/, '');
  return name === '' ? 'file' : name;
}
