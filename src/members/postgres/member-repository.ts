// Members and invitations in PostgreSQL.
import type { Clock } from '../../ops/clock.ts';
import type { Database, Session } from '../../ops/postgres/database.ts';
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
import { changeMembers } from './change-members.ts';
import { DELETE_LISTED_OF, DELETE_LISTS_OF, LISTS_FOLLOW } from './list-statements.ts';
import {
  ACCOUNT_NAMES,
  ADD_INVITATION,
  ALL_MEMBERS,
  CLEAR_INVITATIONS,
  COUNT_MEMBERS,
  DELETE_CODES_OF,
  DELETE_INVITATION,
  DELETE_INVITATIONS_OF,
  DELETE_MEMBER,
  DELETE_MEMBERS_OF,
  DELETE_SETUP_LINKS,
  END_SESSIONS_OF,
  INVITATION_OF_EMAIL,
  INVITATION_OF_TOKEN,
  INVITATIONS_FOLLOW,
  LINK_SUBJECT,
  MEMBER_OF_EMAIL,
  MEMBER_OF_ID,
  MEMBER_OF_SUBJECT,
  MEMBERS_FOLLOW,
  NEXT_MEMBER_PLACE,
  OPEN_INVITATIONS,
  OTHER_OPERATORS,
  PUT_MEMBER,
  SET_MEMBERSHIP,
  SET_PASSWORD,
  VOID_INVITATION_OF,
} from './member-statements.ts';
import { DELETE_SEARCHES_OF, SEARCHES_FOLLOW } from './search-repository.ts';

export class MemberRepository implements Members {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async members(): Promise<Member[]> {
    return (await this.#database.read(ALL_MEMBERS)).map(memberOf);
  }

  async byEmail(email: string): Promise<Credentials | null> {
    const [row] = await this.#database.read(MEMBER_OF_EMAIL, email.trim().toLowerCase());
    return row ? credentialsOf(row) : null;
  }

  async bySubject(subject: string): Promise<Member | null> {
    const [row] = await this.#database.read(MEMBER_OF_SUBJECT, subject);
    return row ? memberOf(row) : null;
  }

  async change(id: string, membership: Membership): Promise<Member> {
    const { role, accountName } = checkedMembership(membership);
    return changeMembers(this.#database, async (session) => {
      if (role !== 'operator') await requireAnotherOperator(session, id);
      await session.run(VOID_INVITATION_OF, id);
      await session.run(SET_MEMBERSHIP, id, role, accountName);
      await session.run(END_SESSIONS_OF, [id]);
      return memberOf(await known(session, id));
    });
  }

  async remove(id: string): Promise<void> {
    await changeMembers(this.#database, async (session) => {
      await requireAnotherOperator(session, id);
      await session.run(VOID_INVITATION_OF, id);
      await session.run(DELETE_MEMBER, id);
      await session.run(DELETE_CODES_OF, [id]);
      await session.run(END_SESSIONS_OF, [id]);
    });
  }

  async accountNames(): Promise<string[]> {
    return (await this.#database.read(ACCOUNT_NAMES)).map(({ name }) => name);
  }

  async followAccount(name: string, newName: string): Promise<void> {
    await changeMembers(this.#database, async (session) => {
      await session.run(MEMBERS_FOLLOW, name, newName);
      await session.run(INVITATIONS_FOLLOW, name, newName);
      await session.run(SEARCHES_FOLLOW, name, newName);
      await session.run(LISTS_FOLLOW, name, newName);
    });
  }

  async leaveAccount(name: string): Promise<string[]> {
    return changeMembers(this.#database, async (session) => {
      const gone = await session.run(DELETE_MEMBERS_OF, name);
      const ids = gone.map(({ id }) => id);
      await session.run(END_SESSIONS_OF, ids);
      await session.run(DELETE_CODES_OF, ids);
      await session.run(DELETE_INVITATIONS_OF, name);
      await session.run(DELETE_SEARCHES_OF, name);
      await session.run(DELETE_LISTED_OF, name);
      await session.run(DELETE_LISTS_OF, name);
      await session.run(MEMBERS_FOLLOW, name, null);
      await session.run(INVITATIONS_FOLLOW, name, null);
      return gone.map(({ email }) => email);
    });
  }

  async setPassword(id: string, passwordHash: string): Promise<void> {
    await changeMembers(this.#database, async (session) => {
      await known(session, id);
      await session.run(SET_PASSWORD, id, passwordHash);
    });
  }

  async linkSubject(id: string, subject: string): Promise<void> {
    await changeMembers(this.#database, async (session) => {
      await known(session, id);
      await session.run(LINK_SUBJECT, id, subject);
    });
  }

  async invite(given: NewInvitation): Promise<Invitation> {
    const row = newInvitationRow(given, this.#clock.now());
    const { id, email, role, accountName, createdAt: now, expiresAt, invitedBy } = row;
    return changeMembers(this.#database, async (session) => {
      await session.run(CLEAR_INVITATIONS, email, now);
      const place = await nextPlace(session);
      const values = [email, role, accountName, now, expiresAt, invitedBy] as const;
      await session.run(ADD_INVITATION, id, place, given.tokenHash, ...values);
      return invitationOf(row);
    });
  }

  async invitations(): Promise<Invitation[]> {
    return (await this.#database.read(OPEN_INVITATIONS, this.#clock.now())).map(invitationOf);
  }

  async invitationOf(tokenHash: string): Promise<Invitation | null> {
    const [row] = await this.#database.read(INVITATION_OF_TOKEN, tokenHash, this.#clock.now());
    return row ? invitationOf(row) : null;
  }

  async accept(proof: InvitationProof, acceptance: Acceptance): Promise<Member> {
    const name = checkedMemberName(acceptance.name);
    const given = checkedEmail(acceptance.email);
    const { passwordHash, subject } = acceptance;
    return changeMembers(this.#database, async (session) => {
      const now = this.#clock.now();
      const invitation = await verifiedInvitation(session, proof, now);
      if (!invitation) throw usedLink();
      await session.run(DELETE_INVITATION, invitation.id);
      // Each start before the first operator exists has printed a set-up link.
      const [members] = await session.run(COUNT_MEMBERS);
      if (members?.count === 0) await session.run(DELETE_SETUP_LINKS);
      const { role, accountName } = invitation;
      const email = invitation.email ?? given;
      const [before] = await session.run(MEMBER_OF_EMAIL, email);
      if (before && role !== 'operator') await requireAnotherOperator(session, before.id);
      const id = before?.id ?? newId('mem');
      const place = await nextPlace(session);
      await session.run(PUT_MEMBER, id, place, email, name, role, accountName, passwordHash, subject, now);
      await session.run(END_SESSIONS_OF, [id]);
      return memberOf(await known(session, id));
    });
  }

  async withdraw(id: string): Promise<void> {
    const gone = await changeMembers(this.#database, (session) => session.run(DELETE_INVITATION, id));
    if (gone.length === 0) throw unknownInvitation();
  }
}

async function nextPlace(session: Session): Promise<number> {
  return (await session.run(NEXT_MEMBER_PLACE))[0]?.value ?? 0;
}

async function verifiedInvitation(
  session: Session,
  proof: InvitationProof,
  now: number,
): Promise<InvitationRow | undefined> {
  const rows =
    'tokenHash' in proof
      ? await session.run(INVITATION_OF_TOKEN, proof.tokenHash, now)
      : await session.run(INVITATION_OF_EMAIL, proof.verifiedEmail.trim().toLowerCase(), now);
  return rows[0];
}

async function known(session: Session, id: string): Promise<MemberRow> {
  const [row] = await session.run(MEMBER_OF_ID, id);
  if (!row) throw unknownMember();
  return row;
}

/** Rejects the removal of the only operator: no member could invite others. */
async function requireAnotherOperator(session: Session, id: string): Promise<void> {
  if ((await known(session, id)).role !== 'operator') return;
  const [others] = await session.run(OTHER_OPERATORS, id);
  if (others?.count === 0) throw lastOperator();
}
