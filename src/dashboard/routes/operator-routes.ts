// The routes of operators: members, plans, accounts, records and their imports, suppression, audit log.

import { closed, nullable, oneOf } from '../../contract/schemas/schema.ts';
import { Type } from '../../contract/schemas/schema-types.ts';
import { SUPPRESSION_KINDS, SUPPRESSION_REASONS } from '../../contract/suppressions.ts';
import { IMPORT_KINDS } from '../../import/map/import-fields.ts';
import { act, done, email, id, list, type Route, read, shortText } from './route.ts';
import * as shapes from './shapes.ts';

const accountChoice = nullable(shortText('Name of the account; null for an operator without one'));
const accountOnly = closed({ account: shortText('Name') });
const importKind = oneOf(IMPORT_KINDS, { description: 'Kind of the rows' });
const mappingChoices = {
  kind: importKind,
  source: Type.Optional(shortText('Source of the rows; default: the name of the file')),
  sheet: Type.Optional(shortText('Sheet of a workbook; default: the first one with known columns')),
  preset: Type.Optional(nullable(shortText('Preset of a known export; null or absent: detected by the headers'))),
  map: Type.Optional(
    Type.Array(
      closed({ field: shortText('Field'), column: shortText('Header or position such as #3; empty: no column', 0) }),
      {
        maxItems: 200,
        description: 'Takes precedence over preset and guesses',
      },
    ),
  ),
};
const suppression = closed({
  kind: oneOf(SUPPRESSION_KINDS, { description: 'Kind of the value' }),
  value: shortText('E-mail, phone, person or company profile URL, or domain'),
});

/** By name. */
export const OPERATOR_ROUTES = {
  'ingest-keys.list': read({
    path: '/console/api/ingest-keys',
    who: 'operator',
    summary: 'Ingest keys, newest first',
    answer: list(shapes.IngestKeyShape),
  }),
  'ingest-keys.revoke': act({
    path: '/console/api/ingest-keys/:id/revoke',
    who: 'operator',
    summary: 'Revokes an ingest key at once',
    params: id,
    answer: shapes.IngestKeyShape,
    audit: 'keys.revoke',
  }),
  'invitations.list': read({
    path: '/console/api/invitations',
    who: 'operator',
    summary: 'Invitations that can be accepted',
    answer: list(shapes.InvitationShape),
  }),
  'invitations.create': act({
    path: '/console/api/invitations',
    who: 'operator',
    summary: 'Creates an invitation; only this answer contains its link',
    body: closed({ email, role: shapes.role, account: accountChoice }),
    answer: shapes.CreatedInvitationShape,
    once: true,
    audit: 'invitations.create',
  }),
  'invitations.withdraw': act({
    path: '/console/api/invitations/:id/withdraw',
    who: 'operator',
    summary: 'Withdraws an invitation',
    params: id,
    answer: done,
    once: true,
    audit: 'invitations.withdraw',
  }),
  'members.list': read({
    path: '/console/api/members',
    who: 'operator',
    summary: 'All members',
    answer: list(shapes.MemberShape),
  }),
  'members.change': act({
    path: '/console/api/members/:id',
    who: 'operator',
    summary: 'Changes role and account, and ends the sessions of the member. The last operator cannot be demoted (409)',
    params: id,
    body: closed({ role: shapes.role, account: accountChoice }),
    answer: shapes.MemberShape,
    audit: 'members.change',
  }),
  'members.remove': act({
    path: '/console/api/members/:id/remove',
    who: 'operator',
    summary: 'Removes a member, and ends the sessions. The last operator cannot be removed (409)',
    params: id,
    answer: done,
    once: true,
    audit: 'members.remove',
  }),
  'members.switch-off-totp': act({
    path: '/console/api/members/:id/totp/off',
    who: 'operator',
    summary: 'Switches two-step sign-in off for another member, who has lost phone and recovery codes',
    params: id,
    answer: done,
    audit: 'members.switch-off-totp',
  }),
  'catalog.show': read({
    path: '/console/api/catalog',
    who: 'operator',
    summary: 'Counts and coverage of the records; counted in the background',
    answer: shapes.CatalogShape,
  }),
  'uploads.list': read({
    path: '/console/api/uploads',
    who: 'operator',
    summary: 'Uploaded files, including incomplete ones',
    answer: list(shapes.UploadShape),
  }),
  'uploads.create': act({
    path: '/console/api/uploads',
    who: 'operator',
    summary: 'Begins an upload; the bytes follow in parts',
    body: closed({
      file: shortText('Name of the file'),
      bytes: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Number of bytes' }),
      sha256: Type.Optional(
        nullable(
          Type.String({
            pattern: '^[0-9a-fA-F]{64}$',
            description: 'SHA-256 of the whole file; verified before the import',
          }),
        ),
      ),
    }),
    answer: shapes.UploadShape,
    once: true,
    audit: 'uploads.create',
  }),
  'uploads.part': act({
    path: '/console/api/uploads/:id/part',
    who: 'operator',
    summary:
      'The next bytes of a file as the body, with content-type application/octet-stream. ' +
      '409 if offset is not the number of received bytes',
    params: id,
    query: closed({
      offset: Type.String({ pattern: '^\\d{1,15}$', description: 'Offset of the bytes in the file' }),
    }),
    answer: shapes.UploadShape,
    takesFile: true,
    audit: null,
  }),
  'uploads.preview': act({
    path: '/console/api/uploads/:id/preview',
    who: 'operator',
    summary: 'Preview of the import with the first rows; writes nothing',
    params: id,
    body: closed(mappingChoices),
    answer: shapes.PreviewShape,
    audit: null,
  }),
  'uploads.remove': act({
    path: '/console/api/uploads/:id/remove',
    who: 'operator',
    summary: 'Removes an uploaded file',
    params: id,
    answer: done,
    once: true,
    audit: 'uploads.remove',
  }),
  'imports.list': read({
    path: '/console/api/imports',
    who: 'operator',
    summary: 'All imports, newest first; poll each second while one runs',
    answer: list(shapes.ImportShape),
  }),
  'imports.show': read({
    path: '/console/api/imports/:id',
    who: 'operator',
    summary: 'One import',
    params: id,
    answer: shapes.ImportShape,
  }),
  'imports.start': act({
    path: '/console/api/imports',
    who: 'operator',
    summary: 'Starts an import of an uploaded file in the background',
    body: closed({ upload: shortText('Identifier of the upload'), ...mappingChoices }),
    answer: shapes.ImportShape,
    once: true,
    audit: 'imports.start',
  }),
  'imports.undo': act({
    path: '/console/api/imports/undo',
    who: 'operator',
    summary:
      'Undoes an import: removes its rows, and derives the records from the remaining rows. A new edition follows',
    body: closed({ run: Type.Integer({ minimum: 1, description: 'Number of the import run' }) }),
    answer: closed({
      removed: Type.Integer({ description: 'Removed records: only this import contained them' }),
      changed: Type.Integer({ description: 'Records that remain without the rows of the import' }),
      openings: Type.Integer({
        description: 'Openings that were removed, returned to an earlier state, or are open again',
      }),
    }),
    once: true,
    audit: 'imports.undo',
  }),
  'imports.rejects': read({
    path: '/console/api/imports/:id/rejects',
    who: 'operator',
    summary: 'The rejected rows in the form of the file, each with its reason, to be corrected and imported again',
    params: id,
    answer: null,
    media: 'file',
  }),
  'suppressions.list': read({
    path: '/console/api/suppressions',
    who: 'operator',
    summary: 'The suppression list as hashes, because it stores no values',
    answer: list(shapes.SuppressionShape),
  }),
  'suppressions.check': act({
    path: '/console/api/suppressions/check',
    who: 'operator',
    summary: 'The entries that hide the records of a value; stores nothing',
    body: suppression,
    answer: list(shapes.SuppressionShape),
    audit: null,
  }),
  'suppressions.add': act({
    path: '/console/api/suppressions',
    who: 'operator',
    summary: 'Hides a person or company at once and permanently',
    body: closed({
      ...suppression.properties,
      reason: Type.Optional(nullable(oneOf(SUPPRESSION_REASONS, { description: 'Reason' }))),
    }),
    answer: closed({ hidden_people: Type.Integer(), hidden_companies: Type.Integer() }),
    audit: 'suppressions.add',
  }),
  'suppressions.remove': act({
    path: '/console/api/suppressions/remove',
    who: 'operator',
    summary: 'Removes the entry of a value',
    body: suppression,
    answer: closed({ was_listed: Type.Boolean() }),
    audit: 'suppressions.remove',
  }),
  'suppressions.release': act({
    path: '/console/api/suppressions/release',
    who: 'operator',
    summary: 'Removes an entry by its hash: its records are answered again',
    body: closed({
      kind: suppression.properties.kind,
      hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the value, as listed' }),
    }),
    answer: closed({ was_listed: Type.Boolean() }),
    audit: 'suppressions.release',
  }),
  'plans.list': read({
    path: '/console/api/plans',
    who: 'operator',
    summary: 'All plans',
    answer: list(shapes.PlanShape),
  }),
  'plans.set': act({
    path: '/console/api/plans',
    who: 'operator',
    summary: 'Creates or changes a plan',
    body: shapes.PlanShape,
    answer: shapes.PlanShape,
    audit: 'plans.set',
  }),
  'plans.rename': act({
    path: '/console/api/plans/rename',
    who: 'operator',
    summary: 'Renames a plan; its accounts follow',
    body: closed({ plan: shortText('Name'), new_name: shortText('New name') }),
    answer: shapes.PlanShape,
    audit: 'plans.rename',
  }),
  'plans.remove': act({
    path: '/console/api/plans/remove',
    who: 'operator',
    summary: 'Removes a plan without accounts',
    body: closed({ plan: shortText('Name') }),
    answer: done,
    audit: 'plans.remove',
  }),
  'accounts.create': act({
    path: '/console/api/accounts',
    who: 'operator',
    summary: 'Creates an account',
    body: closed({ name: shortText('Name'), plan: shortText('Name of the plan') }),
    answer: shapes.AccountShape,
    audit: 'accounts.create',
  }),
  'accounts.rename': act({
    path: '/console/api/accounts/rename',
    who: 'operator',
    summary: 'Renames an account; it keeps its keys, credits, usage and members',
    body: closed({ account: shortText('Name'), new_name: shortText('New name') }),
    answer: shapes.AccountShape,
    audit: 'accounts.rename',
  }),
  'accounts.move': act({
    path: '/console/api/accounts/move',
    who: 'operator',
    summary: 'Moves an account to another plan; credits used in this month remain used',
    body: closed({ account: shortText('Name'), plan: shortText('Name of the new plan') }),
    answer: shapes.AccountShape,
    audit: 'accounts.move',
  }),
  'accounts.suspend': act({
    path: '/console/api/accounts/suspend',
    who: 'operator',
    summary: 'Suspends an account: its keys are rejected until it is resumed',
    body: accountOnly,
    answer: shapes.AccountShape,
    audit: 'accounts.suspend',
  }),
  'accounts.resume': act({
    path: '/console/api/accounts/resume',
    who: 'operator',
    summary: 'Resumes a suspended account: its keys are accepted again',
    body: accountOnly,
    answer: shapes.AccountShape,
    audit: 'accounts.resume',
  }),
  'accounts.remove': act({
    path: '/console/api/accounts/remove',
    who: 'operator',
    summary: 'Removes an account: revokes its keys permanently and removes its members; ledger and usage are kept',
    body: accountOnly,
    answer: closed({
      kept_as: Type.String({ description: 'Name under which ledger and usage are kept' }),
      removed_members: Type.Array(Type.String(), { description: 'Addresses of members who can no longer sign in' }),
    }),
    audit: 'accounts.remove',
  }),
  'accounts.grant': act({
    path: '/console/api/accounts/grant',
    who: 'operator',
    summary: 'Adds credits to the current month of an account',
    body: closed({ account: shortText('Name'), credits: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }) }),
    answer: shapes.AccountShape,
    once: true,
    audit: 'accounts.grant',
  }),
  'audit.list': read({
    path: '/console/api/audit',
    who: 'operator',
    summary: 'The audit log, newest first, 100 entries at a time',
    query: closed({
      before: Type.Optional(Type.String({ pattern: '^\\d{1,15}$', description: 'Entries below this id' })),
    }),
    answer: list(shapes.AuditShape),
  }),
} as const satisfies Readonly<Record<string, Route>>;
