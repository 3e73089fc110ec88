// Fills columns of a sheet from Cardfile. Setup: Extensions > Apps Script, paste this file, change SETTINGS, reload
// the sheet. The menu "Cardfile" then sets the key and fills the rows.

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

/** Items of a call. */
const ITEMS_MAX = 100;
const ATTEMPTS_MAX = 10;
/** In the first output column of a row that was not found. Such rows are free. */
const NOT_FOUND = 'not found';

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
  }
  SpreadsheetApp.getActiveSpreadsheet().toast(`${open.length} rows, ${credits} credits`, 'Cardfile');
}

/** The places of the named columns; an error names a column that the sheet does not have. */
function columnsOf(header, members) {
  return Object.entries(members).map(([column, member]) => {
    const at = header.indexOf(column);
    if (at < 0) throw new Error(`The sheet has no column "${column}"; add it to the first row, or change SETTINGS`);
    return { at, member };
  });
}

function writeRow(sheet, rowNumber, outputs, { status, body, error }) {
  const failure = status === 404 ? NOT_FOUND : error?.message;
  outputs.forEach(({ at, member }, index) => {
    const value = body ? memberOf(body, member) : index === 0 ? failure : '';
    sheet.getRange(rowNumber, at + 1).setValue(asText(value ?? ''));
  });
}

/** A text that the sheet would read as a formula stays a text: the sheet takes away the apostrophe. */
function asText(value) {
  return /^['=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

/** A member of an answer; a dot leads into an object. */
function memberOf(body, path) {
  return path.split('.').reduce((value, member) => value?.[member], body);
}

/** The answer of a bulk call. It is charged once: a repeated call has the same Idempotency-Key. */
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
  for (let attempt = 1; ; attempt++) {
    const response = UrlFetchApp.fetch(`${SETTINGS.server}/v2/bulk/${SETTINGS.operation}`, request);
    const status = response.getResponseCode();
    const answer = JSON.parse(response.getContentText());
    if (status === 200) return answer;
    if ((status !== 429 && status !== 503) || attempt === ATTEMPTS_MAX) throw new Error(answer.error.message);
    Utilities.sleep(1000 * Number(response.getHeaders()['retry-after'] ?? 1));
  }
}
