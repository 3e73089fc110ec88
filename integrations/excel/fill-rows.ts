// Fills columns of the first table of a sheet with data from Cardfile: an Office Script. Setup: Automate > New Script,
// paste this file, change the settings, run it. Excel asks for the key.

/**
 * The address of your server, reachable by https. Scripts call it as web pages do: set CARDFILE_CORS_ORIGINS=* on the
 * server.
 */
const SERVER = 'https://cardfile.example';
/** A bulk operation: email, phone, company, match-person, ... (the reference lists all). */
const OPERATION = 'email';
/** Column of the table -> member of the body of the call. */
const INPUTS: { [column: string]: string } = { Profile: 'person_network_url' };
/** Column of the table -> member of the answer. */
const OUTPUTS: { [column: string]: string } = { 'Work e-mail': 'email', Status: 'status' };

/** Maximum number of items in a call. */
const ITEMS_MAX = 100;
const ATTEMPTS_MAX = 10;
/** Maximum number of attempts for a call without an answer. */
const LOST_MAX = 3;
/** Statuses after which a call is sent again. */
const PASSING = [429, 502, 503, 504];
/**
 * Statuses of items that have an answer. Rows with another status, such as 402, stay empty and are tried again in the
 * next run.
 */
const ANSWERED = [200, 404, 422];
/** Written to the first output column of a row without a match. Such rows are free. */
const NOT_FOUND = 'not found';
/**
 * Written to the first output column of a record that has none of the values. Without it, the next run would pay again.
 */
const NO_VALUE = 'no value';

type Cell = string | number | boolean;

interface Place {
  at: number;
  member: string;
}

interface Result {
  status: number;
  body?: { [member: string]: unknown };
  error?: { message: string };
}

interface Answer {
  results?: Result[];
  credits_used?: number;
  error?: { message: string };
}

/** Fills the rows that have inputs and no outputs yet, 100 in a call; each call is written before the next. */
// biome-ignore lint/correctness/noUnusedVariables: Excel calls it
async function main(workbook: ExcelScript.Workbook, key: string) {
  const table = workbook.getActiveWorksheet().getTables()[0];
  if (table === undefined) throw new Error('The sheet has no table; insert one around the rows (Ctrl+T)');
  const header = table.getHeaderRowRange().getValues()[0].map(String);
  const body = table.getRangeBetweenHeaderAndTotal();
  const inputs = placesOf(header, INPUTS);
  const outputs = placesOf(header, OUTPUTS);
  const open = body.getValues().flatMap((row: Cell[], rowIndex: number) => {
    const given = inputs.filter(({ at }) => row[at] !== '');
    const item = Object.fromEntries(given.map(({ at, member }) => [member, String(row[at])]));
    return given.length > 0 && outputs.every(({ at }) => row[at] === '') ? [{ item, rowIndex }] : [];
  });
  let credits = 0;
  for (let start = 0; start < open.length; start += ITEMS_MAX) {
    const group = open.slice(start, start + ITEMS_MAX);
    const { results = [], credits_used = 0 } = await call(
      group.map(({ item }) => item),
      key,
    );
    credits += credits_used;
    results.forEach((result, index) => {
      if (!ANSWERED.includes(result.status)) return;
      const cells = cellsOf(result, outputs);
      outputs.forEach(({ at }, column) => {
        body.getCell(group[index].rowIndex, at).setValue(cells[column]);
      });
    });
    const unanswered = results.find(({ status }) => !ANSWERED.includes(status));
    if (unanswered !== undefined) throw new Error(unanswered.error?.message ?? `status ${unanswered.status}`);
  }
  console.log(`${open.length} rows, ${credits} credits`);
}

/** The positions of the named columns. Throws an error that names a missing column. */
function placesOf(header: string[], members: { [column: string]: string }): Place[] {
  return Object.entries(members).map(([column, member]) => {
    const at = header.indexOf(column);
    if (at < 0) throw new Error(`The table has no column "${column}"; add it, or change the settings`);
    return { at, member };
  });
}

/** The values for the output columns. At least one is not empty. */
function cellsOf({ status, body, error }: Result, outputs: Place[]): Cell[] {
  const cells = outputs.map(({ member }) => cellOf(memberOf(body, member)));
  if (cells.some((cell) => cell !== '')) return cells;
  const reason = body !== undefined ? NO_VALUE : status === 404 ? NOT_FOUND : (error?.message ?? `status ${status}`);
  return cells.map((_, index) => (index === 0 ? reason : ''));
}

/** A value of an answer as a cell; the values of a list are separated by commas. */
function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return asText(value.map(cellOf).join(', '));
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : asText((value ?? '') as Cell);
}

/** A text with an apostrophe before it if the table would read it as a formula; the table hides the apostrophe. */
function asText(value: Cell): Cell {
  return typeof value === 'string' && /^['=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

/** A member of an answer; a dot in the path leads into an object. */
function memberOf(body: unknown, path: string): unknown {
  return path.split('.').reduce((value, member) => (value as { [member: string]: unknown } | null)?.[member], body);
}

/** Sends a bulk call and returns its answer. A repeated call has the same Idempotency-Key, so it is charged once. */
async function call(items: { [member: string]: string }[], key: string): Promise<Answer> {
  const request = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': key,
      'Idempotency-Key': `excel-${Date.now()}-${Math.random()}`,
    },
    body: JSON.stringify({ items }),
  };
  const url = `${SERVER.replace(/\/+$/, '')}/v2/bulk/${OPERATION}`;
  for (let attempt = 1; ; attempt++) {
    const { status, text, seconds } = await reply(url, request, attempt);
    const answer = objectOf(text);
    if (status === 200 && answer.results !== undefined) return answer;
    if (!PASSING.includes(status) || attempt === ATTEMPTS_MAX) {
      const failure = `${SERVER} answered with status ${status}; check the address`;
      throw new Error(answer.error?.message ?? failure);
    }
    await new Promise<void>((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}

interface Reply {
  status: number;
  text: string;
  /** Seconds until the call may be sent again. */
  seconds: number;
}

/**
 * Sends a call and returns the reply. A call without a reply may already be charged; it is sent again with the same
 * key.
 */
async function reply(url: string, request: RequestInit, attempt: number): Promise<Reply> {
  try {
    const response = await fetch(url, request);
    const seconds = Number(response.headers.get('retry-after')) || 1;
    return { status: response.status, text: await response.text(), seconds };
  } catch (error) {
    if (attempt >= LOST_MAX) throw error;
    return { status: 503, text: '', seconds: 1 };
  }
}

/** The object of a JSON text; an empty object if the answer is not from the server. */
function objectOf(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return {};
  }
}
