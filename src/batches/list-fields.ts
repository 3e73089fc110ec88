// Maps the columns of a list to the body of a call: the possible enrichments, and the fields that can identify its
// people or companies.

import type { BulkedOperation } from '../contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints/endpoints.ts';
import { answerFields } from '../contract/resources/batches.ts';
import { mappedFields } from './batch-options.ts';

/** The kind of record that each row of a list describes. */
export type ListKind = 'person' | 'company';

/** Where the operation takes the fields of the row. */
interface Enrichment {
  readonly operation: BulkedOperation;
  readonly kind: ListKind;
  /** Before the name of each field in the body of the call. */
  readonly prefix: '' | 'person.';
}

/** The enrichments of lists, in the order in which they are offered. */
export const ENRICHMENTS: readonly Enrichment[] = [
  { operation: 'email', kind: 'person', prefix: 'person.' },
  { operation: 'phone', kind: 'person', prefix: 'person.' },
  { operation: 'match-person', kind: 'person', prefix: '' },
  { operation: 'match-company', kind: 'company', prefix: '' },
];

/** Members of the bodies that are options, not values of a row. */
const OPTIONS = ['min_score', 'max_candidates', 'include_work'];

/** The fields of an enrichment that a column may fill. */
function inputFields({ operation, prefix }: Enrichment): string[] {
  return [...mappedFields(ENDPOINTS[operation].body).keys()]
    .filter((name) => name.startsWith(prefix) && (prefix !== '' || !OPTIONS.includes(name)))
    .map((name) => name.slice(prefix.length));
}

/** The paths of the answer of an enrichment, and its price for a found row. */
export function enrichmentView({ operation, kind, prefix }: Enrichment) {
  const { credits, answer } = ENDPOINTS[operation];
  return { operation, kind, credits, fields: inputFields({ operation, kind, prefix }), adds: answerFields(answer) };
}

/** Field of the import form: field of the call, where the names differ. */
const RENAMED: Readonly<Record<string, string>> = {
  mobile_phone: 'phone',
  direct_phone: 'phone',
  company_website: 'company_domain',
  website: 'domain',
  email_domain: 'domain',
  'location.city': 'city',
  'location.country_code': 'country_code',
  'hq.city': 'city',
  'hq.country_code': 'country_code',
};
const COUNTRY_CODE = /^[A-Z]{2}$/i;

const KIND_OF = { people: 'person', companies: 'company' } as const;
const FIELDS = {
  person: new Set(ENRICHMENTS.filter(({ kind }) => kind === 'person').flatMap(inputFields)),
  company: new Set(ENRICHMENTS.filter(({ kind }) => kind === 'company').flatMap(inputFields)),
};

/** The field of the call for a guessed field of the import form; null if no call has such a field. */
export function fieldOf(kind: keyof typeof KIND_OF, field: string, samples: readonly string[]): string | null {
  const callField = RENAMED[field] ?? field;
  // Calls accept codes only: the name of a country would make each row invalid.
  if (callField === 'country_code' && !samples.every((sample) => COUNTRY_CODE.test(sample))) return null;
  return FIELDS[KIND_OF[kind]].has(callField) ? callField : null;
}
