// Secrets and recovery codes of one-time passwords in SQLite.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { otherSecret, totpIsOff, totpIsOn, unknownMember } from '../member-rules.ts';
import type { ConfirmedSecret, Totp, TotpState } from '../port.ts';
import { type TotpRow, totpStateOf } from '../stored-rows.ts';

export class TotpRepository implements Totp {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async stateOf(memberId: string): Promise<TotpState | null> {
    const row = this.#row(memberId);
    return row ? totpStateOf(row) : null;
  }

  async propose(memberId: string, secret: string): Promise<void> {
    this.#write(() => {
      if (this.#isOn(memberId)) throw totpIsOn();
      if (this.#run('UPDATE member SET totp_secret = ? WHERE id = ?', secret, memberId) === 0) throw unknownMember();
    });
  }

  async switchOn(memberId: string, { secret, step, recoveryCodeHashes }: ConfirmedSecret): Promise<void> {
    this.#write(() => {
      if (this.#isOn(memberId)) throw totpIsOn();
      const changes = this.#run(
        'UPDATE member SET totp_on_since = ?, totp_step = ? WHERE id = ? AND totp_secret = ?',
        ...[this.#clock.now(), step, memberId, secret],
      );
      if (changes === 0) throw otherSecret();
      this.#putCodes(memberId, recoveryCodeHashes);
    });
  }

  async useStep(memberId: string, step: number): Promise<boolean> {
    const use = 'UPDATE member SET totp_step = ? WHERE id = ? AND totp_on_since IS NOT NULL AND totp_step < ?';
    return this.#run(use, step, memberId, step) > 0;
  }

  async useRecoveryCode(memberId: string, codeHash: string): Promise<boolean> {
    return this.#run('DELETE FROM recovery_code WHERE member_id = ? AND code_hash = ?', memberId, codeHash) > 0;
  }

  async replaceRecoveryCodes(memberId: string, codeHashes: readonly string[]): Promise<void> {
    this.#write(() => {
      if (!this.#isOn(memberId)) throw totpIsOff();
      this.#putCodes(memberId, codeHashes);
    });
  }

  async switchOff(memberId: string): Promise<boolean> {
    return this.#write(() => {
      const wasOn = this.#isOn(memberId);
      this.#run('UPDATE member SET totp_secret = NULL, totp_on_since = NULL, totp_step = 0 WHERE id = ?', memberId);
      this.#putCodes(memberId, []);
      return wasOn;
    });
  }

  #row(memberId: string): TotpRow | undefined {
    return this.#database
      .prepare<[string], TotpRow>(
        `SELECT totp_secret AS secret, totp_on_since AS onSince,
          (SELECT count(*) FROM recovery_code WHERE member_id = member.id) AS codes
        FROM member WHERE id = ? AND totp_secret IS NOT NULL`,
      )
      .get(memberId);
  }

  #isOn(memberId: string): boolean {
    return (this.#row(memberId)?.onSince ?? null) !== null;
  }

  #putCodes(memberId: string, codeHashes: readonly string[]): void {
    this.#run('DELETE FROM recovery_code WHERE member_id = ?', memberId);
    for (const codeHash of codeHashes) this.#run('INSERT INTO recovery_code VALUES (?, ?)', memberId, codeHash);
  }

  /** The number of changed rows. */
  #run(sql: string, ...values: (string | number)[]): number {
    return this.#database.prepare(sql).run(...values).changes;
  }

  #write<T>(work: () => T): T {
    return this.#database.transaction(work).immediate();
  }
}
