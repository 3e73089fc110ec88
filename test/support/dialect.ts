// The SQL dialect of the stores in PostgreSQL, which also runs if tables are distributed over several machines. Each
// rule finds the faults of one statement.
import type { TableKinds as Kinds } from '../../src/ops/postgres/cluster.ts';

export interface Dialect {
  readonly kinds: Kinds;
  /** Sets of columns that identify a row, by table. */
  readonly keys: ReadonlyMap<string, readonly (readonly string[])[]>;
}

/** Words in lower case, quoted names, strings as `''`, parameters and signs, without comments. */
function tokensOf(sql: string): string[] {
  const pattern = /--[^\n]*|'(?:[^']|'')*'|"[^"]+"|\$\d+|[a-z_][a-z_0-9]*|\d+|::|<>|<=|>=|\|\||[^\s]/gi;
  return [...sql.matchAll(pattern)]
    .map(([token]) => token)
    .filter((token) => !token.startsWith('--'))
    .map((token) => (token.startsWith("'") ? "''" : token.toLowerCase()));
}

const FORBIDDEN = [
  ...['serial', 'bigserial', 'smallserial', 'sequence', 'nextval', 'generated', 'trigger', 'plpgsql', 'temporary'],
  ...['temp', 'references', 'foreign', 'listen', 'notify', 'recursive', 'offset', 'pg_advisory_lock', 'do_'],
  ...['now', 'statement_timestamp', 'transaction_timestamp', 'random', 'gen_random_uuid'],
  ...['current_timestamp', 'current_date', 'current_time', 'localtime', 'localtimestamp', 'timeofday'],
];

const has = (tokens: readonly string[], ...sequence: readonly string[]) =>
  tokens.some((_, at) => sequence.every((token, offset) => tokens[at + offset] === token));

/** Tables that a statement names. */
const tablesIn = (tokens: readonly string[], kinds: Kinds) => [
  ...new Set(tokens.filter((token, at) => Object.hasOwn(kinds, token) && isTable(tokens, at))),
];

/** A name after one of these words is the name of a table; in FROM, a name after a comma is one, too. */
function isTable(tokens: readonly string[], at: number): boolean {
  return ['from', 'join', 'into', 'update', 'using', 'table', 'on'].includes(tokens[at - 1] ?? '');
}

/** Each part between the parentheses of a SELECT, without the parts of its subqueries. */
function selectsOf(tokens: readonly string[]): string[][] {
  const stack: string[][] = [[]];
  const done: string[][] = [];
  for (const token of tokens) {
    if (token === '(') stack.push([]);
    else if (token === ')') done.push(stack.pop() ?? []);
    else stack.at(-1)?.push(token);
  }
  return [...done, ...stack].filter((part) => part.includes('select') || part.includes('update'));
}

/** The faults of a statement; empty if it conforms to the dialect. */
export function faultsOf(sql: string, { kinds, keys }: Dialect): string[] {
  const tokens = tokensOf(sql);
  const tables = tablesIn(tokens, kinds);
  const kindsNamed = new Set(tables.map((table) => kinds[table]));
  const faults: string[] = FORBIDDEN.filter((word) => tokens.includes(word)).map((word) => `${word} is forbidden`);
  // Tables that exist on one machine only may be written with the clock of the database. A statement without a table
  // runs on one machine, too.
  const isLocal = [...kindsNamed].every((kind) => kind === 'local');
  if (tokens.includes('clock_timestamp') && !isLocal) faults.push('clock_timestamp is forbidden');
  if (has(tokens, 'lock', 'table')) faults.push('LOCK TABLE is forbidden');
  if (tokens[0] === 'set' && tokens[1] !== 'local') faults.push('SET without LOCAL is forbidden');
  if ((kindsNamed.has('local') || kindsNamed.has('managed')) && kindsNamed.has('distributed'))
    faults.push('joins local with distributed tables');
  const changed = tokens[tokens.indexOf(tokens.includes('update') ? 'update' : 'from') + 1] ?? '';
  if (['update', 'delete'].includes(tokens[0] ?? '') && ['managed', 'local'].includes(kinds[changed] ?? ''))
    if (kindsNamed.has('reference')) faults.push(`changes ${changed} by a reference table`);
  if (has(tokens, 'on', 'conflict') && !has(tokens, 'on', 'conflict', '(')) faults.push('ON CONFLICT has no target');
  if (has(tokens, 'set', 'bucket', '=')) faults.push('changes the bucket of a row');
  tokens.forEach((token, at) => {
    if (token !== 'join' || !['left', 'right', 'full', 'outer'].includes(tokens[at - 1] ?? '')) return;
    if (kinds[tokens[at + 1] ?? ''] === 'distributed') faults.push(`outer join of ${tokens[at + 1]}`);
  });
  for (const part of selectsOf(tokens)) faults.push(...faultsOfSelect(part, kinds));
  if (tokens[0] === 'select' && !isOrdered(tokens, tables, keys)) faults.push('the order of its rows is undefined');
  return [...new Set(faults)];
}

function faultsOfSelect(part: readonly string[], kinds: Kinds): string[] {
  const faults: string[] = [];
  const tables = tablesIn(part, kinds);
  const distributed = tables.filter((table) => kinds[table] === 'distributed');
  if (has(part, 'for', 'update') && distributed.length > 0) {
    if (!isByBucket(part)) faults.push('FOR UPDATE without the bucket');
    if (tables.some((table) => kinds[table] === 'reference')) faults.push('FOR UPDATE with a reference table');
  }
  if (part.includes('skip') && part.includes('locked') && distributed.length > 0) faults.push('SKIP LOCKED');
  return faults;
}

/** `bucket = $1` or `bucket = ANY ($1)`. */
function isByBucket(part: readonly string[]): boolean {
  return part.some((token, at) => token === 'bucket' && part[at + 1] === '=');
}

/** Whether the result is ordered, is one row by a whole key, or is a count. */
function isOrdered(tokens: readonly string[], tables: readonly string[], keys: Dialect['keys']): boolean {
  if (has(tokens, 'order', 'by') || tables.length === 0 || has(tokens, 'count', '(', '*', ')')) return true;
  const equal = new Set(
    tokens.filter(
      (_, at) => tokens[at + 1] === '=' && (/^\$|^''/.test(tokens[at + 2] ?? '') || isColumn(tokens, at + 2)),
    ),
  );
  return (keys.get(tables[0] ?? '') ?? []).some((columns) => columns.every((column) => equal.has(column)));
}

const isColumn = (tokens: readonly string[], at: number) => tokens[at + 1] === '.';

/** The keys in the definition of a table. */
export interface TableKeys {
  readonly table: string;
  readonly keys: readonly (readonly string[])[];
  /** Text columns without the collation "C". */
  readonly uncollated: readonly string[];
}

/** The table that a CREATE TABLE creates; null for another statement. */
export function tableOf(sql: string): TableKeys | null {
  const tokens = tokensOf(sql);
  if (!has(tokens.slice(0, 2), 'create', 'table')) return null;
  const table = tokens[2] ?? '';
  const keys: string[][] = [];
  const uncollated: string[] = [];
  for (const entry of entriesOf(tokens.slice(4))) {
    const [first = '', second] = entry;
    const open = entry.indexOf('(');
    if ((first === 'primary' && second === 'key') || first === 'unique')
      keys.push(entry.slice(open + 1, entry.indexOf(')')).filter((token) => token !== ','));
    else if (has(entry, 'primary', 'key') || entry.includes('unique')) keys.push([first]);
    if (second === 'text' && !has(entry, 'collate', '"c"')) uncollated.push(first);
  }
  return { table, keys, uncollated };
}

/** The entries between the outer parentheses. */
function entriesOf(tokens: readonly string[]): string[][] {
  const entries: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token === ')' && depth === 0) break;
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) entries.push([]);
    else entries.at(-1)?.push(token);
  }
  return entries;
}

/** The columns of a CREATE INDEX; null for another statement. */
export function indexOf(sql: string): { table: string; columns: readonly string[]; isUnique: boolean } | null {
  const tokens = tokensOf(sql);
  const isUnique = tokens[1] === 'unique';
  if (tokens[0] !== 'create' || tokens[isUnique ? 2 : 1] !== 'index') return null;
  const on = tokens.indexOf('on');
  const columns = tokens.slice(on + 3, tokens.indexOf(')', on)).filter((token) => token !== ',');
  return { table: tokens[on + 1] ?? '', columns, isUnique };
}
