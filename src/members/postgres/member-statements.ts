// SQL statements for members and invitations in PostgreSQL.
import { statement } from '../../ops/postgres/statement.ts';
import type { InvitationRow, MemberRow } from '../stored-rows.ts';

export const MEMBER_COLUMNS = `m.id, m.email, m.name, m.role, m.account_name AS "accountName",
  m.created_at AS "createdAt", m.last_seen_at AS "lastSeenAt", m.password_hash AS "passwordHash", m.subject,
  m.totp_on_since AS "totpOnSince"`;

const INVITATION_COLUMNS = `id, email, role, account_name AS "accountName", created_at AS "createdAt",
  expires_at AS "expiresAt", invited_by AS "invitedBy"`;

export const NEXT_MEMBER_PLACE = statement<[], { value: number }>(
  'next place of a member',
  "UPDATE counter SET value = value + 1 WHERE name = 'member' RETURNING value",
);

export const ALL_MEMBERS = statement<[], MemberRow>(
  'members',
  `SELECT ${MEMBER_COLUMNS} FROM member m ORDER BY m.created_at, m.place`,
);

export const MEMBER_OF_ID = statement<[id: string], MemberRow>(
  'member of an id',
  `SELECT ${MEMBER_COLUMNS} FROM member m WHERE m.id = $1::text`,
);

export const MEMBER_OF_EMAIL = statement<[email: string], MemberRow>(
  'member of an address',
  `SELECT ${MEMBER_COLUMNS} FROM member m WHERE m.email = $1::text`,
);

export const MEMBER_OF_SUBJECT = statement<[subject: string], MemberRow>(
  'member of a subject',
  `SELECT ${MEMBER_COLUMNS} FROM member m WHERE m.subject = $1::text`,
);

export const OTHER_OPERATORS = statement<[id: string], { count: number }>(
  'other operators',
  "SELECT count(*) AS count FROM member WHERE role = 'operator' AND id <> $1::text",
);

export const COUNT_MEMBERS = statement<[], { count: number }>('count members', 'SELECT count(*) AS count FROM member');

export const SET_MEMBERSHIP = statement<[id: string, role: string, accountName: string | null]>(
  'set the role and account of a member',
  'UPDATE member SET role = $2::text, account_name = $3::text WHERE id = $1::text',
);

export const VOID_INVITATION_OF = statement<[id: string]>(
  'void the invitation of a member',
  'DELETE FROM invitation WHERE email = (SELECT email FROM member WHERE id = $1::text)',
);

export const DELETE_MEMBER = statement<[id: string]>('delete a member', 'DELETE FROM member WHERE id = $1::text');

export const ACCOUNT_NAMES = statement<[], { name: string }>(
  'accounts of members',
  `SELECT name FROM (
    SELECT account_name AS name FROM member UNION SELECT account_name FROM invitation
    UNION SELECT account_name FROM saved_search UNION SELECT account_name FROM record_list) AS named
   WHERE name IS NOT NULL ORDER BY name`,
);

export const MEMBERS_FOLLOW = statement<[name: string, newName: string | null]>(
  'members follow an account',
  'UPDATE member SET account_name = $2::text WHERE account_name = $1::text',
);

export const INVITATIONS_FOLLOW = statement<[name: string, newName: string | null]>(
  'invitations follow an account',
  'UPDATE invitation SET account_name = $2::text WHERE account_name = $1::text',
);

export const DELETE_MEMBERS_OF = statement<[accountName: string], { id: string; email: string }>(
  'delete the members of an account',
  "DELETE FROM member WHERE account_name = $1::text AND role <> 'operator' RETURNING id, email",
);

export const DELETE_INVITATIONS_OF = statement<[accountName: string]>(
  'delete the invitations of an account',
  "DELETE FROM invitation WHERE account_name = $1::text AND role <> 'operator'",
);

export const SET_PASSWORD = statement<[id: string, passwordHash: string]>(
  'set a password',
  'UPDATE member SET password_hash = $2::text WHERE id = $1::text',
);

export const LINK_SUBJECT = statement<[id: string, subject: string]>(
  'link a subject',
  'UPDATE member SET subject = $2::text WHERE id = $1::text',
);

export const PUT_MEMBER = statement<
  [
    id: string,
    place: number,
    email: string,
    name: string,
    role: string,
    accountName: string | null,
    passwordHash: string | null,
    subject: string | null,
    now: number,
  ]
>(
  'put a member',
  `INSERT INTO member AS m (id, place, email, name, role, account_name, password_hash, subject, created_at)
  VALUES ($1::text, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::bigint)
  ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, role = EXCLUDED.role, account_name = EXCLUDED.account_name,
    password_hash = coalesce(EXCLUDED.password_hash, m.password_hash),
    subject = coalesce(EXCLUDED.subject, m.subject)`,
);

export const CLEAR_INVITATIONS = statement<[email: string | null, now: number]>(
  'clear invitations',
  'DELETE FROM invitation WHERE email = $1::text OR expires_at <= $2::bigint',
);

export const ADD_INVITATION = statement<
  [
    id: string,
    place: number,
    tokenHash: string,
    email: string | null,
    role: string,
    accountName: string | null,
    createdAt: number,
    expiresAt: number,
    invitedBy: string,
  ]
>(
  'add an invitation',
  `INSERT INTO invitation (id, place, token_hash, email, role, account_name, created_at, expires_at, invited_by)
  VALUES ($1::text, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::bigint, $8::bigint, $9::text)`,
);

export const OPEN_INVITATIONS = statement<[now: number], InvitationRow>(
  'open invitations',
  `SELECT ${INVITATION_COLUMNS} FROM invitation WHERE email IS NOT NULL AND expires_at > $1::bigint
  ORDER BY created_at DESC, place DESC`,
);

export const INVITATION_OF_TOKEN = statement<[tokenHash: string, now: number], InvitationRow>(
  'invitation of a token',
  `SELECT ${INVITATION_COLUMNS} FROM invitation WHERE token_hash = $1::text AND expires_at > $2::bigint`,
);

export const INVITATION_OF_EMAIL = statement<[email: string, now: number], InvitationRow>(
  'invitation of an address',
  `SELECT ${INVITATION_COLUMNS} FROM invitation WHERE email = $1::text AND expires_at > $2::bigint`,
);

export const DELETE_INVITATION = statement<[id: string], { id: string }>(
  'delete an invitation',
  'DELETE FROM invitation WHERE id = $1::text RETURNING id',
);

export const DELETE_SETUP_LINKS = statement('delete set-up links', 'DELETE FROM invitation WHERE email IS NULL');

export const END_SESSIONS_OF = statement<[memberIds: readonly string[]]>(
  'end the sessions of members',
  'DELETE FROM session WHERE member_id = ANY ($1::text[])',
);

export const DELETE_CODES_OF = statement<[memberIds: readonly string[]]>(
  'delete the recovery codes of members',
  'DELETE FROM recovery_code WHERE member_id = ANY ($1::text[])',
);
