// The answers of the dashboard's routes as schemas. Times are ISO timestamps in UTC, shares are from 0 to 1.

import type { TProperties } from 'typebox';
import { ROLES } from '../../contract/roles.ts';
import { closed, maybeInteger, maybeText, nullable, oneOf, text } from '../../contract/schemas/schema.ts';
import { Type } from '../../contract/schemas/schema-types.ts';
import { SUPPRESSION_KINDS, SUPPRESSION_REASONS } from '../../contract/suppressions.ts';
import { IMPORT_KINDS } from '../../import/map/import-fields.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const rowsOf = <Properties extends TProperties>(properties: Properties, description: string) =>
  Type.Array(closed(properties), { description });

export const role = oneOf(ROLES, {
  description:
    'operator: everything; member: the own account; read_only: sees the own account, changes and spends nothing; ' +
    'billing: sees credits, usage and keys of the own account',
});
const account = maybeText('Name of the account; null for an operator without one');

export const MemberShape = closed({
  id: text('Identifier, mem_…'),
  email: text('Address that signs in'),
  name: text('Shown name'),
  role,
  account,
  created_at: text('When the member joined'),
  last_seen_at: maybeText('Last signed-in request, to the minute'),
  has_password: Type.Boolean({ description: 'false: signs in with OpenID Connect only' }),
  has_totp: Type.Boolean({ description: 'Whether sign-in also requires a code' }),
});

export const SessionShape = closed({
  state: oneOf(['set_up', 'signed_out', 'needs_code', 'signed_in'], {
    description:
      'set_up: there is no operator yet; the link of the first start creates one; ' +
      'needs_code: session.code takes the code of two-step sign-in',
  }),
  member: nullable(MemberShape),
  csrf_token: maybeText('CSRF token, sent as x-csrf-token with every request other than GET; null while signed out'),
  idle_ends_at: maybeText('End of the session if it is not used again'),
  ends_at: maybeText('Latest end of the session'),
  oidc: nullable(
    closed({
      label: text('Name of the provider, for the button'),
      start_path: text('Page to open; accepts ?return_to=/path'),
    }),
  ),
  sends_resets: Type.Boolean({ description: 'Whether a forgotten password can be reset by mail' }),
  version: text('Version of Cardfile'),
});

export const InvitationShape = closed({
  id: text('Identifier, inv_…'),
  email: text('Invited address'),
  member_name: maybeText('Name of the member whose password it resets; null for a new member'),
  role,
  account,
  created_at: text('Time of creation'),
  expires_at: text('End of validity'),
  invited_by: text('Member who created it; "command line" for cardfile members invite'),
});

export const CreatedInvitationShape = closed({
  ...InvitationShape.properties,
  link: text('Address to send to the invited person, shown only now: /invite#token=…'),
  mail: oneOf(['off', 'sent', 'failed'], {
    description: 'Whether the link was mailed; off: no mail server is configured',
  }),
});

export const OpenedInvitationShape = closed({
  email: text('Invited address'),
  name: maybeText('Name of the member who chooses a new password with it; null for a new member'),
  role,
  account,
  expires_at: text('End of validity'),
});

const sharedOfKeys = {
  name: text('Name, such as the purpose; may be empty'),
  masked: text('The key with its first and last four characters readable'),
  created_at: text('Time of creation'),
  expires_at: maybeText('Time of expiry'),
  revoked_at: maybeText('Time of revocation'),
  last_used_at: maybeText('Time of the last call'),
  state: oneOf(['active', 'expired', 'revoked'], { description: 'Only an active key can be rotated' }),
};

export const KeyShape = closed({
  id: text('Identifier, key_…'),
  account: text('Name of the account'),
  allowed_paths: Type.Array(Type.String(), { description: 'Full paths that it may call; empty: all' }),
  ...sharedOfKeys,
});

/** A key with which systems of the operator push records. */
export const IngestKeyShape = closed({ id: text('Identifier, ikey_…'), ...sharedOfKeys });

export const CreatedKeyShape = closed({ ...KeyShape.properties, key: text('The key itself, shown only now') });

const ImportCounts = closed({
  read: count('Rows'),
  created: count('New records'),
  merged: count('Changed records'),
  unchanged: count('Unchanged records'),
  suppressed: count('Rows dropped by the suppression list'),
  rejected: count('Rejected rows'),
  duplicates: count('Rows that repeat earlier ones of the file'),
  accepted_with_warnings: count('Rows that were accepted without some of their values'),
  warnings: count('Values dropped or repaired'),
});

const Reasons = rowsOf(
  {
    field: text('Field, or empty'),
    reason: text('The reason'),
    count: count('Rows'),
    file: text('File of the first such row'),
    line: count('Line of the first such row'),
  },
  'Most frequent first',
);

const kind = oneOf(IMPORT_KINDS, { description: 'Kind of the rows' });

/** An import in the list, whether begun here or on the command line. */
export const ImportShape = closed({
  id: text('Identifier of the import run, or of the upload before the run begins'),
  run: maybeInteger(
    'Number of its run, as imports.undo takes it and the rows of records name it; null while none has begun',
  ),
  kind,
  source: text('Source of the rows'),
  state: oneOf(['waiting', 'running', 'indexing', 'finished', 'failed', 'interrupted', 'undone'], {
    description:
      'waiting: another import runs; indexing: the new edition is built; ' +
      'interrupted: ended before its last row, resumes when started again; undone: its rows were removed',
  }),
  started_at: text('Start time'),
  finished_at: maybeText('End time'),
  started_by: maybeText('Member who started it; null: the command line'),
  file: maybeText('Name of the uploaded file; null: the command line'),
  rows: count('Rows done so far'),
  bytes_done: maybeInteger('Bytes of the file that are read; null where not known'),
  bytes_total: maybeInteger('Bytes of the file; null where not known'),
  rows_per_second: nullable(Type.Number({ description: 'null until the import has ended' })),
  counts: nullable(ImportCounts),
  top_rejects: Reasons,
  top_warnings: Reasons,
  error: maybeText('Reason of the failure'),
  has_rejects: Type.Boolean({ description: 'Rejected rows can be downloaded' }),
});

export const UploadShape = closed({
  id: text('Identifier, upl_…'),
  file: text('Name of the file'),
  bytes: count('Number of bytes'),
  received: count('Number of received bytes, which is the offset of the next part'),
  uploaded_at: text('Start time; for a damaged upload, the time of the last change'),
  uploaded_by: text('Address of the member; empty if it is no longer known'),
  damage: maybeText('Description of the damage: the upload can only be removed; null: no damage'),
});

export const PreviewShape = closed({
  kind,
  source: text('Default source'),
  format: text('Description of the detected format'),
  sheets: Type.Array(Type.String(), { description: 'Sheets of a workbook: the one that is read, then the others' }),
  preset: maybeText('Known export with these columns'),
  columns: rowsOf(
    {
      header: text('Header of the column, or key of the object; #3 for a third column without one'),
      field: maybeText('Field of the column; null: it is not imported'),
      is_guess: Type.Boolean({ description: 'Guessed by header or values, so it should be checked' }),
      is_in_list: Type.Boolean({ description: 'A key within a list of objects: entry fields are possible, too' }),
      samples: Type.Array(Type.String(), { description: 'Values in the first rows' }),
      filled_percent: count('Percentage of the first rows that have a value'),
      distinct_values: count('Different values in the first rows'),
      warning: maybeText('Reason why the values are doubtful; null: they are not'),
      party: maybeText('Word for another party, such as owner: the column is not imported; null: none'),
    },
    'In the order of the file',
  ),
  fields: rowsOf(
    { name: text('Field to which a column may be mapped'), required: Type.Boolean() },
    'All fields of this kind',
  ),
  entry_fields: Type.Array(Type.String(), { description: 'Fields within lists, such as experiences.job_title' }),
  presets: Type.Array(Type.String(), { description: 'Known exports of this kind' }),
  mapping_text: text('The mapping as text'),
  first_rows: Type.Array(Type.Array(Type.String()), { description: 'Up to 20 rows; cells in the order of columns' }),
  problem: maybeText('Reason why the file cannot be imported with this mapping; null: it can'),
});

const UsageProperties = {
  hour: Type.Optional(text('Start of the hour')),
  day: Type.Optional(text('Day in UTC')),
  month: Type.Optional(text('Month in UTC')),
  account: Type.Optional(text('Name of the account')),
  key: Type.Optional(text('Identifier of the key; dashboard_…: the dashboard itself')),
  path: Type.Optional(text('Full path')),
  status: Type.Optional(Type.Integer({ description: 'HTTP status' })),
  calls: count('Calls'),
  credits: count('Credits charged'),
};
export const UsageShape = closed({
  from: text('Start of the period'),
  to: text('End of the period, excluded'),
  rows: rowsOf(UsageProperties, 'One for each combination of values that occurs, in their order'),
});

const EditionFacts = closed({
  id: text('Identifier'),
  built_at: text('Time of the build'),
  age_seconds: count('Age in seconds'),
  changed_records: count('Records that changed since; searches include them'),
  companies: count('Companies'),
  people: count('People with a current position, or without an employer'),
  positions: count('Current positions'),
  jobs: count('Rows of the jobs search'),
});

const FieldShares = rowsOf(
  { field: text('Field'), share: share('Share of the records of this kind that have the field') },
  'Most frequent first',
);

export const OverviewShape = closed({
  account: maybeText('Account of the figures; null: all accounts'),
  credits: closed({
    used: count('Credits used in this month'),
    granted: count('Credits granted in this month, in addition to the plan'),
    per_month: maybeInteger('Of the plan; null: unlimited, or all accounts'),
    remaining: maybeInteger('Left; null: unlimited, or all accounts'),
    next_reset_at: text('End of the month'),
  }),
  requests: closed({
    days: count('Number of shown days'),
    step: oneOf(['hour', 'day']),
    from: text('Start of the first step'),
    to: text('End of the last step'),
    rows: rowsOf(
      {
        at: text('Start of the hour or day'),
        status: Type.Integer(),
        calls: count('Calls'),
        credits: count('Credits'),
      },
      'Only steps with calls',
    ),
  }),
  latency: nullable(
    closed({
      p50_ms: Type.Number(),
      p99_ms: Type.Number(),
      calls: count('Number of counted calls: all accounts, since the start of the server; for operators only'),
    }),
  ),
  top_endpoints: rowsOf({ path: text('Full path'), calls: count('Calls'), credits: count('Credits') }, 'At most 10'),
  top_errors: rowsOf({ path: text('Full path'), status: Type.Integer(), calls: count('Calls') }, 'At most 10'),
  newest_import: nullable(ImportShape),
  edition: nullable(EditionFacts),
  coverage: nullable(
    closed({
      counted_at: text('Time of the last count of the records'),
      people: FieldShares,
      companies: FieldShares,
    }),
  ),
});

const Figures = rowsOf(
  { field: text('Field'), count: count('Records that have it'), share: share('Of all records of this kind') },
  'Most frequent first',
);
const ValueCounts = (what: string) => rowsOf({ value: text(what), count: count('Records') }, 'Most frequent first');

export const CatalogShape = closed({
  state: oneOf(['ready', 'counting'], { description: 'counting: the figures are being computed, poll again' }),
  counted_at: maybeText('Time of the count'),
  edition: nullable(EditionFacts),
  counts: nullable(
    closed({
      companies: count('Records'),
      people: count('Records'),
      openings: count('Open and closed records'),
    }),
  ),
  coverage: closed({ companies: Figures, people: Figures }),
  company_countries: ValueCounts('ISO country code'),
  people_countries: ValueCounts('ISO country code'),
  industries: ValueCounts('Industry of companies'),
});

const RowPlace = {
  source: text('Source of the row'),
  run: count('Number of its import'),
  file: text('File that contained the row'),
  line: maybeInteger('Line in that file'),
  date: text('Date of the value: the date of the row, else the date of its import'),
};

export const RECORD_KINDS = ['company', 'person'] as const;

const Findings = rowsOf(
  {
    reason: text('The compared field and the result'),
    weight: Type.Number({ description: 'Positive for one record, negative against it' }),
  },
  'What agrees, and what speaks against it',
);

export const ReviewShape = closed({
  id: count('Identifier for reviews.decide'),
  kind: oneOf(RECORD_KINDS, { description: 'Kind of both records' }),
  score: Type.Number({ minimum: 0, maximum: 1, description: 'The probability that both are one record' }),
  records: rowsOf({ slug: text('Slug of the record'), name: text('Name') }, 'The two records'),
  reasons: Findings,
  run: count('Number of the import that found it'),
});
export const ProvenanceShape = closed({
  slug: text('Slug of the record'),
  fields: rowsOf(
    {
      field: text('Name in the import form, such as hq.city'),
      value: text('As text; lists and objects as JSON'),
      from: nullable(closed(RowPlace)),
      not_chosen: rowsOf({ value: text('As text'), from: closed(RowPlace) }, 'Other values, the next best first'),
    },
    'Each field with the row that decided it; null: no single row has its value',
  ),
  rows: rowsOf(
    {
      id: maybeInteger('Identifier for records.split; null if the record has this row only'),
      ...RowPlace,
      replaced: Type.Boolean(),
      evidence: nullable(
        closed({
          with: maybeInteger('Id of the other row'),
          weight: Type.Number({ description: 'Sum of the weights: binary logarithm of the likelihood ratio' }),
          reasons: Findings,
        }),
      ),
    },
    'The rows of the record, in the order in which they came',
  ),
});

export const SuppressionShape = closed({
  kind: oneOf(SUPPRESSION_KINDS, { description: 'Kind of the value' }),
  hash: text('SHA-256 of the value: the value itself is not kept'),
  added_at: text('Time of the addition'),
  added_by: maybeText('Address of the member; null: on the command line, or by a member who was removed'),
  reason: nullable(oneOf(SUPPRESSION_REASONS, { description: 'Reason; null: none given' })),
});

export const PlanShape = closed({
  name: text('Name'),
  credits_per_month: maybeInteger('null: unlimited'),
  requests_per_second: count('Shared by the keys of an account'),
});

export const AccountShape = closed({
  id: text('Identifier, acc_…'),
  name: text('Name'),
  plan: text('Name of the plan'),
  created_at: text('Time of creation'),
  used: count('Credits used in this month'),
  granted: count('Credits granted in this month'),
  remaining: maybeInteger('Credits left; null: unlimited'),
  suspended_at: maybeText('Start of its suspension, during which its keys are invalid; null if it is not suspended'),
});

/** The page of an account: its members, and the limits of its plan. */
export const AccountPageShape = closed({
  ...AccountShape.properties,
  credits_per_month: maybeInteger('Credits of the plan; null: unlimited'),
  requests_per_second: count('Rate limit, shared by the keys of the account'),
  members: Type.Array(
    closed({
      name: text('Shown name'),
      email: text('Address that signs in'),
      role,
      last_seen_at: maybeText('Last signed-in request, to the minute'),
    }),
  ),
});

export const AuditShape = closed({
  id: count('Number of the entry; newer ones are greater'),
  at: text('Time'),
  who: text('E-mail of the member; "command line", or "-" if the caller was not signed in'),
  action: text('Action, such as keys.create'),
  subject: text('Target of the action: a key, an account, an address; may be empty'),
  address: text('Network address; empty for the command line'),
  result: text('ok, or the code of the rejection'),
});
