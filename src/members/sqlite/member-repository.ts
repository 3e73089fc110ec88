// Members and invitations in SQLite.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import { checkedEmail, checkedMemberName, checkedMembership } from '../member-input.ts';
import { lastOperator, unknownInvitation, unknownMember, usedLink } from '../member-rules.ts';
import type {
  Acceptance,
  Credentials,
  Invitation,
  InvitationProof,
  Member,
  Members,
  Membership,
  NewInvitation,
} from '../port.ts';
import {
  credentialsOf,
  type InvitationRow,
  invitationOf,
  type MemberRow,
  memberOf,
  newId,
  newInvitationRow,
} from '../stored-rows.ts';

export const MEMBER_COLUMNS = `member.id, member.email, member.name, member.role, member.account_name AS accountName,
  member.created_at AS createdAt, member.last_seen_at AS lastSeenAt, member.password_hash AS passwordHash,
  member.subject, member.totp_on_since AS totpOnSince`;

const INVITATION_COLUMNS = `id, email, role, account_name AS accountName, created_at AS createdAt,
  expires_at AS expiresAt, invited_by AS invitedBy`;

const STATEMENTS = {
  byId: sql<[string], MemberRow>(`SELECT ${MEMBER_COLUMNS} FROM member WHERE id = ?`),
  byEmail: sql<[string], MemberRow>(`SELECT ${MEMBER_COLUMNS} FROM member WHERE email = ?`),
  invitation: sql<[string, number], InvitationRow>(
    `SELECT ${INVITATION_COLUMNS} FROM invitation WHERE token_hash = ? AND expires_at > ?`,
  ),
};

/** The tables that refer to an account. */
const ACCOUNT_TABLES = ['member', 'invitation', 'saved_search', 'record_list'];

export class MemberRepository implements Members {
  readonly #statements: Statements<typeof STATEMENTS>;
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#statements = prepareAll(database, STATEMENTS);
    this.#database = database;
    this.#clock = clock;
  }

  async members(): Promise<Member[]> {
    const all = this.#database.prepare<[], MemberRow>(
      `SELECT ${MEMBER_COLUMNS} FROM member ORDER BY created_at, rowid`,
    );
    return all.all().map(memberOf);
  }

  async byEmail(email: string): Promise<Credentials | null> {
    const row = this.#statements.byEmail.get(email.trim().toLowerCase());
    return row ? credentialsOf(row) : null;
  }

  async bySubject(subject: string): Promise<Member | null> {
    const find = this.#database.prepare<[string], MemberRow>(`SELECT ${MEMBER_COLUMNS} FROM member WHERE subject = ?`);
    const row = find.get(subject);
    return row ? memberOf(row) : null;
  }

  async change(id: string, membership: Membership): Promise<Member> {
    const { role, accountName } = checkedMembership(membership);
    return this.#write(() => {
      if (role !== 'operator') this.#requireAnotherOperator(id);
      this.#voidInvitationOf(id);
      this.#run('UPDATE member SET role = ?, account_name = ? WHERE id = ?', role, accountName, id);
      this.#run('DELETE FROM session WHERE member_id = ?', id);
      return memberOf(this.#known(id));
    });
  }

  async remove(id: string): Promise<void> {
    this.#write(() => {
      this.#requireAnotherOperator(id);
      this.#voidInvitationOf(id);
      this.#run('DELETE FROM member WHERE id = ?', id);
    });
  }

  async accountNames(): Promise<string[]> {
    const names = ACCOUNT_TABLES.map((table) => `SELECT account_name AS name FROM ${table}`).join(' UNION ');
    return this.#database
      .prepare<[], string>(`SELECT name FROM (${names}) WHERE name IS NOT NULL ORDER BY name`)
      .pluck()
      .all();
  }

  async followAccount(name: string, newName: string): Promise<void> {
    this.#write(() => {
      for (const table of ACCOUNT_TABLES)
        this.#run(`UPDATE ${table} SET account_name = ? WHERE account_name = ?`, newName, name);
    });
  }

  async leaveAccount(name: string): Promise<string[]> {
    return this.#write(() => {
      const gone = this.#database
        .prepare<[string], string>("DELETE FROM member WHERE account_name = ? AND role <> 'operator' RETURNING email")
        .pluck()
        .all(name);
      this.#run("DELETE FROM invitation WHERE account_name = ? AND role <> 'operator'", name);
      for (const table of ['saved_search', 'record_list'])
        this.#run(`DELETE FROM ${table} WHERE account_name = ?`, name);
      for (const table of ['member', 'invitation'])
        this.#run(`UPDATE ${table} SET account_name = NULL WHERE account_name = ?`, name);
      return gone;
    });
  }

  async setPassword(id: string, passwordHash: string): Promise<void> {
    this.#write(() => {
      this.#known(id);
      this.#run('UPDATE member SET password_hash = ? WHERE id = ?', passwordHash, id);
    });
  }

  async linkSubject(id: string, subject: string): Promise<void> {
    this.#write(() => {
      this.#known(id);
      this.#run('UPDATE member SET subject = ? WHERE id = ?', subject, id);
    });
  }

  async invite(given: NewInvitation): Promise<Invitation> {
    const row = newInvitationRow(given, this.#clock.now());
    return this.#write(() => {
      this.#run('DELETE FROM invitation WHERE email = ? OR expires_at <= ?', row.email, row.createdAt);
      this.#database
        .prepare(
          `INSERT INTO invitation (id, token_hash, email, role, account_name, created_at, expires_at, invited_by)
           VALUES (@id, @tokenHash, @email, @role, @accountName, @createdAt, @expiresAt, @invitedBy)`,
        )
        .run({ ...row, tokenHash: given.tokenHash });
      return invitationOf(row);
    });
  }

  async invitations(): Promise<Invitation[]> {
    const open = this.#database.prepare<[number], InvitationRow>(
      `SELECT ${INVITATION_COLUMNS} FROM invitation WHERE email IS NOT NULL AND expires_at > ?
        ORDER BY created_at DESC, rowid DESC`,
    );
    return open.all(this.#clock.now()).map(invitationOf);
  }

  async invitationOf(tokenHash: string): Promise<Invitation | null> {
    const row = this.#statements.invitation.get(tokenHash, this.#clock.now());
    return row ? invitationOf(row) : null;
  }

  async accept(proof: InvitationProof, acceptance: Acceptance): Promise<Member> {
    const name = checkedMemberName(acceptance.name);
    const given = checkedEmail(acceptance.email);
    return this.#write(() => {
      const invitation = this.#verifiedInvitation(proof);
      if (!invitation) throw usedLink();
      this.#run('DELETE FROM invitation WHERE id = ?', invitation.id);
      // Each start before the first operator exists has printed a set-up link.
      if (!this.#hasMembers()) this.#run('DELETE FROM invitation WHERE email IS NULL');
      const email = invitation.email ?? given;
      const before = this.#statements.byEmail.get(email);
      if (before && invitation.role !== 'operator') this.#requireAnotherOperator(before.id);
      const row = { ...acceptance, ...invitation, email, name, id: before?.id ?? newId('mem'), now: this.#clock.now() };
      this.#database
        .prepare(
          `INSERT INTO member (id, email, name, role, account_name, password_hash, subject, created_at)
           VALUES (@id, @email, @name, @role, @accountName, @passwordHash, @subject, @now)
           ON CONFLICT (id) DO UPDATE SET name = @name, role = @role, account_name = @accountName,
             password_hash = coalesce(@passwordHash, password_hash), subject = coalesce(@subject, subject)`,
        )
        .run(row);
      this.#run('DELETE FROM session WHERE member_id = ?', row.id);
      return memberOf(this.#known(row.id));
    });
  }

  async withdraw(id: string): Promise<void> {
    const { changes } = this.#run('DELETE FROM invitation WHERE id = ?', id);
    if (changes === 0) throw unknownInvitation();
  }

  #hasMembers(): boolean {
    return this.#database.prepare('SELECT 1 FROM member LIMIT 1').get() !== undefined;
  }

  #verifiedInvitation(proof: InvitationProof): InvitationRow | undefined {
    const now = this.#clock.now();
    if ('tokenHash' in proof) return this.#statements.invitation.get(proof.tokenHash, now);
    return this.#database
      .prepare<[string, number], InvitationRow>(
        `SELECT ${INVITATION_COLUMNS} FROM invitation WHERE email = ? AND expires_at > ?`,
      )
      .get(proof.verifiedEmail.trim().toLowerCase(), now);
  }

  #known(id: string): MemberRow {
    const row = this.#statements.byId.get(id);
    if (row) return row;
    throw unknownMember();
  }

  #voidInvitationOf(id: string): void {
    this.#run('DELETE FROM invitation WHERE email = (SELECT email FROM member WHERE id = ?)', id);
  }

  /** Rejects the removal of the only operator: no member could invite others. */
  #requireAnotherOperator(id: string): void {
    if (this.#known(id).role !== 'operator') return;
    const others = this.#database.prepare("SELECT count(*) FROM member WHERE role = 'operator' AND id <> ?").pluck();
    if (others.get(id) === 0) throw lastOperator();
  }

  #run(sql: string, ...values: (string | number | null)[]) {
    return this.#database.prepare(sql).run(...values);
  }

  #write<T>(work: () => T): T {
    return this.#database.transaction(work).immediate();
  }
}
