// Fills columns of a sheet with data from Cardfile. Setup: Extensions > Apps Script, paste this file, change SETTINGS,
// reload the sheet. The menu "Cardfile" then sets the key and fills the rows.

const SETTINGS = {
  /** The address of your server, reachable from the internet by https. */
  server: 'https://cardfile.example',
  /** A bulk operation: email, phone, company, match-person, ... (the reference lists all). */
  operation: 'email',
  /** Column of the sheet -> member of the body of the call. */
  inputs: { Profile: 'person_network_url' },
  /** Column of the sheet -> member of the answer. */
  outputs: { 'Work e-mail': 'email', Status: 'status' },
};

/** Maximum number of items in a call. */
const ITEMS_MAX = 100;
const ATTEMPTS_MAX = 10;
/** Maximum number of attempts for a call without an answer. */
const LOST_MAX = 3;
/** Statuses after which a call is sent again. */
const PASSING = [429, 502, 503, 504];
/** Statuses of items that have an answer. Rows with another one, such as 402, are tried again in the next run. */
const ANSWERED = [200, 404, 422];
/** Written to the first output column of a row without a match. Such rows are free. */
const NOT_FOUND = 'not found';
/** Written to the first output column of a record without any of the values: else the next run would pay again. */
const NO_VALUE = 'no value';

function onOpen() {
  SpreadsheetApp.getUi()
    .createMenu('Cardfile')
    .addItem('Set the key', 'setKey')
    .addItem('Fill empty rows', 'fillRows')
    .addToUi();
}

function setKey() {
  const answer = SpreadsheetApp.getUi().prompt('API key of Cardfile');
  PropertiesService.getUserProperties().setProperty('CARDFILE_KEY', answer.getResponseText().trim());
}

/** Fills the rows that have inputs and no outputs yet, 100 in a call; each call is written before the next. */
function fillRows() {
  const sheet = SpreadsheetApp.getActiveSheet();
  const [header, ...rows] = sheet.getDataRange().getValues();
  const inputs = columnsOf(header, SETTINGS.inputs);
  const outputs = columnsOf(header, SETTINGS.outputs);
  const open = rows.flatMap((row, index) => {
    const item = Object.fromEntries(inputs.filter(({ at }) => row[at] !== '').map(({ at, member }) => [member, `${row[at]}`]));
    const isOpen = Object.keys(item).length > 0 && outputs.every(({ at }) => row[at] === '');
    return isOpen ? [{ item, rowNumber: index + 2 }] : [];
  });
  let credits = 0;
  for (let start = 0; start < open.length; start += ITEMS_MAX) {
    const group = open.slice(start, start + ITEMS_MAX);
    const { results, credits_used } = call(group.map(({ item }) => item));
    credits += credits_used;
    results.forEach((result, index) => writeRow(sheet, group[index].rowNumber, outputs, result));
    SpreadsheetApp.flush();
    const unanswered = results.find(({ status }) => !ANSWERED.includes(status));
    if (unanswered) throw new Error(unanswered.error.message);
  }
  SpreadsheetApp.getActiveSpreadsheet().toast(`${open.length} rows, ${credits} credits`, 'Cardfile');
}

/** The positions of the named columns. Throws an error that names a missing column. */
function columnsOf(header, members) {
  return Object.entries(members).map(([column, member]) => {
    const at = header.indexOf(column);
    if (at < 0) throw new Error(`The sheet has no column "${column}"; add it to the first row, or change SETTINGS`);
    return { at, member };
  });
}

function writeRow(sheet, rowNumber, outputs, result) {
  if (!ANSWERED.includes(result.status)) return;
  const cells = cellsOf(result, outputs);
  outputs.forEach(({ at }, index) => sheet.getRange(rowNumber, at + 1).setValue(cells[index]));
}

/** The values for the output columns. At least one is not empty. */
function cellsOf({ status, body, error }, outputs) {
  const cells = outputs.map(({ member }) => cellOf(memberOf(body, member)));
  if (cells.some((cell) => cell !== '')) return cells;
  const reason = body ? NO_VALUE : status === 404 ? NOT_FOUND : error.message;
  return cells.map((_, index) => (index === 0 ? reason : ''));
}

/** A value of an answer as a cell; the values of a list are separated by commas. */
function cellOf(value) {
  if (Array.isArray(value)) return asText(value.map(cellOf).join(', '));
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : asText(value ?? '');
}

/** A text with an apostrophe before it if the sheet would read it as a formula; the sheet hides the apostrophe. */
function asText(value) {
  return typeof value === 'string' && /^['=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

/** A member of an answer; a dot in the path leads into an object. */
function memberOf(body, path) {
  return path.split('.').reduce((value, member) => value?.[member], body);
}

/** Sends a bulk call and returns its answer. A repetition has the same Idempotency-Key, so it is charged once. */
function call(items) {
  const request = {
    method: 'post',
    contentType: 'application/json',
    payload: JSON.stringify({ items }),
    headers: {
      'x-api-key': PropertiesService.getUserProperties().getProperty('CARDFILE_KEY') ?? '',
      'Idempotency-Key': Utilities.getUuid(),
    },
    muteHttpExceptions: true,
  };
  const url = `${SETTINGS.server.replace(/\/+$/, '')}/v2/bulk/${SETTINGS.operation}`;
  for (let attempt = 1; ; attempt++) {
    const { status, text, seconds } = reply(url, request, attempt);
    const answer = objectOf(text);
    if (status === 200 && answer.results) return answer;
    if (!PASSING.includes(status) || attempt === ATTEMPTS_MAX) {
      throw new Error(answer.error?.message ?? `${SETTINGS.server} answered with status ${status}; check the address`);
    }
    Utilities.sleep(1000 * seconds);
  }
}

/** The reply to a call. A call without a reply may already be charged; it is sent again with the same key. */
function reply(url, request, attempt) {
  try {
    const response = UrlFetchApp.fetch(url, request);
    const seconds = Number(response.getHeaders()['retry-after']) || 1;
    return { status: response.getResponseCode(), text: response.getContentText(), seconds };
  } catch (error) {
    if (attempt >= LOST_MAX) throw error;
    return { status: 503, text: '', seconds: 1 };
  }
}

/** The object of a JSON text; an empty object if the answer is not from the server. */
function objectOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
