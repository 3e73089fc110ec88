// Ingest (pushed records) in the OpenAPI document: JSON Lines bodies, and the ingest key of the operator.
import {
  INGEST_KINDS,
  INGEST_SOURCE,
  INGEST_TYPES,
  IngestAnswer,
  type IngestKind,
  ingestPath,
} from '../../contract/ingest.ts';
import { LIMITS } from '../../contract/limits.ts';
import { errorOfStatus, errorReferences } from './errors.ts';
import { headerReferences } from './headers.ts';
import { type Json, schemaReference } from './schemas.ts';

/** The tag of these operations and its description. */
export const INGEST_TAG = {
  name: 'Ingest',
  description: 'Records that the systems of the operator push. Free; with an ingest key only.',
};

/** The security scheme of these operations. */
export const INGEST_KEY: Json = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'An ingest key (`cf_ingest_…`) of the operator: `cardfile keys create --ingest`',
};

const ERRORS = [401, 405, 413, 422, 429, 500, 503].map(errorOfStatus);

const EXAMPLES: Readonly<Record<IngestKind, object>> = {
  companies: { network_url: 'https://www.network.example/company/acme', name: 'Acme', domain: 'acme.example' },
  people: {
    network_url: 'https://www.network.example/in/jane-doe',
    full_name: 'Jane Doe',
    job_title: 'VP Sales',
    company_domain: 'acme.example',
    emails: [{ email: 'jane@acme.example', status: 'valid' }],
  },
  jobs: { company_domain: 'acme.example', title: 'Cook', url: 'https://acme.example/jobs/1' },
};

const SOURCE: Json = {
  name: 'source',
  in: 'query',
  required: false,
  description: 'Name of the source of the rows',
  schema: { type: 'string', minLength: 1, maxLength: LIMITS.sourceLengthMax, default: INGEST_SOURCE },
};

function operationOf(kind: IngestKind): Json {
  const example = `${JSON.stringify(EXAMPLES[kind])}\n`;
  const schema = { type: 'string', description: 'One JSON object a line, in the import form' };
  return {
    operationId: `ingest${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    tags: [INGEST_TAG.name],
    summary: `Push ${kind}`,
    description:
      `Writes up to ${LIMITS.ingestLinesMax} rows (16 MiB) by the rules of \`cardfile import\`, and answers after the durable commit. ` +
      'Rows that cannot be used are listed in `rejects`; the others are written. Values that are dropped or repaired, and ' +
      'unknown fields, are listed in `warnings`. Sending rows again changes nothing.',
    security: [{ ingestKey: [] }],
    parameters: [SOURCE],
    requestBody: {
      required: true,
      content: Object.fromEntries(INGEST_TYPES.map((type) => [type, { schema, example }])),
    },
    responses: {
      200: {
        description: 'The rows are committed.',
        headers: headerReferences(['x-request-id']),
        content: { 'application/json': { schema: schemaReference(IngestAnswer) } },
      },
      ...errorReferences(ERRORS, 'ingest'),
    },
  };
}

/** The paths of ingest. */
export function ingestPaths(): Json {
  return Object.fromEntries(INGEST_KINDS.map((kind) => [ingestPath(kind), { post: operationOf(kind) }]));
}
