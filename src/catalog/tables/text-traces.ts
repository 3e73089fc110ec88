// Searches the texts of all people, which are stored compressed.

import { StoredTexts } from '../stored-text.ts';
import { rowsAfter } from './rows-after.ts';
import type { Sql } from './sql.ts';
import { readDictionaries } from './text-dictionaries.ts';

/** The table that `CatalogStore.traces` excludes. */
export const COMPRESSED_TABLE = 'person_text';
const PAGE_SIZE = 1000;

type Row = readonly [id: number, json: Buffer, unanswered: Buffer];

/** The columns of the table that contain one of the texts, with the number of rows. Reads everything. */
export function textTraces(sql: Sql, texts: readonly string[]): { place: string; rows: number }[] {
  const needles = texts.map((text) => Buffer.from(text));
  const stored = new StoredTexts(readDictionaries(sql));
  const holds = (column: Buffer) => {
    const text = stored.decode(column);
    return needles.some((needle) => text.includes(needle));
  };
  const page = sql.rows<[number, number], Row>(
    `SELECT person_id, json, unanswered FROM ${COMPRESSED_TABLE} WHERE person_id > ? ORDER BY person_id LIMIT ?`,
  );
  const found = { json: 0, unanswered: 0 };
  for (const [, json, unanswered] of rowsAfter(page, PAGE_SIZE)) {
    if (holds(json)) found.json += 1;
    if (holds(unanswered)) found.unanswered += 1;
  }
  return Object.entries(found).flatMap(([column, rows]) =>
    rows === 0 ? [] : [{ place: `${COMPRESSED_TABLE}.${column}`, rows }],
  );
}
