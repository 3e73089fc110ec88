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
  ...['merge', 'rollup', 'cube', 'grouping'],
];

const has = (tokens: readonly string[], ...sequence: readonly string[]) =>
  tokens.some((_, index) => sequence.every((token, offset) => tokens[index + offset] === token));

/** Tables that a statement names. */
const tablesIn = (tokens: readonly string[], kinds: Kinds) => [
  ...new Set(tokens.filter((token, index) => Object.hasOwn(kinds, token) && isTable(tokens, index))),
];

/** A name after one of these words is the name of a table; in FROM and USING, a name after a comma is one, too. */
function isTable(tokens: readonly string[], at: number): boolean {
  if (tokens[at + 1] === '.') return false;
  if (['from', 'join', 'into', 'update', 'using', 'table', 'on'].includes(tokens[at - 1] ?? '')) return true;
  return tokens[at - 1] === ',' && ['from', 'using'].includes(clauseOf(tokens, at - 1));
}

const CLAUSES = ['from', 'using', 'select', 'values', 'set', 'where', 'by', 'returning', 'on'];

/** The word that begins the clause of a comma; empty inside parentheses. */
function clauseOf(tokens: readonly string[], comma: number): string {
  let depth = 0;
  for (let at = comma; at >= 0; at -= 1) {
    const token = tokens[at] ?? '';
    if (token === ')') depth += 1;
    else if (token === '(') depth -= 1;
    if (depth < 0) return '';
    if (depth === 0 && CLAUSES.includes(token)) return token;
  }
  return '';
}

/** Each part between parentheses, and the statement around them, without the parts inside. */
function partsOf(tokens: readonly string[]): { readonly inner: string[][]; readonly whole: string[] } {
  const stack: string[][] = [[]];
  const inner: string[][] = [];
  for (const token of tokens) {
    if (token === '(') stack.push([]);
    else if (token === ')') inner.push(stack.pop() ?? []);
    else stack.at(-1)?.push(token);
  }
  return { inner, whole: stack[0] ?? [] };
}

/** The queries of a UNION, EXCEPT or INTERSECT. */
function queriesOf(part: readonly string[]): string[][] {
  const queries: string[][] = [[]];
  for (const token of part) {
    if (['union', 'except', 'intersect'].includes(token)) queries.push([]);
    else queries.at(-1)?.push(token);
  }
  return queries;
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
  tokens.forEach((token, index) => {
    if (token !== 'join' || !['left', 'right', 'full', 'outer'].includes(tokens[index - 1] ?? '')) return;
    if (kinds[tokens[index + 1] ?? ''] === 'distributed') faults.push(`outer join of ${tokens[index + 1]}`);
  });
  const { inner, whole } = partsOf(tokens);
  for (const query of [...inner, whole].flatMap(queriesOf)) faults.push(...faultsOfQuery(query, kinds));
  if (inner.some((part) => isCorrelated(part, kinds))) faults.push('correlated without the bucket');
  faults.push(...faultsOfInserts(tokens, kinds));
  if (tokens[0] === 'select' && !isOrdered(tokens, tables, keys)) faults.push('the order of its rows is undefined');
  return [...new Set(faults)];
}

function faultsOfQuery(part: readonly string[], kinds: Kinds): string[] {
  const faults: string[] = [];
  const tables = tablesIn(part, kinds);
  const distributed = tables.filter((table) => kinds[table] === 'distributed');
  if (has(part, 'for', 'update') && distributed.length > 0) {
    if (!isByBucket(part)) faults.push('FOR UPDATE without the bucket');
    if (tables.some((table) => kinds[table] === 'reference')) faults.push('FOR UPDATE with a reference table');
  }
  if (part.includes('skip') && part.includes('locked') && distributed.length > 0) faults.push('SKIP LOCKED');
  const joined = part.filter(
    (token, index) => kinds[token] === 'distributed' && isTable(part, index) && part[index - 1] !== 'into',
  );
  if (joined.length > 1 && bucketsIn(part) < joined.length - 1)
    faults.push(`joins ${joined.join()} without the bucket`);
  return faults;
}

/** The number of comparisons of a bucket in `part`. */
const bucketsIn = (part: readonly string[]) =>
  part.filter((token, index) => token === 'bucket' && part[index + 1] === '=').length;

/** Whether a subquery of a distributed table names a table of the query around it, and does not compare the buckets. */
function isCorrelated(part: readonly string[], kinds: Kinds): boolean {
  if (!tablesIn(part, kinds).some((table) => kinds[table] === 'distributed')) return false;
  const own = new Set(['excluded', ...part.filter((_, index) => part[index + 1] !== '.' && part[index - 1] !== '.')]);
  const names = part.filter((token, index) => part[index + 1] === '.' && !own.has(token));
  return names.length > 0 && bucketsIn(part) === 0;
}

/** A cluster executes a subquery neither among VALUES nor in DO UPDATE. */
function faultsOfInserts(tokens: readonly string[], kinds: Kinds): string[] {
  return tokens.flatMap((token, index) => {
    const table = tokens[index + 1] ?? '';
    if (token !== 'into' || (kinds[table] ?? 'local') === 'local') return [];
    const insert = tokens.slice(index, endOf(tokens, index));
    const from = ['values', 'do'].map((word) => insert.indexOf(word)).filter((start) => start > 0);
    const isFound = from.length > 0 && insert.includes('select', Math.min(...from));
    return isFound ? [`a subquery among the values of ${table}`] : [];
  });
}

/** The end of the statement that begins at `start`: the parenthesis that closes it, or the end of all tokens. */
function endOf(tokens: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    if (tokens[at] === '(') depth += 1;
    else if (tokens[at] === ')') depth -= 1;
    if (depth < 0) return at;
  }
  return tokens.length;
}

/** `bucket = $1` or `bucket = ANY ($1)`. */
function isByBucket(part: readonly string[]): boolean {
  return part.some((token, index) => token === 'bucket' && part[index + 1] === '=');
}

/** Whether the result is ordered, is one row by a whole key, or is a count. */
function isOrdered(tokens: readonly string[], tables: readonly string[], keys: Dialect['keys']): boolean {
  if (has(tokens, 'order', 'by') || tables.length === 0 || has(tokens, 'count', '(', '*', ')')) return true;
  const equal = new Set(
    tokens.filter(
      (_, index) =>
        tokens[index + 1] === '=' && (/^\$|^''/.test(tokens[index + 2] ?? '') || isColumn(tokens, index + 2)),
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

/**
 * The faults of the statements of one step: changes that a cluster rejects where a table is distributed. A table that
 * the step itself creates is distributed after it.
 */
export function faultsOfStep(statements: readonly string[], kinds: Kinds): string[] {
  const made = new Set(statements.map((sql) => tableOf(sql)?.table));
  return statements.flatMap((sql) => {
    const tokens = tokensOf(sql);
    const index = indexOf(sql);
    const table = index?.table ?? (has(tokens.slice(0, 2), 'alter', 'table') ? (tokens[2] ?? '') : '');
    const kind = kinds[table] ?? 'local';
    if (kind === 'local') return [];
    if (kind === 'distributed' && index?.isUnique && !index.columns.includes('bucket'))
      return [`a unique index of ${table} without the bucket`];
    if (index !== null || made.has(table)) return [];
    const isConstrained = ['check', 'unique', 'primary', 'references'].some((word) => tokens.includes(word));
    if (has(tokens, 'add', 'column') && isConstrained) return [`adds a column with a constraint to ${table}`];
    const settings = ['storage', 'statistics'].filter((word) => has(tokens, 'set', word));
    return settings.map((word) => `sets ${word} of ${table}`);
  });
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
