// Secrets and recovery codes of one-time passwords in PostgreSQL.
import type { Clock } from '../../ops/clock.ts';
import type { Database, Session } from '../../ops/postgres/database.ts';
import { statement } from '../../ops/postgres/statement.ts';
import { otherSecret, totpIsOff, totpIsOn, unknownMember } from '../member-rules.ts';
import type { ConfirmedSecret, Totp, TotpState } from '../port.ts';
import { type TotpRow, totpStateOf } from '../stored-rows.ts';
import { changeMembers } from './change-members.ts';
import { DELETE_CODES_OF } from './member-statements.ts';

const STATE = statement<[memberId: string], TotpRow>(
  'one-time passwords of a member',
  `SELECT totp_secret AS secret, totp_on_since AS "onSince",
    (SELECT count(*) FROM recovery_code c WHERE c.member_id = m.id) AS codes
  FROM member m WHERE m.id = $1::text AND m.totp_secret IS NOT NULL`,
);

const PROPOSE = statement<[memberId: string, secret: string], { id: string }>(
  'propose a secret',
  'UPDATE member SET totp_secret = $2::text WHERE id = $1::text RETURNING id',
);

const SWITCH_ON = statement<[memberId: string, secret: string, step: number, now: number], { id: string }>(
  'switch one-time passwords on',
  `UPDATE member SET totp_on_since = $4::bigint, totp_step = $3::bigint
  WHERE id = $1::text AND totp_secret = $2::text RETURNING id`,
);

const USE_STEP = statement<[memberId: string, step: number], { id: string }>(
  'use up a one-time password',
  `UPDATE member SET totp_step = $2::bigint
  WHERE id = $1::text AND totp_on_since IS NOT NULL AND totp_step < $2::bigint RETURNING id`,
);

const USE_CODE = statement<[memberId: string, codeHash: string], { member_id: string }>(
  'use up a recovery code',
  'DELETE FROM recovery_code WHERE member_id = $1::text AND code_hash = $2::text RETURNING member_id',
);

const ADD_CODES = statement<[memberId: string, codeHashes: readonly string[]]>(
  'add recovery codes',
  'INSERT INTO recovery_code (member_id, code_hash) SELECT $1::text, unnest($2::text[])',
);

const SWITCH_OFF = statement<[memberId: string]>(
  'switch one-time passwords off',
  'UPDATE member SET totp_secret = NULL, totp_on_since = NULL, totp_step = 0 WHERE id = $1::text',
);

export class TotpRepository implements Totp {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async stateOf(memberId: string): Promise<TotpState | null> {
    const [row] = await this.#database.read(STATE, memberId);
    return row ? totpStateOf(row) : null;
  }

  async propose(memberId: string, secret: string): Promise<void> {
    await changeMembers(this.#database, async (session) => {
      if (await isOn(session, memberId)) throw totpIsOn();
      if ((await session.run(PROPOSE, memberId, secret)).length === 0) throw unknownMember();
    });
  }

  async switchOn(memberId: string, { secret, step, recoveryCodeHashes }: ConfirmedSecret): Promise<void> {
    await changeMembers(this.#database, async (session) => {
      if (await isOn(session, memberId)) throw totpIsOn();
      const changed = await session.run(SWITCH_ON, memberId, secret, step, this.#clock.now());
      if (changed.length === 0) throw otherSecret();
      await putCodes(session, memberId, recoveryCodeHashes);
    });
  }

  async useStep(memberId: string, step: number): Promise<boolean> {
    return (await this.#database.run(USE_STEP, memberId, step)).length > 0;
  }

  async useRecoveryCode(memberId: string, codeHash: string): Promise<boolean> {
    return (await this.#database.run(USE_CODE, memberId, codeHash)).length > 0;
  }

  async replaceRecoveryCodes(memberId: string, codeHashes: readonly string[]): Promise<void> {
    await changeMembers(this.#database, async (session) => {
      if (!(await isOn(session, memberId))) throw totpIsOff();
      await putCodes(session, memberId, codeHashes);
    });
  }

  async switchOff(memberId: string): Promise<boolean> {
    return changeMembers(this.#database, async (session) => {
      const wasOn = await isOn(session, memberId);
      await session.run(SWITCH_OFF, memberId);
      await session.run(DELETE_CODES_OF, [memberId]);
      return wasOn;
    });
  }
}

async function isOn(session: Session, memberId: string): Promise<boolean> {
  const [row] = await session.run(STATE, memberId);
  return (row?.onSince ?? null) !== null;
}

async function putCodes(session: Session, memberId: string, codeHashes: readonly string[]): Promise<void> {
  await session.run(DELETE_CODES_OF, [memberId]);
  await session.run(ADD_CODES, memberId, codeHashes);
}
