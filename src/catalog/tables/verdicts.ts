// The table of verdicts: pairs of row keys that an operator has decided to be one record, or never to be one.
import type { RecordKind } from '../admin-port.ts';
import type { Verdict } from '../review-port.ts';
import type { Select, Sql, Write } from './sql.ts';

type StoredVerdict = readonly [low: string, high: string, isSame: number, at: string];

/** Separates the key of a row from its detail, which distinguishes rows with the same key. No key contains it. */
export const DETAIL = '#';

/** The keys of a record: plain keys, and keys with details for records that share a plain key. */
export interface VerdictKeys {
  readonly plain: readonly string[];
  readonly detailed: readonly string[];
}

/** Maximum number of keys of one record in verdicts. A record with more rows is identified by the first ones. */
const KEYS_MAX = 20;

/** The distinct keys of rows. */
export function verdictKeysOf<Stored>(
  rows: readonly Stored[],
  of: { verdictKeyOf(row: Stored): string; detailOf(row: Stored): string },
): VerdictKeys {
  const plain = rows.map((row) => of.verdictKeyOf(row));
  const detailed = rows.map((row, index) => `${plain[index]}${DETAIL}${of.detailOf(row)}`);
  return { plain: [...new Set(plain)], detailed: [...new Set(detailed)] };
}

export class Verdicts {
  readonly #kind: RecordKind;
  readonly #any: Select<[RecordKind], number>;
  readonly #of: Select<[{ kind: RecordKind; key: string }], readonly [key: string, isSame: number]>;
  readonly #all: Select<[RecordKind], StoredVerdict>;
  readonly #put: Write;
  readonly #drop: { run(of: { kind: RecordKind; key: string }): number };
  #hasAny = false;

  constructor(sql: Sql, kind: RecordKind) {
    this.#kind = kind;
    this.#any = sql.values('SELECT 1 FROM verdict WHERE kind = ? ORDER BY kind LIMIT 1');
    this.#of = sql.rows(
      `SELECT high_key, is_same FROM verdict WHERE kind = @kind AND low_key = @key
       UNION ALL SELECT low_key, is_same FROM verdict WHERE kind = @kind AND high_key = @key ORDER BY 1`,
    );
    this.#all = sql.rows(
      'SELECT low_key, high_key, is_same, decided_at FROM verdict WHERE kind = ? ORDER BY low_key, high_key',
    );
    this.#put = sql.insert('verdict', ['kind', 'low_key', 'high_key', 'is_same', 'decided_at'], {
      key: ['kind', 'low_key', 'high_key'],
      replaces: ['is_same', 'decided_at'],
    });
    this.#drop = sql.command('DELETE FROM verdict WHERE kind = @kind AND (low_key = @key OR high_key = @key)');
  }

  /** The first step of a transaction. Most catalogs have no verdicts and skip the look-up. */
  refresh(): void {
    this.#hasAny = this.#any.get(this.#kind) === 1;
  }

  get areNone(): boolean {
    return !this.#hasAny;
  }

  /** The other keys of the verdicts over a key. */
  of(key: string): readonly { readonly key: string; readonly isSame: boolean }[] {
    if (!this.#hasAny) return [];
    return this.#of.all({ kind: this.#kind, key }).map(([other, isSame]) => ({ key: other, isSame: isSame === 1 }));
  }

  /** Whether there is a verdict over any two keys of two records. */
  areDecided(one: VerdictKeys, other: VerdictKeys): boolean {
    const [ofOne, ofOther] = namedBy(one, other);
    return ofOne.some((key) => this.of(key).some((known) => ofOther.includes(known.key)));
  }

  /** Replaces the verdicts over the keys of two records. Keys that both records have are not used. */
  decide(one: VerdictKeys, other: VerdictKeys, verdict: Pick<Verdict, 'isSame' | 'at'>): void {
    const [ofOne, ofOther] = namedBy(one, other);
    const ones = ofOne.filter((key) => !ofOther.includes(key)).slice(0, KEYS_MAX);
    const others = ofOther.filter((key) => !ofOne.includes(key)).slice(0, KEYS_MAX);
    for (const key of ones) for (const otherKey of others) this.#write([key, otherKey], verdict);
  }

  /** Adds a verdict. Returns true if there was no such verdict. */
  add({ keys: [one, other], isSame, at }: Verdict): boolean {
    if (one === other || this.of(one).some(({ key, isSame: known }) => key === other && known === isSame)) return false;
    this.#write([one, other], { isSame, at });
    return true;
  }

  all(): Verdict[] {
    return this.#all
      .all(this.#kind)
      .map(([low, high, isSame, at]) => ({ kind: this.#kind, keys: [low, high], isSame: isSame === 1, at }));
  }

  /** Removes the verdicts over keys of a record that is erased. */
  remove({ plain, detailed }: VerdictKeys): void {
    if (!this.#hasAny) return;
    for (const key of new Set([...plain, ...detailed])) this.#drop.run({ kind: this.#kind, key });
  }

  #write([one, other]: readonly [string, string], { isSame, at }: Pick<Verdict, 'isSame' | 'at'>): void {
    const [low, high] = one < other ? [one, other] : [other, one];
    this.#put.run(this.#kind, low, high, isSame ? 1 : 0, at);
    this.#hasAny = true;
  }
}

/** The keys that distinguish two records. Keys with details are used only if both share a plain key. */
function namedBy(one: VerdictKeys, other: VerdictKeys): readonly [readonly string[], readonly string[]] {
  const isShared = one.plain.some((key) => other.plain.includes(key));
  return isShared ? [one.detailed, other.detailed] : [one.plain, other.plain];
}
