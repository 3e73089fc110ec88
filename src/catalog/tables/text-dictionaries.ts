// The dictionaries of a catalog for the texts of its people. The first dictionary is made from the first people.
// Whenever there are 16 times as many people as at the last comparison, another dictionary is made. It is used for new
// texts if it compresses them clearly better. Stored texts keep their dictionary.
import { Codec } from '../../codec/codec.ts';
import { makeDictionary } from '../../codec/dictionary.ts';
import { type DictionaryOf, StoredTexts } from '../stored-text.ts';
import type { Select, Sql, SqlDialect, SqlValue, Write } from './sql.ts';

/** The length of a dictionary, which is also the maximum. */
const DICTIONARY_BYTES = 60 * 1024;
/** The number of people from which a dictionary is made. */
const SAMPLE_PEOPLE = 8000;
/** Maximum size of the sample in memory. If texts are longer, the sample has fewer people. */
const SAMPLE_BYTES = 64 * 1024 * 1024;
/** Number of people of the sample that are read at once. */
const PAGE_SIZE = 100;
/** One of this many people of the sample also contributes the second text, which varies less. */
const SECOND_TEXT_SHARE = 8;
/** The number of people whose texts are compressed for a comparison. */
const COMPARED_PEOPLE = 1000;
const GROWTH = 16;
/** A new dictionary is used if it compresses texts to at most this share of their length under the current one. */
const SHARE_MAX = 0.95;

type Texts = readonly [json: Buffer, unanswered: Buffer];

/** Reads dictionaries by their numbers. */
export function readDictionaries(sql: Sql): DictionaryOf {
  const bytes = sql.values<[number], Buffer>('SELECT bytes FROM dictionary WHERE id = ? ORDER BY id');
  return (number) => bytes.get(number);
}

/** The number of the newest dictionary; 0 if there is none. */
export function newestDictionary(sql: Sql): number {
  return sql.values<[], number>('SELECT id FROM dictionary ORDER BY id DESC LIMIT 1').get() ?? 0;
}

/** Compresses texts, and makes dictionaries. Only for the single writer of a catalog. */
export class TextDictionaries {
  readonly #texts: StoredTexts;
  readonly #dialect: SqlDialect;
  readonly #newest: Select<[], readonly [number: number, people: number]>;
  readonly #lastPerson: Select<[], number>;
  readonly #some: Select<SqlValue[], Texts>;
  readonly #add: Write;
  readonly #compared: Write;
  /** The number of the newest dictionary; 0 if there is none. */
  #number = 0;
  /** The highest id of a person, which approximates the number of people; null if not yet known. */
  #people: number | null = null;

  constructor(sql: Sql) {
    this.#texts = new StoredTexts(readDictionaries(sql));
    this.#dialect = sql.dialect;
    this.#newest = sql.rows('SELECT id, people FROM dictionary ORDER BY id DESC LIMIT 1');
    this.#lastPerson = sql.values('SELECT person_id FROM person_text ORDER BY person_id DESC LIMIT 1');
    const isAmong = sql.dialect.isAmong('person_id');
    this.#some = sql.rows(`SELECT json, unanswered FROM person_text WHERE ${isAmong} ORDER BY person_id`);
    this.#add = sql.insert('dictionary', ['id', 'bytes', 'people']);
    this.#compared = sql.update('dictionary', ['people'], ['id']);
  }

  /** The first step of a transaction: makes a dictionary if one is due. */
  refresh(): void {
    const [number, people] = this.#newest.get() ?? [0, SAMPLE_PEOPLE / GROWTH];
    this.#number = number;
    this.#people ??= this.#lastPerson.get() ?? 0;
    if (this.#people >= people * GROWTH) this.#renew(this.#people);
  }

  /** Called after a rollback, which may include a dictionary. */
  clear(): void {
    this.#texts.clear();
    this.#people = null;
  }

  /** The stored form of a person's text. */
  encode(text: Uint8Array, personId: number): Buffer {
    this.#people = Math.max(this.#people ?? 0, personId);
    return this.#texts.encode(text, this.#number);
  }

  text(stored: Uint8Array): string {
    return this.#texts.text(stored);
  }

  #renew(people: number): void {
    const texts = this.#sampled(spread(people));
    // All people were removed.
    if (texts.length === 0) return;
    const sample = texts.flatMap(([json, unanswered], index) =>
      index % SECOND_TEXT_SHARE === 0 ? [json, unanswered] : [json],
    );
    const made = makeDictionary(sample, DICTIONARY_BYTES);
    if (this.#number > 0 && !this.#isBetter(made, texts)) {
      this.#compared.run(people, this.#number);
      return;
    }
    this.#number += 1;
    this.#add.run(this.#number, Buffer.from(made), people);
  }

  #sampled(ids: readonly number[]): Texts[] {
    const texts: Texts[] = [];
    const pages = Math.ceil(ids.length / PAGE_SIZE);
    let bytes = 0;
    for (let page = 0; page < pages && bytes < SAMPLE_BYTES; page += 1) {
      // Each page contains people from the whole catalog.
      const some = ids.filter((_, index) => index % pages === page);
      for (const row of this.#some.all(this.#dialect.idsOf(some))) {
        const [json, unanswered] = row.map((stored) => this.#texts.decode(stored)) as [Buffer, Buffer];
        texts.push([json, unanswered]);
        bytes += json.length + unanswered.length;
      }
    }
    return texts;
  }

  #isBetter(dictionary: Uint8Array, texts: readonly Texts[]): boolean {
    const codec = new Codec(dictionary);
    const step = Math.max(1, Math.floor(texts.length / COMPARED_PEOPLE));
    let [current, next] = [0, 0];
    for (let index = 0; index < texts.length; index += step) {
      const [json] = texts[index] as Texts;
      current += this.#texts.encode(json, this.#number).length;
      next += codec.encode(json).length;
    }
    return next <= current * SHARE_MAX;
  }
}

/** Evenly spread ids up to `last`. */
function spread(last: number): number[] {
  const count = Math.min(last, SAMPLE_PEOPLE);
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 1) * last) / count));
}
