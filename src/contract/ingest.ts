// Ingest: records pushed by the operator's systems. Paths, options and answer.

import { LIMITS } from './limits.ts';
import { closed, count, maybeText, text } from './schemas/schema.ts';
import { Type } from './schemas/schema-types.ts';

export const INGEST_KINDS = ['companies', 'people', 'jobs'] as const;
export type IngestKind = (typeof INGEST_KINDS)[number];

export const ingestPath = (kind: IngestKind) => `/ingest/v1/${kind}`;
export const INGEST_PATHS: readonly string[] = INGEST_KINDS.map(ingestPath);

/** Accepted media types of the rows. */
export const INGEST_TYPES: readonly string[] = ['application/jsonl', 'application/x-ndjson'];

/** The source of rows if the call does not name one. */
export const INGEST_SOURCE = 'ingest';

/** The options of a call, as query parameters. */
export const IngestOptions = closed({
  source: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LIMITS.sourceLengthMax,
      description: `Name of the source of the rows, as in \`cardfile import --source\`; default \`${INGEST_SOURCE}\``,
    }),
  ),
});

const RejectedRow = closed({
  line: Type.Integer({ minimum: 1, description: 'Line of the row in the body, from 1' }),
  field: maybeText('Field with the fault; null if the fault concerns the whole row'),
  reason: text('Why the row is rejected'),
});

const Warning = closed({
  line: Type.Integer({ minimum: 1, description: 'First line with this warning, from 1' }),
  field: maybeText(
    'Field of the dropped, repaired or unlisted value, or unknown field; null if several share the entry',
  ),
  reason: text('Why the value or field is not stored as given'),
  rows: Type.Integer({ minimum: 1, description: 'Number of values or rows with it' }),
});

export const IngestAnswer = closed({
  created: count('Rows that are new records'),
  merged: count('Rows that changed a record'),
  unchanged: count('Rows that changed nothing'),
  suppressed: count('Rows of suppressed people and companies, which are not stored'),
  refused: count('Rows that are not stored; `rejects` has the reason of each'),
  warned: count('Stored rows of which a value was dropped, repaired or is doubtful; `warnings` has the reasons'),
  generation: count('Generation of the catalog with these rows'),
  rejects: Type.Array(RejectedRow, { description: 'Each rejected row, in the order of the body' }),
  warnings: Type.Array(Warning, {
    maxItems: LIMITS.ingestWarningsMax,
    description:
      'Dropped, repaired and doubtful values, then unknown fields, then values outside a closed list that are kept, by field and reason',
  }),
});
